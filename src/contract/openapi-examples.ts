import type { JsonSchema } from "./schema-name.ts";
import type { ErrorBody } from "./schemas.ts";

/** An example of a reply that fits a schema, with values that could be real. */
export function replyExample(schema: JsonSchema): unknown {
  return exampleOf(schema, "", Object.keys);
}

/** An example of a request. It leaves out what is optional, unless that would leave nothing. */
export function requestExample(schema: JsonSchema): unknown {
  return exampleOf(schema, "", (properties, required) => (required.length > 0 ? required : Object.keys(properties)));
}

type ChooseFields = (properties: Record<string, JsonSchema>, required: readonly string[]) => readonly string[];

function exampleOf(schema: JsonSchema, name: string, choose: ChooseFields): unknown {
  const { type, anyOf: [alternative] = [], items, properties = {}, required = [] } = schema;
  if (schema.examples !== undefined) return schema.examples[0];
  if (schema.enum !== undefined) return schema.enum.find((value) => finished.has(value)) ?? schema.enum[0];
  if (alternative !== undefined) return exampleOf(alternative, name, choose);
  if (emptyFields.has(name)) return null;
  switch ([type].flat()[0]) {
    case "object":
      return Object.fromEntries(
        choose(properties, required).flatMap((field) => {
          const example = exampleOf(properties[field] ?? {}, field, choose);
          return example === undefined ? [] : [[field, example]];
        }),
      );
    case "array":
      return items === undefined ? [] : [exampleOf(items, name, choose)];
    case "integer":
    case "number":
      return numbers.get(name) ?? schema.default ?? 1;
    case "boolean":
      return name !== "isDeleted" && name !== "isOutdated" && name !== "isCut" && name !== "draft";
    case "string":
      return schema.format === "date-time" ? "2026-01-31T09:30:00.000Z" : texts.get(name);
    default:
      return undefined;
  }
}

/** An ID as the server makes them. */
export function exampleId(prefix: string): string {
  return `${prefix}_01kg8w5h4000q7m3x9v2c6t1r8z5n0b4k2y7`;
}

/** An example shows the state that most readers wait for. */
const finished = new Set<unknown>(["completed", "success", "changed", "merged", "delivered"]);

/** Fields that are `null` in that state. */
const emptyFields = new Set(["archivedAt", "failingSince", "lastError", "nextAttemptAt", "nextCursor", "problem"]);

const numbers = byName([
  [200, "responseStatus"],
  [840, "durationMs durationMilliseconds outputTokens"],
  [12_500, "inputTokens"],
  [0, "errors newWarnings failed worse cost"],
  [12, "line answered questions searches right toolReads toolSearches pages"],
]);

const texts = byName([
  [exampleId("upd"), "_id statusId updateId"],
  [exampleId("prj"), "projectId"],
  [exampleId("job"), "id"],
  [exampleId("thr"), "threadId conversationId"],
  [exampleId("msg"), "messageId answerId"],
  [exampleId("evq"), "questionId"],
  [exampleId("evt"), "eventId"],
  ["9f2c1d7ab3e84f60d5c7a1b2e3f4056789abcdef", "sha headSha baseSha mergeSha blob"],
  ["2026-01-31", "day from to"],
  ["main", "base ref"],
  ["install-guide", "head branch"],
  ["acme", "subdomain"],
  ["Ada Lovelace", "author authorName name createdBy endedBy judgedBy resolvedBy"],
  ["https://github.com/acme/docs", "repository"],
  ["https://github.com/acme/docs/pull/7", "prLink"],
  ["https://docs.example.org", "url publishesTo"],
  ["https://acme-install-guide.docs.example.org", "previewUrl"],
  ["https://docs.example.org/ada.png", "avatarUrl screenshot screenshotLight screenshotDark"],
  ["guides/install.mdx", "file added modified removed conflicts previousPath"],
  ["/guides/install", "path page pages currentPath sources cited"],
  ["Explain how to install it with Docker.", "prompt body value"],
  ["Explain the installation with Docker", "title message summary description"],
  ["How do I install it?", "question query firstQuestion"],
  ["Run `docker compose up`.", "answer content text hint help note comment"],
  ["@@ -1 +1 @@\n-Install it.\n+Install it with Docker.\n", "patch diff"],
  ["publishing 42 pages", "line logs"],
  ["openai/gpt-5", "model"],
  ["update.succeeded", "event"],
  ["user", "role"],
  ["text", "type"],
  ["success", "status result"],
  ["validate", "step context"],
  ["anonymous", "fp"],
  ["en", "language"],
  ["v2", "version"],
  ["docs", "labels"],
  ["solved", "reason"],
  ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "secret"],
  ["{}", "payload responseBody input"],
  ["The branch isn't published.", "ignored"],
  ["No worker is running.", "warnings problems"],
  ["One approval is missing.", "blockers"],
]);

function byName<Value>(groups: readonly (readonly [Value, names: string])[]): ReadonlyMap<string, Value> {
  return new Map(groups.flatMap(([value, names]) => names.split(" ").map((name): [string, Value] => [name, value])));
}

export const errorExamples: Readonly<Record<number, ErrorBody>> = {
  400: {
    error: "The request doesn't match its schema; see details.",
    details: [{ path: "body.prompt", message: "must not be blank" }],
  },
  401: { error: "Send a key in the header: Authorization: Bearer <key>." },
  403: { error: "This operation requires an admin key, but this is an assistant key." },
  404: { error: "Not found." },
  409: { error: "This Idempotency-Key was already used with a different request; use a new one." },
  413: { error: "The body is too large; send at most 1 MiB." },
  415: { error: "Send the body as application/json." },
  429: { error: "Over the limit of 100 requests in 1 hour; try again in 7 seconds." },
  500: { error: "Something went wrong on the server; try again later." },
  503: { error: "The server is stopping; send the request again." },
};
