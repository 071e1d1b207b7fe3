import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { api } from "../api/client.ts";
import { useProject } from "../shell/current-project.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogActions } from "../ui/dialog.tsx";
import { TextField } from "../ui/field.tsx";
import { Problem } from "../ui/problem.tsx";

/** Publishes a branch at its own address. */
export function PreviewDialog({ onClose }: { onClose: () => void }) {
  const { project, params } = useProject();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const create = useMutation({
    mutationFn: (branch: string) => api.createPreview({ projectId: project.id, branch }),
    meta: { showsError: true },
    onSuccess: ({ statusId }) => {
      void queries.invalidateQueries({ queryKey: ["updates", project.id] });
      void navigate({ to: "/$organization/$domain/updates/$updateId", params: { ...params, updateId: statusId } });
    },
  });
  return (
    <Dialog title="Preview a branch" isOpen onClose={onClose}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate(String(new FormData(event.currentTarget).get("branch")));
        }}
      >
        <TextField
          label="Branch"
          name="branch"
          required
          maxLength={250}
          autoFocus
          hint="It gets an address of its own; the site that readers see stays as it is."
        />
        {create.error !== null && <Problem error={create.error} />}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={create.isPending}>
            Publish the preview
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
