import * as agentEventSchemas from "./agent-event-schemas.ts";
import * as assistantSchemas from "./assistant-schemas.ts";
import * as evaluationSchemas from "./evaluation-schemas.ts";
import * as insightSchemas from "./insight-schemas.ts";
import * as webhookSchemas from "./outgoing-webhook-schemas.ts";
import * as pullRequestSchemas from "./pull-request-schemas.ts";
import * as schemas from "./schemas.ts";

/** JSON Schema, as far as the contract uses it. */
export interface JsonSchema {
  type?: string | string[];
  enum?: readonly (string | number | null)[];
  format?: string;
  minimum?: number;
  default?: unknown;
  examples?: unknown[];
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  additionalProperties?: boolean | JsonSchema;
}

const modules = [
  schemas,
  agentEventSchemas,
  assistantSchemas,
  insightSchemas,
  evaluationSchemas,
  pullRequestSchemas,
  webhookSchemas,
];

/** By their text: a schema that was made optional is another object. */
const names = new Map(
  modules.flatMap((module) =>
    Object.entries(module)
      .filter(([name, value]) => /^[A-Z]/.test(name) && typeof value === "object" && "type" in value)
      .map(([name, value]): [string, string] => [JSON.stringify(value), name]),
  ),
);

/** The name under which the public API describes a schema, if it has one. */
export function schemaName(schema: object): string | undefined {
  return names.get(JSON.stringify(schema));
}
