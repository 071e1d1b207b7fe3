import type { DashboardOperations } from "../../contract/dashboard-operations.ts";
import type { Handlers } from "../../http/call.ts";
import type { Services } from "../../platform/services.ts";
import { getProject } from "../../projects/get-project.ts";
import { type CheckAddressDeps, checkAddress } from "./check-address.ts";

type CheckAddressRouteDeps = Omit<CheckAddressDeps, "tokenKeys"> & Pick<Services, "database" | "secrets">;

export function checkAddressRoutes(deps: CheckAddressRouteDeps) {
  const { query } = deps.database;
  return {
    async checkAddress({ principal, params, signal }) {
      const project = await getProject(query, principal.organizationId, params.projectId);
      const tokenKeys = deps.secrets.signingKeys("visitor-token");
      return checkAddress({ ...deps, tokenKeys }, query, project, signal);
    },
  } satisfies Partial<Handlers<DashboardOperations>>;
}
