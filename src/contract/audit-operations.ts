import Type, { type Static } from "typebox";
import { get, organization } from "./define-operation.ts";
import { ListQuery, Nullable } from "./schemas.ts";

const filterText = Type.Optional(Type.String({ minLength: 1, maxLength: 200 }));

const time = Type.String({ maxLength: 30, pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,3})?Z$" });

const auditFilters = {
  projectId: filterText,
  actor: filterText,
  action: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  target: filterText,
  from: Type.Optional(time),
  to: Type.Optional(time),
  text: filterText,
};
export const AuditFilters = Type.Object(auditFilters);
export type AuditFilters = Static<typeof AuditFilters>;

export const AuditQuery = Type.Object({ ...auditFilters, ...ListQuery });

export const TestResult = Type.Object({
  /** Why the test failed; `null` if it succeeded. */
  problem: Nullable(Type.String()),
});

/** Exports of the audit log. */
export const auditOperations = {
  exportAuditCsv: get("admin", `${organization}/audit.csv`, {
    query: AuditFilters,
    reply: {
      status: 200,
      contentType: "text/csv; charset=utf-8",
      chunks: { about: "one row per entry, newest first", headers: {}, heartbeat: "", isModel: false },
    },
  }),
  exportAuditJson: get("admin", `${organization}/audit.json`, {
    query: AuditFilters,
    reply: {
      status: 200,
      contentType: "application/json; charset=utf-8",
      chunks: { about: "a list of entries, newest first", headers: {}, heartbeat: "\n", isModel: false },
    },
  }),
};
