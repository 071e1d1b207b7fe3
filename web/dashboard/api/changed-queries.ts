import type { QueryKey } from "@tanstack/react-query";
import type { Change } from "./follow-changes.ts";

/** Prefixes of the query keys to refetch after a change; see `queries.ts`. */
export function changedQueries(organizationId: string, { kind, projectId, id }: Change): readonly QueryKey[] {
  const project = [
    ["projects", organizationId],
    ["project", projectId],
    ["previews", projectId],
  ];
  switch (kind) {
    case "update":
      return [...project, ["updates", projectId], ["update", id]];
    case "job":
      return [
        ["jobs", projectId],
        ["job", id],
      ];
    case "pull":
      return [
        ["pulls", projectId],
        ["pull", projectId, id],
      ];
    case "project":
      return project;
    case "organization":
      return [
        ["members", organizationId],
        ["invitations", organizationId],
      ];
    case "key":
      // Admin keys belong to the organization and are listed in every project.
      return [["keys"]];
    case "webhook":
      return [["webhook", projectId]];
    case "deed":
      return [["audit", organizationId]];
  }
}
