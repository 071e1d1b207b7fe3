import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { type PullRequest, pullRequestQuery } from "../api/queries.ts";
import { BackLink } from "../shell/back-link.tsx";
import { useProject } from "../shell/current-project.ts";
import { UnavailablePage } from "../shell/page-states.tsx";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Markdown } from "../ui/markdown.tsx";
import { Card, Page } from "../ui/page.tsx";
import { Status } from "../ui/status.tsx";
import { Time } from "../ui/time.tsx";
import { PullCommits } from "./pull-commits.tsx";
import { PullConversation } from "./pull-conversation.tsx";
import { PullFiles } from "./pull-files.tsx";
import { PullSide } from "./pull-side.tsx";

/** One pull request: its text, comments and commits, whether it can be merged, and its diff. */
export function PullPage() {
  const { number = "" } = useParams({ strict: false });
  const { project } = useProject();
  const { data: pull, error, refetch } = useQuery(pullRequestQuery(project.id, number));
  if (pull === undefined) {
    return <UnavailablePage title={`Pull request #${number}`} error={error} onRetry={refetch} />;
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
          <PullDescription text={pull.body} />
          <PullConversation pull={pull} />
        </div>
      </div>
      <PullFiles key={pull.number} pull={pull} />
      <GitDetails pull={pull} />
    </Page>
  );
}

function PullState({ pull }: { pull: PullRequest }) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Status status={pull.status} />
      {pull.draft && <Badge>Draft</Badge>}
      <span className="[overflow-wrap:anywhere]">
        #{pull.number} · {pull.author} {pull.status === "open" ? "wants" : "wanted"} to{" "}
        {pull.publishesTo === null ? "merge" : "publish"} these changes · opened <Time at={pull.createdAt} />
      </span>
      {pull.labels.map((label) => (
        <Badge key={label}>{label}</Badge>
      ))}
    </span>
  );
}

/** The branches are details for people who use git. */
function GitDetails({ pull: { head, base, commits } }: { pull: PullRequest }) {
  return (
    <details className="mb-10">
      <summary className="mb-4 w-fit cursor-pointer font-medium">Branch and commits</summary>
      <p className="mb-6 text-ink-soft [overflow-wrap:anywhere]">
        From <code>{head}</code> to <code>{base}</code>.
      </p>
      <PullCommits commits={commits} />
    </details>
  );
}

/** Limits how much is drawn until the reader asks for the rest. */
const blocksMax = 40;

/** A long description is cut until the reader asks for the rest. */
function PullDescription({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false);
  const [isLong, setLong] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = frame;
    if (current !== null && text !== "") {
      setLong(current.scrollHeight > current.clientHeight);
    }
  }, [text]);
  if (text.trim() === "") {
    return null;
  }
  return (
    <Card className="mb-10 p-5">
      <div ref={frame} className={isWhole ? "" : "max-h-[520px] overflow-hidden"}>
        <Markdown text={text} {...(!isWhole && { blocksMax })} />
      </div>
      {(isLong || isWhole) && (
        <Button size="small" className="mt-4" onClick={() => setWhole(!isWhole)}>
          {isWhole ? "Show less" : "Show all"}
        </Button>
      )}
    </Card>
  );
}
