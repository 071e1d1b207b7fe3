import { useInfiniteQuery } from "@tanstack/react-query";
import { GitBranchPlus } from "lucide-react";
import { useState } from "react";
import type { UpdateStatusWord } from "../../../src/contract/schemas.ts";
import { updatesQuery } from "../api/queries.ts";
import { useProject } from "../shell/current-project.ts";
import { Button } from "../ui/button.tsx";
import { MoreButton } from "../ui/more-button.tsx";
import { Page } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { StatusFilter } from "../ui/status-filter.tsx";
import { PreviewDialog } from "./preview-dialog.tsx";
import { Previews } from "./previews.tsx";
import { TriggerButton } from "./trigger-button.tsx";
import { UpdateTable } from "./update-table.tsx";

const statuses: readonly UpdateStatusWord[] = ["queued", "in_progress", "success", "failure"];

export function UpdatesPage() {
  const { project, may } = useProject();
  const [status, setStatus] = useState<UpdateStatusWord>();
  const [isPreviewOpen, setPreviewOpen] = useState(false);
  const query = useInfiniteQuery(updatesQuery(project.id, status));
  const updates = query.data?.pages.flatMap((page) => page.updates);
  return (
    <Page
      title="Updates"
      documentTitle={`Updates of ${project.name}`}
      description="An update builds the pages and publishes them in one move: readers see the old site or the new one."
      action={
        may("editor") && (
          <>
            <Button icon={<GitBranchPlus size={16} aria-hidden />} onClick={() => setPreviewOpen(true)}>
              Preview a branch
            </Button>
            <TriggerButton />
          </>
        )
      }
    >
      <StatusFilter words={statuses} value={status} onChange={setStatus} />
      {query.error !== null && <Problem error={query.error} onRetry={() => void query.refetch()} className="mb-4" />}
      {status !== undefined && updates?.length === 0 ? (
        <p className="rounded-card border border-dashed border-line px-6 py-10 text-center text-ink-soft">
          No update has this status.
        </p>
      ) : (
        <UpdateTable updates={updates} />
      )}
      <MoreButton query={query} />
      <Previews />
      {isPreviewOpen && <PreviewDialog onClose={() => setPreviewOpen(false)} />}
    </Page>
  );
}
