import * as agentEventSchemas from "./agent-event-schemas.ts";
import * as analyticsSchemas from "./analytics-operations.ts";
import * as assistantSchemas from "./assistant-schemas.ts";
import * as automationSchemas from "./automation-operations.ts";
import * as evaluationSchemas from "./evaluation-operations.ts";
import * as gapSchemas from "./gap-operations.ts";
import * as insightSchemas from "./insight-operations.ts";
import * as webhookSchemas from "./outgoing-webhook-operations.ts";
import * as pdfSchemas from "./pdf-operations.ts";
import * as pullRequestSchemas from "./pull-request-operations.ts";
import * as schemas from "./schemas.ts";

/** The part of JSON Schema that the contract uses. */
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
  analyticsSchemas,
  evaluationSchemas,
  automationSchemas,
  gapSchemas,
  pdfSchemas,
  pullRequestSchemas,
  webhookSchemas,
];

/** Looked up by content, because an optional schema is a different object. */
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
