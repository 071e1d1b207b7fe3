import type { TObject, TSchema } from "typebox";
import { errorStatuses, type Operation, pathParams } from "./operation.ts";
import { namedSchemas } from "./schemas.ts";

const apiVersion = "2.0.0";

const statusDescriptions: Readonly<Record<number, string>> = {
  200: "Success.",
  201: "Created.",
  204: "Done; there is nothing to tell.",
  202: "Accepted: poll the status read to follow it.",
  400: "The request is not well formed; `details` tells where.",
  401: "No key or session, or one that is malformed, unknown, expired, revoked or ended.",
  403: "A key of the other kind, a missing scope or role, or an address or origin that is not allowed.",
  404: "It does not exist, or it belongs to another organization.",
  409: "The state does not allow it, or the idempotency key was used with another body.",
  413: "The body is over its limit.",
  415: "The body is of another content type.",
  429: "Over a limit; `Retry-After` says how many seconds to wait.",
  500: "A fault of the server.",
  503: "Not ready, or shutting down; `Retry-After` says when to try again.",
};

type Json = Record<string, unknown>;

/**
 * The OpenAPI 3.1 document of these operations. It is generated from the schemas that parse requests and serialize
 * replies, so it can't drift.
 */
export function openApiDocument(operations: Readonly<Record<string, Operation>>, serverUrl: string): Json {
  const paths: Record<string, Json> = {};
  for (const [name, operation] of Object.entries(operations)) {
    const path = paths[operation.path] ?? {};
    path[operation.method.toLowerCase()] = describeOperation(name, operation);
    paths[operation.path] = path;
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Lectern",
      version: apiVersion,
      description: "Update documentation projects, ask them questions and let an agent change them.",
    },
    servers: [{ url: serverUrl }],
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(namedSchemas).map(([key, schema]) => [key, inline(schema)])),
      securitySchemes: {
        admin: { type: "http", scheme: "bearer", description: "An admin key (`svc_…`): secret, for servers only." },
        assistant: { type: "http", scheme: "bearer", description: "An assistant key (`svc_dsc_…`): public." },
        session: {
          type: "apiKey",
          in: "cookie",
          name: "lectern.session_token",
          description: "A session of the dashboard.",
        },
      },
    },
  };
}

function describeOperation(name: string, operation: Operation): Json {
  const responses: Json = { [operation.reply.status]: describeReply(operation) };
  if ("schema" in operation.reply && operation.reply.or !== undefined) {
    responses[operation.reply.or.status] = describeReply({ ...operation, reply: operation.reply.or });
  }
  for (const status of errorStatuses(operation)) {
    responses[status] = {
      description: statusDescriptions[status],
      content: { "application/json": { schema: reference(namedSchemas.ErrorBody) } },
    };
  }
  return {
    operationId: name,
    summary: operation.summary,
    description: describeRules(operation),
    tags: [tagOf(operation)],
    security: isKeyed(operation) ? [{ [operation.key]: [] }] : [],
    parameters: describeParameters(operation),
    ...describeBody(operation),
    responses,
  };
}

function describeBody({ body, upload }: Operation): Json {
  if (upload !== undefined) {
    const media = { schema: { type: "string", format: "binary" } };
    return { requestBody: { required: true, content: Object.fromEntries(upload.map((type) => [type, media])) } };
  }
  return body === undefined
    ? {}
    : { requestBody: { required: true, content: { "application/json": { schema: reference(body) } } } };
}

/** What schemas can't express: the purpose, who may call it, how often, and how to repeat a call safely. */
export function describeRules({ about, key, scope, role, limits = [], creates, reply }: Operation): string {
  const rules = [...(about === undefined ? [] : [about]), describeKey(key, scope, role)];
  for (const { max, windowSeconds, by } of limits) {
    rules.push(`At most ${max.toLocaleString("en")} requests ${windowText(windowSeconds)} for each ${by}.`);
  }
  if (creates) {
    rules.push("Safe to repeat with the header `Idempotency-Key`.");
  }
  if ("events" in reply) {
    const names = Object.keys(reply.events).map((name) => `\`${name}\``);
    rules.push(`The reply is a stream of server-sent events: ${new Intl.ListFormat("en").format(names)}.`);
  }
  return rules.join(" ");
}

function windowText(seconds: number): string {
  const named: Readonly<Record<number, string>> = { 60: "per minute", 3600: "per hour", 86400: "per day" };
  return named[seconds] ?? (seconds % 60 === 0 ? `in ${seconds / 60} minutes` : `in ${seconds} seconds`);
}

function describeKey(key: Operation["key"], scope: Operation["scope"], role: Operation["role"]): string {
  if (key === "none" || key === "guest") {
    return "Needs no key.";
  }
  if (key === "session") {
    return `Needs a session of the dashboard${role === undefined ? "" : `, with at least the role ${role}`}.`;
  }
  if (key === "signature") {
    return "Needs the signature of the git host, made with the project's webhook secret.";
  }
  return `Needs an ${key} key${scope === undefined ? "" : ` with the scope \`${scope}\``}.`;
}

const tags: readonly [RegExp, string][] = [
  [/^\/v1\/project\/insight\//, "Analytics"],
  [/^\/v1\/project\/evaluation\//, "Evaluation"],
  [/^\/v1\/project\/pull-requests\//, "Pull requests"],
  [/^\/v1\/project\//, "Updates"],
  [/^\/v2\/agent\//, "Agent jobs"],
  [/^\/discovery\//, "Assistant"],
  [/^\/webhooks\//, "Webhooks"],
  [/^\/v1\/organization\//, "Outgoing webhooks"],
  [/^\/v1\/dashboard\/(?:project|update|organization\/[^/]*\/(?:projects|import)$)/, "Dashboard: projects"],
  [/^\/v1\/dashboard\/organization/, "Dashboard: organizations"],
  [/^\/v1\/dashboard\//, "Dashboard: accounts"],
];

function tagOf({ path }: Operation): string {
  return tags.find(([pattern]) => pattern.test(path))?.[1] ?? "Server";
}

function isKeyed({ key }: Operation): boolean {
  return key === "admin" || key === "assistant" || key === "session";
}

function describeReply({ reply }: Operation): Json {
  const description = statusDescriptions[reply.status];
  if ("schema" in reply) {
    return { description, content: { "application/json": { schema: reference(reply.schema) } } };
  }
  if ("events" in reply) {
    const events = Object.entries(reply.events).map(([event, schema]) => ({
      title: event,
      type: "object",
      properties: { event: { const: event }, data: reference(schema) },
    }));
    const example = Object.keys(reply.events).map((event, at) => `id: ${at + 1}\nevent: ${event}\ndata: {…}\n\n`);
    const stream = { schema: { type: "string" }, example: example.join(""), "x-events": events };
    return { description, content: { [reply.contentType]: stream } };
  }
  if ("file" in reply) {
    const schema = { type: "string", format: "binary", description: reply.file };
    return { description, content: { "application/octet-stream": { schema } } };
  }
  if (!("contentType" in reply)) {
    return { description };
  }
  const type = reply.contentType.split(";", 1)[0] ?? "";
  const about = "chunks" in reply ? { description: reply.chunks.about } : {};
  return { description, content: { [type]: { schema: { type: "string", ...about } } } };
}

function describeParameters(operation: Operation): Json[] {
  const inPath = pathParams(operation).map((name) => parameter(name, "path", operation.params, true));
  const inQuery = Object.keys(operation.query?.properties ?? {}).map((name) =>
    parameter(name, "query", operation.query, operation.query?.required?.includes(name) ?? false),
  );
  const headers: Json[] = [];
  if (operation.creates) {
    headers.push({
      name: "Idempotency-Key",
      in: "header",
      required: false,
      description: "The same key and body within 24 hours get the same reply.",
      schema: { type: "string", minLength: 1, maxLength: 255 },
    });
  }
  if ("events" in operation.reply) {
    headers.push({
      name: "Last-Event-ID",
      in: "header",
      required: false,
      description: "Continue after this event.",
      schema: { type: "string" },
    });
  }
  return [...inPath, ...inQuery, ...headers];
}

function parameter(name: string, place: string, object: TObject | undefined, required: boolean): Json {
  const { description, ...schema } = inline(object?.properties[name] ?? { type: "string" });
  return { name, in: place, required, ...(description === undefined ? {} : { description }), schema };
}

// A named schema becomes a reference; nested schemas are inlined only if they have no name.
function reference(schema: TSchema | object): Json {
  const name = Object.entries(namedSchemas).find(([, named]) => named === schema)?.[0];
  return name === undefined ? inline(schema) : { $ref: `#/components/schemas/${name}` };
}

function inline(schema: TSchema | object): Json {
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => !key.startsWith("~"))
      .map(([key, value]) => [key, inlineValue(value)]),
  );
}

function inlineValue(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(inlineValue);
  }
  return typeof value === "object" && value !== null ? reference(value) : value;
}
