import Type, { type Static } from "typebox";
import { dateTime, ListQuery, Nullable, Words } from "./schemas.ts";

const filterText = (description: string) => Type.Optional(Type.String({ minLength: 1, maxLength: 200, description }));

const time = (description: string) =>
  Type.String({ maxLength: 30, pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,3})?Z$", description });

const auditFilters = {
  projectId: filterText("Only entries about this project."),
  actor: filterText("Part of the actor's name, or their ID."),
  action: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: "The name of the operation." })),
  target: filterText("Part of the target's name, or its ID."),
  from: Type.Optional(time("Not before this time.")),
  to: Type.Optional(time("Before this time.")),
  text: filterText("Text anywhere in an entry."),
};
export const AuditFilters = Type.Object(auditFilters);
export type AuditFilters = Static<typeof AuditFilters>;

export const AuditQuery = Type.Object({ ...auditFilters, ...ListQuery });

const AuditStream = Type.Object({
  url: Type.String({ description: "Where entries are sent." }),
  state: Words(
    ["active", "failing", "stopped"],
    "`failing`: deliveries fail and are retried for a day. `stopped`: they failed for a day; resume it.",
  ),
  waiting: Type.Integer({ description: "Entries that haven't been delivered yet." }),
  lastError: Nullable(Type.String({ description: "Why the last delivery failed." })),
  failingSince: Nullable(dateTime("When deliveries began to fail.")),
  retryAt: Nullable(dateTime("When the next attempt is due; `null` unless it is failing.")),
  deliveredAt: Nullable(dateTime("When an entry was delivered last.")),
  setBy: Type.String({ description: "Who set it up." }),
  setAt: dateTime("When it was set up."),
});
export type AuditStream = Static<typeof AuditStream>;

export const AuditStreamState = Type.Object({ stream: Type.Union([AuditStream, Type.Null()]) });
export const NewAuditStream = Type.Object({
  url: Type.String({ minLength: 8, maxLength: 1_000, pattern: "^https?://", description: "An https:// address." }),
  newSecret: Type.Optional(Type.Boolean({ description: "Whether to replace the signing secret." })),
});
export const ChangedAuditStream = Type.Object({
  stream: AuditStream,
  secret: Nullable(Type.String({ description: "The signing secret if it is new. It is shown only once." })),
});
export const TestResult = Type.Object({
  problem: Nullable(Type.String({ description: "What failed; `null` if the test succeeded." })),
});
