import { describePathParam } from "./describe-path-param.ts";
import { errorExamples, replyExample, requestExample } from "./openapi-examples.ts";
import {
  bodySchema,
  errorStatuses,
  type Operation,
  type PublicOperation,
  pathParams,
  refusesUnknownFields,
} from "./operation.ts";
import { type JsonSchema, schemaName } from "./schema-name.ts";
import { ErrorBody, idMaxLength } from "./schemas.ts";

const apiVersion = "2.0.0";

const statusDescriptions: Readonly<Record<number, string>> = {
  200: "Success.",
  201: "Created.",
  204: "Done. The reply has no content.",
  202: "Accepted. Poll the status to follow the work.",
  400: "The request is malformed; `details` says where.",
  401: "The key or session is missing, malformed, unknown, expired or revoked.",
  403: "The key is of the wrong kind, a scope or role is missing, or the address or origin is not allowed.",
  404: "The resource does not exist, or it belongs to another organization.",
  409: "The resource's state does not allow this, or the idempotency key was used with another body.",
  413: "The body is too large.",
  415: "The body has the wrong content type.",
  429: "A limit was exceeded; `Retry-After` says how many seconds to wait.",
  500: "An error of the server.",
  503: "The server is not ready, or it is shutting down; `Retry-After` says when to try again.",
};

type Json = Record<string, unknown>;

/**
 * The OpenAPI 3.1 document of the public API. It is generated from the schemas that parse requests and serialize
 * replies, so the two always agree.
 */
export function openApiDocument(operations: Readonly<Record<string, PublicOperation>>, serverUrl: string): Json {
  const named: Named = new Map();
  const paths: Record<string, Json> = {};
  for (const [name, operation] of Object.entries(operations)) {
    const path = paths[operation.path] ?? {};
    path[operation.method.toLowerCase()] = describeOperation(named, name, operation);
    paths[operation.path] = path;
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Lectern",
      version: apiVersion,
      description: "Update documentation projects, ask them questions and let an agent change them.",
      contact: { name: "Lectern", url: serverUrl },
      license: { name: "Apache 2.0", url: "https://www.apache.org/licenses/LICENSE-2.0" },
    },
    servers: [{ url: serverUrl }],
    tags: tags
      .map(({ name, description }) => ({ name, description }))
      .sort((one, other) => one.name.localeCompare(other.name)),
    paths,
    components: {
      schemas: Object.fromEntries([...named].sort(([one], [other]) => (one < other ? -1 : 1))),
      securitySchemes: {
        admin: { type: "http", scheme: "bearer", description: "An admin key (`svc_…`): secret, for servers only." },
        assistant: { type: "http", scheme: "bearer", description: "An assistant key (`svc_dsc_…`): public." },
      },
    },
  };
}

/** The schemas that the document refers to, by name. */
type Named = Map<string, Json>;

function describeOperation(named: Named, name: string, operation: PublicOperation): Json {
  const responses: Json = { [operation.reply.status]: describeReply(named, operation) };
  if ("schema" in operation.reply && operation.reply.or !== undefined) {
    responses[operation.reply.or.status] = describeReply(named, { reply: operation.reply.or });
  }
  for (const status of errorStatuses(operation)) {
    const media = { schema: reference(named, ErrorBody), example: errorExamples[status] };
    responses[status] = { description: statusDescriptions[status], content: { "application/json": media } };
  }
  return {
    operationId: name,
    summary: operation.summary,
    description: describeRules(operation),
    tags: [tagOf(operation)],
    ...(operation.about?.includes("Deprecated:") && { deprecated: true }),
    security: operation.key === "admin" || operation.key === "assistant" ? [{ [operation.key]: [] }] : [],
    parameters: describeParameters(named, operation),
    ...describeBody(named, operation),
    responses,
  };
}

function describeBody(named: Named, operation: Operation): Json {
  const { body } = operation;
  if (body === undefined) return {};
  const rule = refusesUnknownFields(operation) && { description: "Unknown fields are refused." };
  const media = { schema: reference(named, bodySchema(operation) ?? body), example: requestExample(body) };
  return { requestBody: { ...rule, required: true, content: { "application/json": media } } };
}

/**
 * Rules that schemas can't express: the operation's purpose, who may call it, how often, and how to repeat a call
 * safely.
 */
export function describeRules({ about, key, scope, limits = [], creates, reply }: PublicOperation): string {
  const rules = [...(about === undefined ? [] : [about]), describeKey(key, scope)];
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

function describeKey(key: Operation["key"], scope: Operation["scope"]): string {
  if (key === "none") {
    return "Needs no key.";
  }
  if (key === "signature") {
    return "Needs the signature of the git host, made with the project's webhook secret.";
  }
  return `Needs an ${key} key${scope === undefined ? "" : ` with the scope \`${scope}\``}.`;
}

/** The groups of the reference. An operation belongs to the first group that matches its path. */
const tags: readonly { name: string; paths: RegExp; description: string }[] = [
  {
    name: "Analytics",
    paths: /^\/v1\/(?:analytics|project\/insight)\//,
    description: "What readers read, search for, ask and rate on a project's site.",
  },
  {
    name: "Evaluation",
    paths: /^\/v1\/project\/evaluation\//,
    description: "Judged questions, and how well the assistant answers them.",
  },
  {
    name: "Pull requests",
    paths: /^\/v1\/project\/pull-requests\//,
    description: "Pull requests of projects on the built-in git host.",
  },
  {
    name: "Updates",
    paths: /^\/v1\/project\//,
    description: "Building and publishing projects, their branch previews, and rollbacks.",
  },
  { name: "Agent jobs", paths: /^\/v2\/agent\//, description: "Prompts for the agent, which changes the docs." },
  {
    name: "Assistant",
    paths: /^\/discovery\//,
    description: "Questions to a project's docs, and their full-text search.",
  },
  { name: "Webhooks", paths: /^\/webhooks\//, description: "Called by git hosts when a branch was pushed." },
  {
    name: "Outgoing webhooks",
    paths: /^\/v1\/organization\//,
    description: "Events of an organization, sent to other servers, Slack or Microsoft Teams.",
  },
  { name: "Server", paths: /^/, description: "The state of the server, for operators and their tools." },
];

function tagOf({ path }: Operation): string | undefined {
  return tags.find(({ paths }) => paths.test(path))?.name;
}

function describeReply(named: Named, { reply, example }: Pick<PublicOperation, "reply" | "example">): Json {
  const description = statusDescriptions[reply.status];
  if ("schema" in reply) {
    const known = replyExample(reply.schema);
    const media = {
      schema: reference(named, reply.schema),
      example: example === undefined ? known : Object.assign({}, known, example),
    };
    return { description, content: { "application/json": media } };
  }
  if ("events" in reply) {
    const events = Object.entries(reply.events).map(([event, schema]) => ({
      title: event,
      type: "object",
      properties: { event: { const: event }, data: reference(named, schema) },
    }));
    const stream = Object.entries(reply.events).map(
      ([event, schema], at) => `id: ${at + 1}\nevent: ${event}\ndata: ${JSON.stringify(replyExample(schema))}\n\n`,
    );
    const media = { schema: { type: "string" }, example: stream.join(""), "x-events": events };
    return { description, content: { [reply.contentType]: media } };
  }
  if (!("contentType" in reply)) {
    return { description };
  }
  const type = reply.contentType.split(";", 1)[0] ?? "";
  const about = "chunks" in reply ? { description: reply.chunks.about } : {};
  return { description, content: { [type]: { schema: { type: "string", ...about }, example } } };
}

function describeParameters(named: Named, operation: Operation): Json[] {
  const inPath = pathParams(operation).map((name) => ({
    name,
    in: "path",
    required: true,
    ...describePathParam(operation, name),
    schema: { type: "string", minLength: 1, maxLength: idMaxLength },
  }));
  const inQuery = Object.entries(operation.query?.properties ?? {}).map(([name, property]) => {
    const { description, ...schema } = inline(named, property);
    const required = operation.query?.required?.includes(name) ?? false;
    return { name, in: "query", required, ...(description !== undefined && { description }), schema };
  });
  const headers: Json[] = [];
  if (operation.creates) {
    headers.push({
      name: "Idempotency-Key",
      in: "header",
      required: false,
      description: "A request with the same key and body within 24 hours gets the same reply.",
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

/** A schema with a name becomes a reference. */
function reference(named: Named, schema: JsonSchema): Json {
  const name = schema.type === "object" ? schemaName(schema) : undefined;
  if (name === undefined) {
    return inline(named, schema);
  }
  if (!named.has(name)) {
    named.set(name, {});
    named.set(name, inline(named, schema));
  }
  return { $ref: `#/components/schemas/${name}` };
}

function inline(named: Named, schema: object): Json {
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => !key.startsWith("~"))
      .map(([key, value]) => [key, inlineValue(named, value)]),
  );
}

function inlineValue(named: Named, value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map((each) => inlineValue(named, each));
  }
  return typeof value === "object" && value !== null ? reference(named, value) : value;
}
