import { presentAuditEntry } from "../../../activity/audit/present-entry.ts";
import { listAuditEntries } from "../../../activity/audit/store.ts";
import type { DashboardOperations } from "../../../contract/dashboard-operations.ts";
import type { Database } from "../../../platform/db/database.ts";
import type { Handlers } from "../../call.ts";
import { pageLimitDefault, pageOf } from "../../pagination.ts";
import { exportCsv, exportJson } from "./export-entries.ts";

type AuditOperations = Pick<DashboardOperations, "listAuditEntries" | "exportAuditCsv" | "exportAuditJson">;

export function auditRoutes({ database }: { database: Database }): Handlers<AuditOperations> {
  const download = (name: string) => ({ "content-disposition": `attachment; filename="${name}"` });
  return {
    async listAuditEntries({ params, query }) {
      const limit = query.limit ?? pageLimitDefault;
      const found = await listAuditEntries(database.query, params.organizationId, { ...query, limit });
      const { items, nextCursor } = pageOf(found, limit);
      return { entries: items.map(presentAuditEntry), nextCursor };
    },

    exportAuditCsv: ({ params: { organizationId }, query: filters, signal }) => ({
      headers: download("audit-log.csv"),
      chunks: exportCsv(database, { organizationId, filters, signal }),
    }),

    exportAuditJson: ({ params: { organizationId }, query: filters, signal }) => ({
      headers: download("audit-log.json"),
      chunks: exportJson(database, { organizationId, filters, signal }),
    }),
  };
}
