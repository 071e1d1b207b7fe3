import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Answer, api } from "../api/client.ts";
import { projectQuery, projectsQuery } from "../api/queries.ts";
import { tell } from "../ui/toast.tsx";

export type ProjectDetails = Answer<"getProject">;
type Change = Omit<Parameters<typeof api.changeProject>[0], "projectId">;

/** Saves what was changed; what is left out stays as it is. */
export function useChangeProject({ id, organizationId }: ProjectDetails, done: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: Change) => api.changeProject({ projectId: id, ...change }),
    meta: { showsError: true },
    onSuccess: async (project) => {
      queries.setQueryData(projectQuery(id).queryKey, project);
      await queries.invalidateQueries(projectsQuery(organizationId));
      tell(done);
    },
  });
}
