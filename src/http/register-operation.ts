import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isStream, type Operation, type SentChunks } from "../contract/operation.ts";
import { canonicalAddress } from "../platform/address.ts";
import type { Transaction } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import type { Call, Handler, Handlers, Principal } from "./call.ts";
import { type StreamEvent, writeEventStream } from "./event-stream.ts";
import type { StreamPlaces } from "./stream-places.ts";
import { writeStream } from "./write-stream.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Set once the key was looked at; `undefined` where none is needed. */
    principal: Principal | undefined;
  }
}

const recheckMilliseconds = 2_000;
const jsonType = "application/json; charset=utf-8";

/** Something that was done by calling an operation. */
export interface Deed {
  principal: Principal;
  /** The name of the operation. */
  action: string;
  params: Readonly<Record<string, string>>;
  details: Readonly<Record<string, string>>;
  address: string;
}

/** What stands between a request and its handler, in the order it happens. */
export interface Gates {
  limitByAddress(operation: Operation, request: FastifyRequest, reply: FastifyReply): Promise<void>;
  identify(request: FastifyRequest, operation: Operation): Promise<Principal | undefined>;
  limitByPrincipal(
    operation: Operation,
    principal: Principal,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void>;
  once(
    request: { organizationId: string; operation: string; key: string | undefined; input: unknown },
    work: (tx: Transaction) => Promise<unknown>,
  ): Promise<unknown>;
  /** Runs the work in a transaction. */
  change(work: (tx: Transaction) => Promise<unknown>): Promise<unknown>;
  /** Writes into the audit log, in the transaction of the change itself. */
  record(tx: Transaction, deed: Deed): Promise<void>;
  /** Aborts when the server stops. */
  draining: AbortSignal;
  streamPlaces: StreamPlaces;
}

/** Makes the routes of a list of operations. */
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

/** gates → parse → call → reply. */
export function registerOperation(
  http: FastifyInstance,
  gates: Gates,
  name: string,
  operation: Operation,
  handler: Handler<Operation>,
): void {
  http.route({
    method: operation.method,
    url: operation.path.replace(/\{(\w+)\}/g, ":$1"),
    exposeHeadRoute: !isStream(operation),
    schema: routeSchema(operation),
    onRequest: async (request, reply) => {
      if (operation.limits !== undefined) {
        await gates.limitByAddress(operation, request, reply);
      }
      const principal = await gates.identify(request, operation);
      if (principal !== undefined) {
        request.principal = principal;
        if (principal.user !== undefined) {
          // What one person may see is in no cache, not even that of a browser that others use after them.
          reply.header("cache-control", "no-store");
        }
        if (operation.limits !== undefined) {
          await gates.limitByPrincipal(operation, principal, request, reply);
        }
      }
    },
    handler: async (request, reply) => {
      if (isStream(operation)) {
        return stream(gates, name, operation, handler, request, reply);
      }
      reply.code(operation.reply.status);
      const result = await handler(toCall(gates, name, request, reply, gates.draining));
      reply.header("content-type", "contentType" in operation.reply ? operation.reply.contentType : jsonType);
      return result;
    },
  });
}

async function stream(
  gates: Gates,
  name: string,
  operation: Operation,
  handler: Handler<Operation>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { principal } = request;
  const giveBack = gates.streamPlaces.take({
    address: canonicalAddress(request.ip),
    sessionId: principal?.user?.sessionId,
  });
  const { reply: form } = operation;
  const leaving = new AbortController();
  reply.raw.once("close", () => {
    // It also closes when everything was said.
    if (!reply.raw.writableFinished) leaving.abort();
  });
  try {
    if ("chunks" in form) {
      // An answer that has begun is finished when the server stops; it is bounded by itself.
      const { headers, chunks } = (await handler(
        toCall(gates, name, request, reply, leaving.signal),
      )) as unknown as SentChunks;
      const { heartbeat, headers: own } = form.chunks;
      const all = { "content-type": form.contentType, ...own, ...headers };
      return await writeStream(reply, { headers: all, heartbeat }, chunks);
    }
    const signal = AbortSignal.any([leaving.signal, gates.draining]);
    const events = await handler(toCall(gates, name, request, reply, signal));
    const watch = setInterval(
      () => void endIfRefused(gates, operation, request, () => leaving.abort()),
      recheckMilliseconds,
    );
    try {
      await writeEventStream(reply, events as unknown as AsyncIterable<StreamEvent>);
    } finally {
      clearInterval(watch);
    }
  } finally {
    giveBack();
  }
}

/** A stream is open for long: a session that has ended, a key that was revoked and a role that was taken away end it. */
async function endIfRefused(
  gates: Gates,
  operation: Operation,
  request: FastifyRequest,
  end: () => void,
): Promise<void> {
  try {
    const principal = await gates.identify(request, operation);
    if (principal?.user?.role !== request.principal?.user?.role) {
      end();
    }
  } catch (error) {
    // A database that does not answer has refused nobody.
    if (error instanceof AppError && error.code !== "unavailable") {
      end();
    }
  }
}

function toCall(
  gates: Gates,
  name: string,
  request: FastifyRequest,
  reply: FastifyReply,
  signal: AbortSignal,
): Call<Operation> {
  const { params, query, body, headers, principal } = request;
  const address = canonicalAddress(request.ip);
  const details: Record<string, string> = {};
  const recorded = (work: (tx: Transaction) => Promise<unknown>) => async (tx: Transaction) => {
    const result = await work(tx);
    if (principal !== undefined) {
      await gates.record(tx, {
        principal,
        action: name,
        params: params as Record<string, string>,
        details,
        address,
      });
    }
    return result;
  };
  return {
    params: params as Call<Operation>["params"],
    query: query as Call<Operation>["query"],
    body: body as Call<Operation>["body"],
    principal: principal as Call<Operation>["principal"],
    address,
    userAgent: headers["user-agent"] ?? "",
    lastEventId: eventId(headers["last-event-id"]),
    signal,
    once: (work) => {
      const key = headers["idempotency-key"];
      return gates.once(
        {
          organizationId: principal?.organizationId ?? "",
          operation: name,
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

// A client that was here before says where it stopped. Whatever is no number of ours starts from the beginning.
function eventId(header: string | string[] | undefined): number {
  return typeof header === "string" && /^\d{1,9}$/.test(header) ? Number(header) : 0;
}

function routeSchema(operation: Operation): Record<string, unknown> {
  const response: Record<string, unknown> = {};
  if ("schema" in operation.reply) {
    response[operation.reply.status] = operation.reply.schema;
  }
  // Errors are written in one place, as text, and need no serialiser.
  // Parameters are text, bounded by the router: one that fits nothing is simply not found.
  return {
    ...(operation.query === undefined ? {} : { querystring: operation.query }),
    ...(operation.body === undefined ? {} : { body: operation.body }),
    response,
  };
}
