import type { DashboardOperations } from "../../../contract/dashboard-operations.ts";
import { listAuditEntries } from "../../../platform/audit/store.ts";
import { isoTime } from "../../../platform/clock.ts";
import type { Database } from "../../../platform/db/database.ts";
import type { Handlers } from "../../call.ts";
import { pageLimitDefault, pageOf } from "../../pagination.ts";

export function auditRoutes({
  database,
}: {
  database: Database;
}): Handlers<Pick<DashboardOperations, "listAuditEntries">> {
  return {
    async listAuditEntries({ params, query }) {
      const limit = query.limit ?? pageLimitDefault;
      const found = await listAuditEntries(database.query, params.organizationId, { ...query, limit });
      const { items, nextCursor } = pageOf(found, limit);
      const entries = items.map(({ id, at, actor, action, projectId, details, address }) => ({
        id,
        at: isoTime(at),
        actor,
        action,
        projectId,
        details,
        address,
      }));
      return { entries, nextCursor };
    },
  };
}
