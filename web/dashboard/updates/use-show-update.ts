import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useProject } from "../shell/current-project.ts";

/** Opens the page of an update that was just started. */
export function useShowUpdate(): (started: { statusId: string }) => void {
  const { project, params } = useProject();
  const navigate = useNavigate();
  const queries = useQueryClient();
  return ({ statusId }) => {
    void queries.invalidateQueries({ queryKey: ["updates", project.id] });
    void navigate({ to: "/$organization/$domain/updates/$updateId", params: { ...params, updateId: statusId } });
  };
}
