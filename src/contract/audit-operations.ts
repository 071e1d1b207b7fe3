import Type from "typebox";
import { AuditFilters, AuditStreamState, ChangedAuditStream, NewAuditStream, TestResult } from "./audit-schemas.ts";
import { organizationId } from "./ids.ts";
import type { Limit, Operation } from "./operation.ts";

const inOrganization = Type.Object({ organizationId });
const forAdmins = { key: "session", role: "admin", params: inOrganization } as const;

/** Each makes the server contact an address that a person has entered. */
const testLimits: readonly Limit[] = [{ name: "tests", by: "organization", max: 20, windowSeconds: 600 }];

/** Exports of the audit log, and the webhook that it is sent to. */
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
  getAuditStream: {
    method: "GET",
    path: "/v1/dashboard/organization/{organizationId}/audit/stream",
    summary: "Get the webhook of the audit log",
    ...forAdmins,
    reply: { status: 200, schema: AuditStreamState },
  },
  changeAuditStream: {
    method: "POST",
    path: "/v1/dashboard/organization/{organizationId}/audit/stream",
    summary: "Send the audit log to a webhook",
    about: "From now on, each entry is sent to the address, signed as in Standard Webhooks.",
    ...forAdmins,
    body: NewAuditStream,
    reply: { status: 200, schema: ChangedAuditStream },
  },
  testAuditStream: {
    method: "POST",
    path: "/v1/dashboard/organization/{organizationId}/audit/stream/test",
    summary: "Test the webhook of the audit log",
    ...forAdmins,
    reply: { status: 200, schema: TestResult },
    limits: testLimits,
  },
  resumeAuditStream: {
    method: "POST",
    path: "/v1/dashboard/organization/{organizationId}/audit/stream/resume",
    summary: "Resume the webhook of the audit log",
    about: "Continues with the first entry that wasn't delivered.",
    ...forAdmins,
    reply: { status: 204 },
  },
  removeAuditStream: {
    method: "POST",
    path: "/v1/dashboard/organization/{organizationId}/audit/stream/remove",
    summary: "Stop sending the audit log to a webhook",
    ...forAdmins,
    reply: { status: 204 },
  },
} as const satisfies Record<string, Operation>;
