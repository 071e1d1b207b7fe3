import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { RefreshCw } from "lucide-react";
import { allOf, api } from "../api/client.ts";
import { useProject } from "../shell/current-project.ts";
import { Button } from "../ui/button.tsx";
import { useAction } from "../ui/use-action.ts";

/** Starts an update of the project's branch and opens its log. */
export function TriggerButton({ look }: Pick<StartButtonProps, "look">) {
  const { project } = useProject();
  return (
    <StartButton start={() => api.triggerUpdate({ projectId: project.id })} look={look}>
      Update now
    </StartButton>
  );
}

/** Updates the preview of a branch and opens the log. */
export function RefreshPreview({ branch }: { branch: string }) {
  const { project } = useProject();
  return (
    <StartButton start={() => api.createPreview({ projectId: project.id, branch })}>Update the preview</StartButton>
  );
}

interface StartButtonProps {
  start: () => Promise<{ statusId: string }>;
  look?: "primary" | "secondary" | undefined;
  children: string;
}

function StartButton({ start, look = "primary", children }: StartButtonProps) {
  const trigger = useAction(start, { onDone: useShowUpdate() });
  return (
    <Button look={look} icon={<RefreshCw size={16} />} isBusy={trigger.isPending} onClick={() => trigger.mutate()}>
      {children}
    </Button>
  );
}

/** Opens the page of an update that was just started. */
export function useShowUpdate(): (started: { statusId: string }) => void {
  const { project, params } = useProject();
  const navigate = useNavigate();
  const queries = useQueryClient();
  return ({ statusId }) => {
    void queries.invalidateQueries(allOf("listUpdates", { projectId: project.id }));
    void navigate({ to: "/$organization/$domain/updates/$updateId", params: { ...params, updateId: statusId } });
  };
}
