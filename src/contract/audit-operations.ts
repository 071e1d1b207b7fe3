import { AuditFilters } from "./audit-schemas.ts";
import { get } from "./dashboard-operation.ts";
import type { Operation } from "./operation.ts";

/** Exports of the audit log. */
export const auditOperations = {
  exportAuditCsv: get("admin", "/organization/{organizationId}/audit.csv", {
    query: AuditFilters,
    reply: {
      status: 200,
      contentType: "text/csv; charset=utf-8",
      chunks: { about: "one row per entry, newest first", headers: {}, heartbeat: "", isModel: false },
    },
  }),
  exportAuditJson: get("admin", "/organization/{organizationId}/audit.json", {
    query: AuditFilters,
    reply: {
      status: 200,
      contentType: "application/json; charset=utf-8",
      chunks: { about: "a list of entries, newest first", headers: {}, heartbeat: "\n", isModel: false },
    },
  }),
} as const satisfies Record<string, Operation>;
