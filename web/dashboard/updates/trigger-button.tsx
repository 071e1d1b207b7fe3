import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { RefreshCw } from "lucide-react";
import { api } from "../api/client.ts";
import { useProject } from "../shell/current-project.ts";
import { Button } from "../ui/button.tsx";

/** Starts an update of the project's branch and opens its log. */
export function TriggerButton() {
  const { project, params } = useProject();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const trigger = useMutation({
    mutationFn: () => api.triggerUpdate({ projectId: project.id }),
    onSuccess: ({ statusId }) => {
      void queries.invalidateQueries({ queryKey: ["updates", project.id] });
      void navigate({
        to: "/$organization/$domain/updates/$updateId",
        params: { ...params, updateId: statusId },
      });
    },
  });
  return (
    <Button
      look="primary"
      icon={<RefreshCw size={16} aria-hidden />}
      isBusy={trigger.isPending}
      onClick={() => trigger.mutate()}
    >
      Update now
    </Button>
  );
}
