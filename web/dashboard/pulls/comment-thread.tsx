import { useState } from "react";
import { api } from "../api/client.ts";
import type { PullRequest } from "../api/queries.ts";
import { CommentForm } from "../comments/comment-form.tsx";
import { CommentHead, ThreadActions } from "../comments/comment-thread.tsx";
import { useProject } from "../shell/current-project.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { ConfirmAction } from "../ui/confirm-dialog.tsx";
import { Markdown } from "../ui/markdown.tsx";
import { ActionsMenu } from "../ui/menu-items.tsx";
import { Time } from "../ui/time.tsx";
import { useAction } from "../ui/use-action.ts";
import { type PullComment, pullCommentForm, usePullCalls } from "./pull-queries.ts";

interface CommentThreadProps {
  pull: PullRequest;
  first: PullComment;
  /** Whether to show the line that the thread is about. */
  hasPlace?: boolean;
}

/** A comment with its replies. A resolved thread is collapsed to one line. */
export function CommentThread({ pull, first, hasPlace = false }: CommentThreadProps) {
  const { may } = useProject();
  const [isOpen, setOpen] = useState(false);
  const { params, keptAs, refresh } = usePullCalls(pull);
  const resolve = useAction(
    (resolved: boolean) => api.changePullRequestComment({ ...params, comment: String(first.number), resolved }),
    { onDone: refresh },
  );
  const replies = pull.comments.filter(({ replyTo }) => replyTo === first.number);
  const isResolved = first.resolvedAt !== null;
  return (
    <section
      aria-label={`Thread by ${first.author}`}
      className="overflow-clip rounded-card border border-line bg-surface"
    >
      {hasPlace && first.place !== undefined && <Place place={first.place} />}
      {isResolved && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-ink-soft">
          <span className="flex-1">
            Resolved by {first.resolvedBy} <Time at={first.resolvedAt ?? ""} />
          </span>
          <Button size="small" look="ghost" onClick={() => setOpen(!isOpen)}>
            {isOpen ? "Hide" : "Show"}
          </Button>
        </p>
      )}
      {(!isResolved || isOpen) && (
        <>
          <div className="divide-y divide-line">
            {[first, ...replies].map((comment) => (
              <Comment key={comment.number} pull={pull} comment={comment} />
            ))}
          </div>
          {may("editor") && (
            <div className="border-t border-line px-4 py-2.5">
              <ThreadActions
                reply={{
                  ...pullCommentForm,
                  keptAs: keptAs(`thread ${first.number}`),
                  send: (body) => api.commentPullRequest({ ...params, body, replyTo: first.number }),
                  onDone: refresh,
                }}
              >
                <Button size="small" isBusy={resolve.isPending} onClick={() => resolve.mutate(!isResolved)}>
                  {isResolved ? "Reopen thread" : "Resolve"}
                </Button>
              </ThreadActions>
            </div>
          )}
        </>
      )}
    </section>
  );
}

function Place({ place }: { place: NonNullable<PullComment["place"]> }) {
  return (
    <header className="border-b border-line bg-sunken px-4 py-2 text-[13px] leading-5">
      <p className="flex flex-wrap items-center gap-2">
        <code className="min-w-0 [overflow-wrap:anywhere]">
          {place.path}:{place.line}
        </code>
        {place.isOutdated && <Badge tone="warn">Outdated</Badge>}
      </p>
      {place.text !== "" && (
        <pre className="mt-1 overflow-hidden text-ink-soft text-ellipsis whitespace-pre">{place.text}</pre>
      )}
    </header>
  );
}

function Comment({ pull, comment }: { pull: PullRequest; comment: PullComment }) {
  const [mode, setMode] = useState<"read" | "edit" | "delete">("read");
  const { params, refresh } = usePullCalls(pull);
  const { number, author, body, createdAt, updatedAt, isDeleted } = comment;
  const target = { ...params, comment: String(number) };
  if (isDeleted) {
    return <p className="px-4 py-3 text-ink-faint">This comment was deleted.</p>;
  }
  return (
    <article className="px-4 py-3">
      <CommentHead author={author} at={createdAt} note={updatedAt === createdAt ? "" : "edited"}>
        <CommentMenu comment={comment} onEdit={() => setMode("edit")} onDelete={() => setMode("delete")} />
      </CommentHead>
      {mode === "edit" ? (
        <CommentForm
          {...pullCommentForm}
          label="Edit comment"
          action="Save"
          text={body}
          send={(text) => api.changePullRequestComment({ ...target, body: text })}
          onDone={async () => {
            await refresh();
            setMode("read");
          }}
          onCancel={() => setMode("read")}
        />
      ) : (
        <Markdown text={body} />
      )}
      {mode === "delete" && (
        <ConfirmAction
          title="Delete this comment?"
          action="Delete"
          run={() => api.deletePullRequestComment(target).then(refresh)}
          onClose={() => setMode("read")}
        >
          <p>The text is removed for everyone. Replies to it stay. You can't undo this.</p>
        </ConfirmAction>
      )}
    </article>
  );
}

interface CommentMenuProps {
  comment: PullComment;
  onEdit: () => void;
  onDelete: () => void;
}

/** Authors can edit and delete their comments. Admins can delete any comment. */
function CommentMenu({ comment: { author, isOwn }, onEdit, onDelete }: CommentMenuProps) {
  const { may } = useProject();
  if (!(isOwn && may("editor")) && !may("admin")) {
    return null;
  }
  return (
    <ActionsMenu
      label={`Actions for the comment by ${author}`}
      entries={[isOwn && { label: "Edit", run: onEdit }, { label: "Delete", isDangerous: true, run: onDelete }]}
    />
  );
}
