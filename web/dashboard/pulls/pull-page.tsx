import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { ExternalLink, TriangleAlert } from "lucide-react";
import { pullRequestQuery } from "../api/queries.ts";
import { BackLink } from "../shell/back-link.tsx";
import { useProject } from "../shell/place.ts";
import { UnreadPage } from "../shell/whole-page.tsx";
import { Avatar } from "../ui/avatar.tsx";
import { Badge } from "../ui/badge.tsx";
import { buttonClass } from "../ui/button.tsx";
import { Markdown } from "../ui/markdown.tsx";
import { Card, Page, Section } from "../ui/page.tsx";
import { Status, StatusDot, type StatusTone } from "../ui/status.tsx";
import { Time } from "../ui/time.tsx";
import { PullActions, type PullRequest } from "./pull-actions.tsx";
import { PullFiles } from "./pull-files.tsx";

const checkTones: Record<string, StatusTone> = { pending: "busy", success: "ok", failure: "bad", error: "bad" };

/** One pull request: what it says, what it changes, and whether it can be merged. */
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
      action={
        <>
          {pull.previewUrl !== null && (
            <a href={pull.previewUrl} target="_blank" rel="noreferrer" className={buttonClass()}>
              <ExternalLink size={16} aria-hidden />
              Preview
            </a>
          )}
          <PullActions pull={pull} />
        </>
      }
    >
      {pull.conflicts.length > 0 && <Conflicts pull={pull} />}
      {pull.body.trim() !== "" && (
        <Card className="mb-8 p-5">
          <Markdown text={pull.body} />
        </Card>
      )}
      {pull.statuses.length > 0 && <Checks pull={pull} />}
      <Commits pull={pull} />
      <PullFiles pull={pull} />
    </Page>
  );
}

/** Its state, who opened it and from where to where it leads. */
function PullState({ pull }: { pull: PullRequest }) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Status status={pull.status} />
      {pull.draft && <Badge>Draft</Badge>}
      <span>
        #{pull.number} by {pull.author}, <Time at={pull.createdAt} />
      </span>
      <span className="[overflow-wrap:anywhere]">
        <code>{pull.head}</code> → <code>{pull.base}</code>
      </span>
      {pull.endedBy !== null && (
        <span>
          {pull.status} by {pull.endedBy}
        </span>
      )}
    </span>
  );
}

function Conflicts({ pull }: { pull: PullRequest }) {
  return (
    <div className="mb-8 flex gap-3 rounded-card bg-warn-soft px-4 py-3">
      <TriangleAlert size={20} className="mt-px text-warn" aria-hidden />
      <div>
        <p>
          It cannot be merged: {pull.base} has changed the same lines. Mend the branch, or send a follow-up to the
          agent.
        </p>
        <p className="mt-1 font-mono text-[12.5px]">{pull.conflicts.join(", ")}</p>
      </div>
    </div>
  );
}

function Checks({ pull }: { pull: PullRequest }) {
  return (
    <Section title="Checks">
      <Card>
        <ul className="divide-y divide-line">
          {pull.statuses.map(({ context, state, description }) => (
            <li key={context} className="flex min-h-11 items-center gap-3 px-5 py-2">
              <StatusDot tone={checkTones[state] ?? "idle"} />
              <span className="font-medium">{context}</span>
              <span className="min-w-0 text-ink-soft [overflow-wrap:anywhere]">{description}</span>
            </li>
          ))}
        </ul>
      </Card>
    </Section>
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
              <span className="line-clamp-1 flex-1">{message.split("\n", 1)[0]}</span>
              <span className="hidden items-center gap-2 text-ink-soft sm:flex">
                <Avatar name={authorName} /> <Time at={authoredAt} />
              </span>
            </li>
          ))}
        </ul>
      </Card>
    </Section>
  );
}
