import Type, { type Static } from "typebox";
import { ListQuery, Nullable } from "./schemas.ts";

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

export const TestResult = Type.Object({
  problem: Nullable(Type.String({ description: "What failed; `null` if the test succeeded." })),
});
