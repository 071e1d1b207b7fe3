import { AuditFilters, AuditStreamState, ChangedAuditStream, NewAuditStream, TestResult } from "./audit-schemas.ts";
import { get, post } from "./dashboard-operation.ts";
import type { Limit, Operation } from "./operation.ts";

/** Each makes the server contact an address that a person has entered. */
const testLimits: readonly Limit[] = [{ name: "tests", by: "organization", max: 20, windowSeconds: 600 }];

/** Exports of the audit log, and the webhook that it is sent to. */
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
  getAuditStream: get("admin", "/organization/{organizationId}/audit/stream", { reply: AuditStreamState }),
  changeAuditStream: post("admin", "/organization/{organizationId}/audit/stream", {
    body: NewAuditStream,
    reply: ChangedAuditStream,
  }),
  testAuditStream: post("admin", "/organization/{organizationId}/audit/stream/test", {
    reply: TestResult,
    limits: testLimits,
  }),
  resumeAuditStream: post("admin", "/organization/{organizationId}/audit/stream/resume"),
  removeAuditStream: post("admin", "/organization/{organizationId}/audit/stream/remove"),
} as const satisfies Record<string, Operation>;
