import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from "fastify";
import type { ServerSentEvent } from "../contract/event-stream.ts";
import {
  bodySchema,
  isStream,
  type Limit,
  type Operation,
  type SentChunks,
  type SentFile,
} from "../contract/operation.ts";
import { canonicalAddress } from "../platform/address.ts";
import type { Transaction } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import { inOperation } from "../platform/operation-context.ts";
import type { Call, Handler, Handlers, Principal } from "./call.ts";
import type { AuditedAction } from "./gates/audit/middleware.ts";
import type { CreatingRequest } from "./gates/idempotency/answer-once.ts";
import type { RateLimiter } from "./gates/rate-limits/middleware.ts";
import { writeEventStream, writeStream } from "./stream.ts";
import type { StreamSlots } from "./stream-slots.ts";
import { bodyLimitOf } from "./validation.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Set by the gates; `undefined` if the operation needs no credentials. */
    principal: Principal | undefined;
  }
}

const recheckMilliseconds = 2_000;
const jsonType = "application/json; charset=utf-8";

/** Throws if the credentials are missing, wrong or not sufficient. Synchronous if the principal is already known. */
export type Authenticate = (request: FastifyRequest) => Principal | undefined | Promise<Principal | undefined>;

/** Resolved once per operation, when its route is registered; undefined if the operation needs no credentials. */
export type AuthenticatorFor = (operation: Operation) => Authenticate | undefined;

/** The checks between a request and its handler, in the order in which they run. */
export interface Gates {
  limiterFor(limits: readonly Limit[]): RateLimiter;
  authenticatorFor: AuthenticatorFor;
  once(request: CreatingRequest, work: (tx: Transaction) => Promise<unknown>): Promise<unknown>;
  /** Runs the work in a transaction. */
  change(work: (tx: Transaction) => Promise<unknown>): Promise<unknown>;
  /** Waits for other changes of the same project, organization or account. */
  takeTurn(tx: Transaction, principal: Principal, projectId: string | undefined): Promise<unknown>;
  /** Adds an entry to the audit log, in the transaction of the change itself. */
  record(tx: Transaction, action: AuditedAction): Promise<void>;
  /** Aborts when the server stops. */
  draining: AbortSignal;
  streamSlots: StreamSlots;
}

/** Registers the routes of a list of operations. */
export function registerOperations<List extends Record<string, Operation>>(
  http: FastifyInstance,
  gates: Gates,
  list: List,
  handlers: Handlers<List>,
): void {
  for (const [name, operation] of Object.entries(list)) {
    registerOperation(http, gates, name, operation, handlers[name] as unknown as Handler<Operation>);
  }
}

/** Runs the gates, parses the request, calls the handler and replies. */
export function registerOperation(
  http: FastifyInstance,
  gates: Gates,
  name: string,
  operation: Operation,
  handler: Handler<Operation>,
): void {
  const authenticate = gates.authenticatorFor(operation);
  const route: Route = { gates, name, operation, handler, authenticate };
  http.route({
    method: operation.method,
    url: operation.path.replace(/\{(\w+)\}/g, ":$1"),
    exposeHeadRoute: !isStream(operation),
    schema: routeSchema(operation),
    bodyLimit: bodyLimitOf(operation.body),
    config: { operation: name },
    ...gateHook(route),
    // From here on, the work has a name. Checks before it are cheap, and most requests for pages never get here.
    handler: isStream(operation)
      ? (request, reply) => inOperation(name, ownerOf(request), () => replyWithStream(route, request, reply))
      : (request, reply) => inOperation(name, ownerOf(request), () => replyWithValue(route, request, reply)),
  });
}

/** Everyone without credentials counts as one organization. */
const ownerOf = ({ principal }: FastifyRequest) => principal?.organizationId ?? "";

interface Route {
  gates: Gates;
  name: string;
  operation: Operation;
  handler: Handler<Operation>;
  authenticate: Authenticate | undefined;
}

/** Limits by address come before authentication, so that guessing keys is limited too; all others follow it. */
function gateHook({ gates, operation, authenticate }: Route): { onRequest?: onRequestHookHandler } {
  const limiter = operation.limits && gates.limiterFor(operation.limits);
  if (limiter !== undefined) {
    return {
      async onRequest(request, reply) {
        await limiter.byAddress(request, reply);
        const principal = await authenticate?.(request);
        admit(request, reply, principal);
        if (principal !== undefined) await limiter.byPrincipal(principal, request, reply);
      },
    };
  }
  if (authenticate === undefined) return {};
  return {
    onRequest(request, reply, done) {
      const principal = authenticate(request);
      if (principal instanceof Promise) return principal.then((found) => admit(request, reply, found));
      admit(request, reply, principal);
      done();
    },
  };
}

function admit(request: FastifyRequest, reply: FastifyReply, principal: Principal | undefined): void {
  request.principal = principal;
  if (principal?.user !== undefined) {
    // Replies for one person must not be cached, not even in a shared browser.
    reply.header("cache-control", "no-store");
  }
}

/** The serialized text of frozen replies, which handlers share between requests. */
const serialized = new WeakMap<object, string>();

function replyWithValue(route: Route, request: FastifyRequest, reply: FastifyReply): unknown {
  reply.code(route.operation.reply.status);
  const result: unknown = route.handler(toCall(route, request, reply, route.gates.draining));
  // Fastify would wait forever for a handler that returns undefined; a promise of undefined gives an empty reply.
  if (result !== undefined && !(result instanceof Promise)) return toPayload(route, reply, result);
  return Promise.resolve(result).then((value) => toPayload(route, reply, value));
}

function toPayload({ operation }: Route, reply: FastifyReply, result: unknown): unknown {
  if ("file" in operation.reply) {
    const { bytes, headers } = result as SentFile;
    reply.headers(headers);
    return bytes;
  }
  reply.header("content-type", "contentType" in operation.reply ? operation.reply.contentType : jsonType);
  if ("headers" in operation.reply) reply.headers(operation.reply.headers);
  if (typeof result !== "object" || result === null) return result;
  const known = serialized.get(result);
  if (known !== undefined || !("schema" in operation.reply)) return known ?? result;
  // Compiled for the first reply: compiling the serializers of all operations would be a fourth of the start.
  const text = reply.serializeInput(
    result as Record<string, unknown>,
    operation.reply.schema as Record<string, unknown>,
  );
  if (!Object.isFrozen(result)) return text;
  // A string is sent in one write together with the headers. The serializer returns a rope of small pieces, which V8
  // would walk for every reply; decoding makes it one piece.
  const whole = Buffer.from(text).toString();
  serialized.set(result, whole);
  return whole;
}

async function replyWithStream(route: Route, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { gates, operation, handler } = route;
  const slot = gates.streamSlots.acquire({
    address: canonicalAddress(request),
    sessionId: request.principal?.user?.sessionId || undefined,
  });
  const { reply: form } = operation;
  const leaving = new AbortController();
  reply.raw.once("close", () => {
    // The event also occurs after a complete reply.
    if (!reply.raw.writableFinished) leaving.abort();
  });
  try {
    if ("chunks" in form) {
      // An answer that has begun is completed even if the server is stopping; answers have their own time limits.
      const call = toCall(route, request, reply, leaving.signal);
      const { headers, chunks } = (await handler(call)) as unknown as SentChunks;
      if (typeof chunks !== "string") await slot.share(form.chunks.isModel === false ? "events" : "model");
      const all = { "content-type": form.contentType, ...form.chunks.headers, ...headers };
      return await writeStream(reply, { headers: all, heartbeat: form.chunks.heartbeat }, chunks);
    }
    await slot.share("events");
    const signal = AbortSignal.any([leaving.signal, gates.draining]);
    const events = await handler(toCall(route, request, reply, signal));
    const recheck = setInterval(() => void endIfRefused(route, request, () => leaving.abort()), recheckMilliseconds);
    try {
      await writeEventStream(reply, events as unknown as AsyncIterable<ServerSentEvent>);
    } finally {
      clearInterval(recheck);
    }
  } finally {
    slot.release();
  }
}

/**
 * Event streams stay open for a long time, so they are ended when the session ends, the key is revoked or the role
 * changes.
 */
async function endIfRefused({ authenticate }: Route, request: FastifyRequest, end: () => void): Promise<void> {
  try {
    const principal = await authenticate?.(request);
    if (principal?.user?.role !== request.principal?.user?.role) {
      end();
    }
  } catch (error) {
    // An unreachable database is not a refusal.
    if (error instanceof AppError && error.code !== "unavailable") {
      end();
    }
  }
}

function toCall(
  { gates, name: action, operation }: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  signal: AbortSignal,
): Call<Operation> {
  const { query, body, headers, principal } = request;
  const params = request.params as Record<string, string>;
  const address = canonicalAddress(request);
  const token = principal?.user?.token;
  const details: Record<string, string> = token === undefined ? {} : { token: token.name };
  const recorded = (work: (tx: Transaction) => Promise<unknown>) => async (tx: Transaction) => {
    if (principal !== undefined) await gates.takeTurn(tx, principal, params.projectId);
    const result = await work(tx);
    if (principal !== undefined) {
      await gates.record(tx, { principal, action, params, details, address, result });
    }
    return result;
  };
  return {
    params: params as Call<Operation>["params"],
    query: query as Call<Operation>["query"],
    body: knownFields(operation.body, body) as Call<Operation>["body"],
    principal: principal as Call<Operation>["principal"],
    address,
    userAgent: headers["user-agent"] ?? "",
    cookies: headers.cookie,
    lastEventId: eventId(headers["last-event-id"]),
    signal,
    once: (work) => {
      const key = headers["idempotency-key"];
      return gates.once(
        {
          organizationId: principal?.organizationId ?? "",
          operation: action,
          key: Array.isArray(key) ? key.join(",") : key,
          input: { params, body },
        },
        recorded(work),
      ) as ReturnType<typeof work>;
    },
    change: (work) => gates.change(recorded(work)) as ReturnType<typeof work>,
    note: (more) => void Object.assign(details, more),
    setCookies: (cookies) => void reply.header("set-cookie", cookies),
  };
}

/** Leaves out unknown fields, so that a handler that copies the body can't let the caller set internal fields. */
function knownFields(schema: { properties?: object; additionalProperties?: unknown } | undefined, body: unknown) {
  const { properties, additionalProperties } = schema ?? {};
  if (properties === undefined || additionalProperties !== undefined) return body;
  return Object.fromEntries(Object.entries(body as object).filter(([name]) => Object.hasOwn(properties, name)));
}

// A header that isn't a valid event ID starts the stream from the beginning.
function eventId(header: string | string[] | undefined): number {
  return typeof header === "string" && /^\d{1,9}$/.test(header) ? Number(header) : 0;
}

/**
 * Errors need no schema, because `replyError` writes them as text. Parameters need none either: the router limits their
 * length, and a value that matches nothing gives a 404.
 */
function routeSchema(operation: Operation): Record<string, unknown> {
  const { query } = operation;
  const body = bodySchema(operation);
  return {
    ...(query === undefined ? {} : { querystring: query }),
    ...(body !== undefined && { body }),
  };
}
