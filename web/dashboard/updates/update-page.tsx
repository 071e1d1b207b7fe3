import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { projectQuery, updateQuery } from "../api/queries.ts";
import { SiteScreenshot } from "../projects/site-screenshot.tsx";
import { BackLink } from "../shell/back-link.tsx";
import { useProject } from "../shell/place.ts";
import { UnreadPage } from "../shell/whole-page.tsx";
import { Badge } from "../ui/badge.tsx";
import { middleCut } from "../ui/middle-cut.ts";
import { Card, Page, Section } from "../ui/page.tsx";
import type { FindFileLink } from "./file-place.tsx";
import { FilesChanged } from "./files-changed.tsx";
import { LogViewer } from "./log-viewer.tsx";
import { SourceDialog } from "./source-dialog.tsx";
import { sourceFileUrl } from "./source-file-url.ts";
import { UpdateActions } from "./update-actions.tsx";
import { UpdateFacts } from "./update-facts.tsx";
import { useUpdateLog } from "./use-update-log.ts";

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
    return <UnreadPage title="Update" error={error} onRetry={refetch} />;
  }
  const isRunning = update.status === "queued" || update.status === "in_progress";
  const lines = log.lines.length > 0 ? log.lines : update.logs.map((text) => ({ text }));
  const sha = update.commit?.sha;
  const fileLink: FindFileLink = (file, line) => {
    if (project.isHosted) {
      return sha === undefined ? undefined : { open: () => setSource({ file, line }) };
    }
    const href = sourceFileUrl(details, sha, file, line);
    return href === undefined ? undefined : { href };
  };
  const title = update.commit?.message === undefined ? "Update" : middleCut(update.commit.message, titleLength);
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
      <Section title="Log">
        <LogViewer lines={lines} isLive={isRunning && log.state !== "ended"} fileLink={fileLink} />
        {log.state === "waiting" && isRunning && lines.length > 0 && (
          <p className="mt-2 text-[13px] text-ink-faint">The connection was lost; trying again…</p>
        )}
      </Section>
      {source !== undefined && <SourceDialog {...source} statusId={update._id} onClose={() => setSource(undefined)} />}
      {update.commit?.filesChanged !== undefined && <FilesChanged files={update.commit.filesChanged} />}
      {update.screenshotLight !== undefined && (
        <Section title="What it looks like">
          <Card className="max-w-[720px] overflow-hidden">
            <SiteScreenshot pictures={update} siteUrl={project.siteUrl} />
          </Card>
        </Section>
      )}
    </Page>
  );
}
