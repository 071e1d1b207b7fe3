import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../api/client.ts";
import { projectQuery, updateQuery } from "../api/queries.ts";
import { BackLink } from "../shell/back-link.tsx";
import { useProject } from "../shell/current-project.ts";
import { UnavailablePage } from "../shell/page-states.tsx";
import { Badge } from "../ui/badge.tsx";
import { Card, Page, Section } from "../ui/page.tsx";
import { shortenMiddle } from "../ui/shorten-middle.ts";
import { type FollowState, useFollow } from "../ui/use-follow.ts";
import type { FindFileTarget } from "./file-link.tsx";
import { FilesChanged } from "./files-changed.tsx";
import { LogViewer } from "./log-viewer.tsx";
import type { LogLine } from "./read-log.ts";
import { SiteScreenshot } from "./site-screenshot.tsx";
import { SourceDialog, sourceFileUrl } from "./source-dialog.tsx";
import { UpdateActions } from "./update-actions.tsx";
import { UpdateFacts } from "./update-facts.tsx";
import { UpdateProblems } from "./update-problems.tsx";

const titleLength = 72;

export function UpdatePage() {
  const { updateId = "" } = useParams({ strict: false });
  const { project } = useProject();
  const queries = useQueryClient();
  const [source, setSource] = useState<{ file: string; line: number | undefined }>();
  const { data: details } = useQuery(projectQuery(project.id));
  const { data: update, error, refetch } = useQuery(updateQuery(updateId));
  const log = useUpdateLog(updateId, () => {
    void refetch();
    void queries.invalidateQueries({ queryKey: ["updates", project.id] });
    void queries.invalidateQueries({ queryKey: ["projects"] });
  });
  if (update === undefined) {
    return <UnavailablePage title="Update" error={error} onRetry={refetch} />;
  }
  const isRunning = update.status === "queued" || update.status === "in_progress";
  const lines = log.lines.length > 0 ? log.lines : update.logs.map((text) => ({ text }));
  const sha = update.builtWith?.sha ?? update.commit?.sha;
  const fileLink: FindFileTarget = (file, line) => {
    if (project.isHosted) {
      return sha === undefined ? undefined : { open: () => setSource({ file, line }) };
    }
    const href = sourceFileUrl(details, sha, file, line);
    return href === undefined ? undefined : { href };
  };
  const title = update.commit?.message === undefined ? "Update" : shortenMiddle(update.commit.message, titleLength);
  return (
    <Page
      title={title}
      documentTitle={`Update of ${project.name}`}
      eyebrow={
        <span className="flex items-center gap-2">
          <BackLink list="updates" />
          {update.subdomain !== project.domain && <Badge tone="accent">Preview</Badge>}
        </span>
      }
      action={<UpdateActions update={update} isRunning={isRunning} />}
    >
      <UpdateFacts update={update} lines={lines} />
      <UpdateProblems update={update} fileLink={fileLink} />
      <Section title="Log">
        <LogViewer lines={lines} isLive={isRunning && log.state !== "ended"} fileLink={fileLink} />
        {log.state === "waiting" && isRunning && lines.length > 0 && (
          <p className="mt-2 text-[13px] text-ink-faint">The connection was lost; trying again…</p>
        )}
      </Section>
      {source !== undefined && <SourceDialog {...source} statusId={update._id} onClose={() => setSource(undefined)} />}
      {update.commit?.filesChanged !== undefined && (
        <FilesChanged {...update.commit} files={update.commit.filesChanged} />
      )}
      {update.screenshotLight !== undefined && (
        <Section title="Screenshot">
          <Card className="max-w-[720px] overflow-hidden">
            <SiteScreenshot pictures={update} siteUrl={project.siteUrl} />
          </Card>
        </Section>
      )}
    </Page>
  );
}

interface UpdateLog {
  lines: readonly LogLine[];
  state: FollowState;
}

/** Follows the log of an update. Calls `onMove` when the update's status changes. */
function useUpdateLog(statusId: string, onMove: () => void): UpdateLog {
  const [log, setLog] = useState<{ of: string; lines: readonly LogLine[] }>({ of: statusId, lines: [] });
  const state = useFollow({
    name: statusId,
    open: (options) => api.streamUpdateEvents({ statusId }, options),
    onEvents: (events) => {
      const fresh = events.flatMap((event) =>
        event.event === "log" ? [{ text: event.data.line, at: event.data.at }] : [],
      );
      setLog((before) => ({
        of: statusId,
        lines: before.of === statusId ? [...before.lines, ...fresh] : fresh,
      }));
      if (events.some(({ event }) => event === "status")) {
        onMove();
      }
    },
  });
  return { lines: log.of === statusId ? log.lines : [], state };
}
