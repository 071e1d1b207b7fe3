import { api } from "../api/client.ts";
import type { PullRequest } from "../api/queries.ts";
import { CommentForm } from "../comments/comment-form.tsx";
import { CommentHead } from "../comments/comment-thread.tsx";
import { useProject } from "../shell/current-project.ts";
import { Badge } from "../ui/badge.tsx";
import { Markdown } from "../ui/markdown.tsx";
import { Section } from "../ui/page.tsx";
import { CommentThread } from "./comment-thread.tsx";
import { pullCommentForm, usePullCalls } from "./pull-queries.ts";
import { verdictBadges } from "./verdict-badges.ts";

/** Threads and reviews, oldest first, and a form to comment. Threads on lines also appear in the diff. */
export function PullConversation({ pull }: { pull: PullRequest }) {
  const { may } = useProject();
  const { params, keptAs, refresh } = usePullCalls(pull);
  const entries = [
    ...pull.comments
      .filter(({ replyTo }) => replyTo === undefined)
      .map((first) => ({
        at: first.createdAt,
        key: `comment ${first.number}`,
        node: <CommentThread pull={pull} first={first} hasPlace />,
      })),
    ...pull.reviews.map((review) => ({
      at: review.createdAt,
      key: `review ${review.number}`,
      node: <Review review={review} />,
    })),
  ].sort((one, other) => one.at.localeCompare(other.at));
  if (entries.length === 0 && !may("editor")) {
    return null;
  }
  return (
    <Section title="Conversation">
      <div className="grid gap-4">
        {entries.map(({ key, node }) => (
          <div key={key}>{node}</div>
        ))}
        {may("editor") && (
          // In an element of its own. Otherwise, the section would put its heading next to the form.
          <div>
            <CommentForm
              {...pullCommentForm}
              label="Add a comment"
              action="Comment"
              keptAs={keptAs("conversation")}
              send={(body) => api.commentPullRequest({ ...params, body })}
              onDone={refresh}
            />
          </div>
        )}
      </div>
    </Section>
  );
}

function Review({ review }: { review: PullRequest["reviews"][number] }) {
  const { author, verdict, body, createdAt, isOutdated } = review;
  const { word, tone } = verdictBadges[verdict];
  return (
    <article className="rounded-card border border-line bg-surface px-4 py-3">
      <CommentHead author={author} at={createdAt} note={isOutdated ? "an earlier version" : ""}>
        <Badge tone={tone}>{word}</Badge>
      </CommentHead>
      {body.trim() !== "" && <Markdown text={body} />}
    </article>
  );
}
