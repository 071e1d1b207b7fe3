import Type from "typebox";
import { AuditFilters } from "./audit-schemas.ts";
import { organizationId } from "./ids.ts";
import type { Operation } from "./operation.ts";

const inOrganization = Type.Object({ organizationId });
const forAdmins = { key: "session", role: "admin", params: inOrganization } as const;

/** Exports of the audit log. */
export const auditOperations = {
  exportAuditCsv: {
    method: "GET",
    path: "/v1/dashboard/organization/{organizationId}/audit.csv",
    summary: "Export the audit log as CSV",
    about: "The newest 100,000 entries that match.",
    ...forAdmins,
    query: AuditFilters,
    reply: {
      status: 200,
      contentType: "text/csv; charset=utf-8",
      chunks: { about: "one row per entry, newest first", headers: {}, heartbeat: "", isModel: false },
    },
  },
  exportAuditJson: {
    method: "GET",
    path: "/v1/dashboard/organization/{organizationId}/audit.json",
    summary: "Export the audit log as JSON",
    about: "The newest 100,000 entries that match.",
    ...forAdmins,
    query: AuditFilters,
    reply: {
      status: 200,
      contentType: "application/json; charset=utf-8",
      chunks: { about: "a list of entries, newest first", headers: {}, heartbeat: "\n", isModel: false },
    },
  },
} as const satisfies Record<string, Operation>;
