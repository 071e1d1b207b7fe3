import { useInfiniteQuery } from "@tanstack/react-query";
import { GitBranchPlus } from "lucide-react";
import { useState } from "react";
import type { UpdateStatusWord } from "../../../src/contract/schemas.ts";
import { api } from "../api/client.ts";
import { updatesQuery } from "../api/queries.ts";
import { useProject } from "../shell/current-project.ts";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { FormDialog } from "../ui/form.tsx";
import { MoreButton } from "../ui/more-button.tsx";
import { Page } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { StatusFilter } from "../ui/status-filter.tsx";
import { useAction } from "../ui/use-action.ts";
import { Previews } from "./previews.tsx";
import { TriggerButton } from "./trigger-button.tsx";
import { UpdateTable } from "./update-table.tsx";
import { useShowUpdate } from "./use-show-update.ts";

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
      description="An update builds the pages and publishes them all at once, so readers never see half of a change."
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
          No updates with this status.
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

/** Starts a preview of a branch, which has its own address. */
function PreviewDialog({ onClose }: { onClose: () => void }) {
  const { project } = useProject();
  const create = useAction((branch: string) => api.createPreview({ projectId: project.id, branch }), {
    onDone: useShowUpdate(),
    showsError: true,
  });
  return (
    <FormDialog
      title="Preview a branch"
      action="Publish preview"
      change={create}
      onSubmit={(fields) => create.mutate(String(fields.get("branch")))}
      onClose={onClose}
    >
      <TextField
        label="Branch"
        name="branch"
        required
        maxLength={250}
        autoFocus
        hint="The preview gets its own address. The published site doesn't change."
      />
    </FormDialog>
  );
}
