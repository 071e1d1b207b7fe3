import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { allOf, api, projectQuery, updateQuery } from "../api/client.ts";
import { BackLink } from "../shell/back-link.tsx";
import { useProject } from "../shell/current-project.ts";
import { UnavailablePage } from "../shell/page-states.tsx";
import { Badge } from "../ui/badge.tsx";
import { Card, Page, Section } from "../ui/page.tsx";
import { shortenMiddle } from "../ui/shorten-middle.ts";
import { useFollow } from "../ui/use-follow.ts";
import type { FindFileTarget } from "./file-link.tsx";
import { FilesChanged } from "./files-changed.tsx";
import { LogViewer } from "./log-viewer.tsx";
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
  const log = useFollow({
    source: updateId,
    name: updateId,
    open: (options) => api.streamUpdateEvents({ statusId: updateId }, options),
    onEvents: (events) => {
      if (!events.some(({ event }) => event === "status")) return;
      void refetch();
      void queries.invalidateQueries(allOf("listUpdates", { projectId: project.id }));
      void queries.invalidateQueries(allOf("listProjects"));
    },
  });
  const streamed = useMemo(
    () => log.events.flatMap(({ event, data }) => (event === "log" ? [{ text: data.line, at: data.at }] : [])),
    [log.events],
  );
  if (update === undefined) {
    return <UnavailablePage title="Update" error={error} onRetry={refetch} />;
  }
  const isRunning = update.status === "queued" || update.status === "in_progress";
  const lines = streamed.length > 0 ? streamed : update.logs.map((text) => ({ text }));
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
