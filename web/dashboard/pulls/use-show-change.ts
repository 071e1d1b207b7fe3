import { useQueryClient } from "@tanstack/react-query";
import { type PullRequest, pullRequestQuery } from "../api/queries.ts";
import { useProject } from "../shell/current-project.ts";

/** Shows the server's reply immediately and refetches the lists that it affects. */
export function useShowChange({ number }: PullRequest): (next: PullRequest) => void {
  const { project } = useProject();
  const queries = useQueryClient();
  return (next) => {
    queries.setQueryData(pullRequestQuery(project.id, String(number)).queryKey, next);
    void queries.invalidateQueries({ queryKey: ["pulls", project.id] });
    void queries.invalidateQueries({ queryKey: ["updates", project.id] });
  };
}
