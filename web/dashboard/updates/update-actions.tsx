import { CircleStop, Undo2 } from "lucide-react";
import { useState } from "react";
import type { UpdateStatus } from "../../../src/contract/schemas.ts";
import { api, updateQuery } from "../api/client.ts";
import { useProject } from "../shell/current-project.ts";
import { Button } from "../ui/button.tsx";
import { ConfirmAction } from "../ui/confirm-dialog.tsx";
import { useAction } from "../ui/use-action.ts";
import { RefreshPreview, TriggerButton, useShowUpdate } from "./trigger-button.tsx";

/** The actions for an update, depending on its status: cancel it, roll back to it, or run a new one. */
export function UpdateActions({ update, isRunning }: { update: UpdateStatus; isRunning: boolean }) {
  const { project, may } = useProject();
  const showUpdate = useShowUpdate();
  const [isAsking, setAsking] = useState(false);
  const cancel = useAction(() => api.cancelUpdate({ statusId: update._id }), {
    rereads: [updateQuery(update._id)],
    message: "Update canceled.",
  });
  if (!may("editor")) {
    return null;
  }
  if (isRunning) {
    return (
      <Button look="danger" icon={<CircleStop size={16} />} isBusy={cancel.isPending} onClick={() => cancel.mutate()}>
        Cancel
      </Button>
    );
  }
  const isOfSite = update.subdomain === project.domain;
  return (
    <>
      {update.status === "success" && isOfSite && update._id !== project.published?.statusId && (
        <Button icon={<Undo2 size={16} />} onClick={() => setAsking(true)}>
          Roll back to this
        </Button>
      )}
      {isOfSite && <TriggerButton />}
      {!isOfSite && update.commit?.ref !== undefined && <RefreshPreview branch={update.commit.ref} />}
      {isAsking && (
        <ConfirmAction
          title="Roll back"
          action="Roll back"
          run={() => api.rollBack({ projectId: project.id, statusId: update._id })}
          onDone={showUpdate}
          onClose={() => setAsking(false)}
        >
          <p>Readers will see the site as this update published it, immediately and without a new build.</p>
          <p>The repository doesn’t change, so the next update publishes its current content again.</p>
        </ConfirmAction>
      )}
    </>
  );
}
