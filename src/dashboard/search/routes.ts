import { effectiveRole } from "../../accounts/member-store.ts";
import { listRolesOfUser } from "../../accounts/members/project-role-store.ts";
import type { DashboardOperations } from "../../contract/dashboard-operations.ts";
import type { Handlers } from "../../http/call.ts";
import { AppError } from "../../platform/errors.ts";
import { getProject } from "../../projects/get-project.ts";
import { type SearchDeps, searchOrganization } from "./search-organization.ts";

type SearchRouteDeps = SearchDeps;

export function searchRoutes(deps: SearchRouteDeps): Handlers<Pick<DashboardOperations, "searchOrganization">> {
  return {
    async searchOrganization({ principal: { user }, params: { organizationId }, query: { query, projectId } }) {
      const roles = await listRolesOfUser(deps.database.query, user.id);
      const hidden = [...roles].flatMap(([id, role]) =>
        effectiveRole(user.role ?? "viewer", role) === "none" ? [id] : [],
      );
      if (projectId !== undefined && hidden.includes(projectId)) {
        throw new AppError("not_found", "Project not found.");
      }
      const project =
        projectId === undefined ? undefined : await getProject(deps.database.query, organizationId, projectId);
      return { hits: await searchOrganization(deps, { organizationId, hidden, query, project }) };
    },
  };
}
