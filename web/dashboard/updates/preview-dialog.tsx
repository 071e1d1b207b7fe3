import { api } from "../api/client.ts";
import { useProject } from "../shell/current-project.ts";
import { TextField } from "../ui/field.tsx";
import { FormDialog } from "../ui/form.tsx";
import { useAction } from "../ui/use-action.ts";
import { useShowUpdate } from "./use-show-update.ts";

/** Publishes a branch at its own address. */
export function PreviewDialog({ onClose }: { onClose: () => void }) {
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
