import { type Answer, api, projectQuery, projectsQuery, webhookQuery } from "../api/client.ts";
import { optimisticUpdate } from "../api/optimistic-update.ts";
import { useAction } from "../ui/use-action.ts";

export type ProjectDetails = Answer<"getProject">;
type Change = Omit<Parameters<typeof api.changeProject>[0], "projectId">;

/** Saves the given fields. Simple fields are shown optimistically. */
export function useChangeProject({ id, organizationId }: ProjectDetails, done: string) {
  return useAction((change: Change) => api.changeProject({ projectId: id, ...change }), {
    message: (project) => describeForgotten(project) ?? done,
    cachesAs: projectQuery(id),
    rereads: [projectsQuery(organizationId), webhookQuery(id)],
    showsError: true,
    shownAtOnce: optimisticUpdate(projectQuery(id), (before: ProjectDetails, change: Change) => ({
      ...before,
      ...shownAsWritten(change),
    })),
  });
}

/** The server removes secrets when the repository moves to another host. The next update may need a new token. */
function describeForgotten({ forgotten = [] }: ProjectDetails): string | undefined {
  const names = { repositoryToken: "access token", webhookSecret: "webhook secret" };
  return forgotten.length === 0
    ? undefined
    : `Saved. The repository moved to another host, so the stored ${forgotten.map((name) => names[name]).join(" and ")} ${forgotten.length === 1 ? "was" : "were"} removed.`;
}

/** Fields that are shown optimistically. Others, such as budgets and the model, need values from the server. */
const shownFields = [
  "name",
  "branch",
  "directory",
  "isStrict",
  "customDomains",
  "agentPaths",
  "agentPlansFirst",
] as const;

function shownAsWritten(change: Change): Partial<ProjectDetails> {
  const shown = shownFields.filter((name) => change[name] !== undefined);
  return Object.fromEntries(shown.map((name) => [name, change[name]]));
}
