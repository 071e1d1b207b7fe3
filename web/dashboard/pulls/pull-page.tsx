import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { type PullRequest, pullRequestQuery } from "../api/queries.ts";
import { BackLink } from "../shell/back-link.tsx";
import { useProject } from "../shell/place.ts";
import { UnreadPage } from "../shell/whole-page.tsx";
import { Avatar } from "../ui/avatar.tsx";
import { Badge } from "../ui/badge.tsx";
import { Markdown } from "../ui/markdown.tsx";
import { Card, Page, Section } from "../ui/page.tsx";
import { Status } from "../ui/status.tsx";
import { Time } from "../ui/time.tsx";
import { PullComments } from "./pull-comments.tsx";
import { PullFiles } from "./pull-files.tsx";
import { PullSide } from "./pull-side.tsx";

/** One pull request: its text, comments and commits, whether it can be merged, and its diff. */
export function PullPage() {
  const { number = "" } = useParams({ strict: false });
  const { project } = useProject();
  const { data: pull, error, refetch } = useQuery(pullRequestQuery(project.id, number));
  if (pull === undefined) {
    return <UnreadPage title={`Pull request #${number}`} error={error} onRetry={refetch} />;
  }
  return (
    <Page
      title={pull.title}
      documentTitle={`#${pull.number} of ${project.name}`}
      eyebrow={<BackLink list="pulls" />}
      description={<PullState pull={pull} />}
    >
      <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_280px] lg:gap-x-8">
        {/* First on a phone, on the right on a wide screen. */}
        <PullSide pull={pull} />
        <div className="min-w-0 lg:col-start-1 lg:row-start-1">
          {pull.body.trim() !== "" && (
            <Card className="mb-10 p-5">
              <Markdown text={pull.body} />
            </Card>
          )}
          <Commits pull={pull} />
          <PullComments pull={pull} />
        </div>
      </div>
      <PullFiles pull={pull} />
    </Page>
  );
}

function PullState({ pull }: { pull: PullRequest }) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Status status={pull.status} />
      {pull.draft && <Badge>Draft</Badge>}
      <span className="[overflow-wrap:anywhere]">
        #{pull.number} by {pull.author}, <Time at={pull.createdAt} />
      </span>
      <span className="[overflow-wrap:anywhere]">
        <code>{pull.head}</code> → <code>{pull.base}</code>
      </span>
      {pull.labels.map((label) => (
        <Badge key={label}>{label}</Badge>
      ))}
    </span>
  );
}

function Commits({ pull }: { pull: PullRequest }) {
  return (
    <Section title={pull.commits.length === 1 ? "1 commit" : `${pull.commits.length} commits`}>
      <Card>
        <ul className="divide-y divide-line">
          {pull.commits.map(({ sha, message, authorName, authoredAt }) => (
            <li key={sha} className="flex min-h-11 items-center gap-3 px-5 py-2">
              <code className="text-ink-soft">{sha.slice(0, 7)}</code>
              <span className="line-clamp-1 flex-1 [overflow-wrap:anywhere]">{message.split("\n", 1)[0]}</span>
              <span className="hidden items-center gap-2 text-ink-soft sm:flex" title={authorName}>
                <Avatar name={authorName} /> <Time at={authoredAt} />
              </span>
            </li>
          ))}
        </ul>
      </Card>
    </Section>
  );
}
