import { useInfiniteQuery } from "@tanstack/react-query";
import { GitBranchPlus } from "lucide-react";
import { useState } from "react";
import type { UpdateStatusWord } from "../../../src/contract/schemas.ts";
import { api, updatesQuery } from "../api/client.ts";
import { useProject } from "../shell/current-project.ts";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { ActionDialog } from "../ui/form.tsx";
import { Page } from "../ui/page.tsx";
import { StatusFilter } from "../ui/status-filter.tsx";
import { Previews } from "./previews.tsx";
import { TriggerButton, useShowUpdate } from "./trigger-button.tsx";
import { UpdateTable } from "./update-table.tsx";

const noneWithStatus = (
  <p className="rounded-card border border-dashed border-line px-6 py-10 text-center text-ink-soft">
    No updates with this status.
  </p>
);
const statuses: readonly UpdateStatusWord[] = ["queued", "in_progress", "success", "failure"];

export function UpdatesPage() {
  const { project, may } = useProject();
  const [status, setStatus] = useState<UpdateStatusWord>();
  const showUpdate = useShowUpdate();
  const [isPreviewOpen, setPreviewOpen] = useState(false);
  const query = useInfiniteQuery(updatesQuery(project.id, status));
  return (
    <Page
      title="Updates"
      documentTitle={`Updates of ${project.name}`}
      description="An update builds the pages and publishes them all at once, so readers never see half of a change."
      action={
        may("editor") && (
          <>
            <Button icon={<GitBranchPlus size={16} />} onClick={() => setPreviewOpen(true)}>
              Preview a branch
            </Button>
            <TriggerButton />
          </>
        )
      }
    >
      <StatusFilter words={statuses} value={status} onChange={setStatus} />
      <UpdateTable
        query={query}
        updates={query.data?.pages.flatMap((page) => page.updates)}
        {...(status !== undefined && { empty: noneWithStatus })}
      />
      <Previews />
      {isPreviewOpen && (
        <ActionDialog
          title="Preview a branch"
          action="Publish preview"
          run={(fields) => api.createPreview({ projectId: project.id, branch: String(fields.get("branch")) })}
          onDone={showUpdate}
          onClose={() => setPreviewOpen(false)}
        >
          <TextField
            label="Branch"
            name="branch"
            required
            maxLength={250}
            autoFocus
            hint="The preview gets its own address. The published site doesn't change."
          />
        </ActionDialog>
      )}
    </Page>
  );
}
