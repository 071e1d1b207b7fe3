import { useQuery } from "@tanstack/react-query";
import { Link2, Trash2 } from "lucide-react";
import { useState } from "react";
import { count } from "../../../../src/contract/count.ts";
import { api, previewLinksQuery, previewsQuery } from "../../api/client.ts";
import { Button, RowButton } from "../../ui/button.tsx";
import { Command } from "../../ui/command.tsx";
import { SelectField } from "../../ui/field.tsx";
import { ActionDialog } from "../../ui/form.tsx";
import { Section } from "../../ui/page.tsx";
import { Table } from "../../ui/table.tsx";
import { useAction } from "../../ui/use-action.ts";

/** Links that open the preview of a branch for people who aren't members. */
export function PreviewLinks({ projectId }: { projectId: string }) {
  const [isOpen, setOpen] = useState(false);
  const { data, error } = useQuery(previewLinksQuery(projectId));
  const { data: previews } = useQuery(previewsQuery(projectId));
  const branches = (previews?.previews ?? []).map(({ branch }) => branch);
  const revoke = useAction((linkId: string) => api.revokePreviewLink({ projectId, linkId }), {
    rereads: [previewLinksQuery(projectId)],
    message: "Link revoked. It no longer opens the preview.",
  });
  return (
    <Section
      title="Preview links"
      description="Previews are for members. A link opens one preview for others, until it expires."
      {...(branches.length > 0 && {
        action: (
          <Button icon={<Link2 size={16} />} onClick={() => setOpen(true)}>
            Create link
          </Button>
        ),
      })}
    >
      <Table
        label="Preview links"
        query={{ error }}
        rows={data?.links}
        keyOf={({ id }) => id}
        empty={branches.length === 0 ? "No branch has a preview." : "No links."}
        columns={({ main, column, time, actions }) => [
          main("Preview", ({ subdomain }) => <span className="block truncate">{subdomain}</span>),
          column("Created by", ({ createdBy }) => createdBy, { className: "text-ink-soft" }),
          time("Works until", ({ expiresAt }) => expiresAt),
          actions(({ id, subdomain }) => (
            <RowButton
              label={`Revoke the link to ${subdomain}`}
              icon={<Trash2 size={16} />}
              onClick={() => revoke.mutate(id)}
            >
              Revoke
            </RowButton>
          )),
        ]}
      />
      {isOpen && <LinkDialog projectId={projectId} branches={branches} onClose={() => setOpen(false)} />}
    </Section>
  );
}

function LinkDialog({ projectId, branches, onClose }: { projectId: string; branches: string[]; onClose: () => void }) {
  return (
    <ActionDialog
      title="Create preview link"
      action="Create link"
      of="createPreviewLink"
      run={(body) => api.createPreviewLink({ projectId, ...body })}
      rereads={[previewLinksQuery(projectId)]}
      done={({ url }) => ({
        title: "Preview link created",
        content: (
          <>
            <p className="mb-3 text-ink-soft">
              Anyone with this link can open the preview. You won’t be able to see it again.
            </p>
            <Command text={url} label="Copy link" />
          </>
        ),
      })}
      onClose={onClose}
    >
      <SelectField label="Branch" name="branch" options={branches.map((branch) => [branch, branch] as const)} />
      <SelectField
        label="Works for"
        name="days"
        defaultValue={7}
        options={[1, 7, 30, 90].map((days) => [days, count(days, "day")])}
      />
    </ActionDialog>
  );
}
