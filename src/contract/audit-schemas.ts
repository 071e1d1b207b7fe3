import Type, { type Static } from "typebox";
import { dateTime, ListQuery, Nullable, Words } from "./schemas.ts";

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

const AuditStream = Type.Object({
  url: Type.String(),
  /** `failing`: deliveries fail and are retried for a day. `stopped`: they failed for a day; resume it. */
  state: Words(["active", "failing", "stopped"]),
  waiting: Type.Integer(),
  lastError: Nullable(Type.String()),
  failingSince: Nullable(dateTime()),
  /** When the next attempt is due; `null` unless it is failing. */
  retryAt: Nullable(dateTime()),
  deliveredAt: Nullable(dateTime()),
  setBy: Type.String(),
  setAt: dateTime(),
});
export type AuditStream = Static<typeof AuditStream>;

export const AuditStreamState = Type.Object({ stream: Type.Union([AuditStream, Type.Null()]) });
export const NewAuditStream = Type.Object({
  url: Type.String({ minLength: 8, maxLength: 1_000, pattern: "^https?://" }),
  newSecret: Type.Optional(Type.Boolean()),
});
export const ChangedAuditStream = Type.Object({
  stream: AuditStream,
  secret: Nullable(Type.String()),
});
export const TestResult = Type.Object({
  /** What failed; `null` if the test succeeded. */
  problem: Nullable(Type.String()),
});
