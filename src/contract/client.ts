import { type DashboardOperations, dashboardOperations } from "./dashboard-operations.ts";
import { readEventStream } from "./event-stream.ts";
import {
  type Body,
  type EventOf,
  type Operation,
  type Params,
  pathParams,
  type Query,
  type ReplyOf,
} from "./operation.ts";
import { type Operations, operations } from "./operations.ts";
import type { ErrorBody } from "./schemas.ts";

export interface ClientOptions {
  /** The server's URL, without a trailing slash. */
  url: string;
  key?: string;
  /** Replaces the global `fetch`: the command line passes one that never leaves the process. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

export interface CallOptions {
  idempotencyKey?: string;
  lastEventId?: number;
  signal?: AbortSignal;
}

type Input<O extends Operation> = Params<O> & Query<O> & Body<O>;

/** One method per operation: parameters, query and body go in as one object, the reply comes out. */
export type Client = {
  [Name in keyof AllOperations]: (
    input: Input<AllOperations[Name]>,
    options?: CallOptions,
  ) => Promise<ReplyOf<AllOperations[Name]>>;
};

type AllOperations = Operations & DashboardOperations;

/** The API returned an error, or its reply could not be parsed. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, body: ErrorBody, retryAfterSeconds: number | undefined) {
    super(body.error);
    this.name = "ApiError";
    this.status = status;
    this.body = body;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export function createClient(options: ClientOptions): Client {
  const methods = Object.entries<Operation>({ ...operations, ...dashboardOperations }).map(([name, operation]) => [
    name,
    (input: Record<string, unknown>, call: CallOptions = {}) => send(options, operation, input, call),
  ]);
  return Object.fromEntries(methods) as Client;
}

async function send(
  options: ClientOptions,
  operation: Operation,
  input: Record<string, unknown>,
  call: CallOptions,
): Promise<unknown> {
  const request = buildRequest(options, operation, input, call);
  const response = await (options.fetch ?? fetch)(request.url, request.init);
  if (!response.ok) {
    throw await readError(response);
  }
  if ("events" in operation.reply) {
    return readEventStream(response) as AsyncIterable<EventOf<typeof operation.reply.events>>;
  }
  if ("chunks" in operation.reply) {
    const chunks = response.body?.pipeThrough(new TextDecoderStream()) ?? [];
    return { headers: Object.fromEntries(response.headers), chunks };
  }
  if (operation.reply.status === 204) {
    return undefined;
  }
  return "schema" in operation.reply ? response.json() : response.text();
}

function buildRequest(
  options: ClientOptions,
  operation: Operation,
  input: Record<string, unknown>,
  call: CallOptions,
): { url: string; init: RequestInit } {
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
  let path = operation.path;
  for (const name of pathParams(operation)) {
    path = path.replace(`{${name}}`, encodeURIComponent(String(rest.get(name))));
    rest.delete(name);
  }
  const search = new URLSearchParams();
  for (const name of Object.keys(operation.query?.properties ?? {})) {
    if (rest.has(name)) {
      search.set(name, String(rest.get(name)));
      rest.delete(name);
    }
  }
  const headers: Record<string, string> = {};
  if (options.key !== undefined) {
    headers.authorization = `Bearer ${options.key}`;
  }
  if (call.idempotencyKey !== undefined) {
    headers["idempotency-key"] = call.idempotencyKey;
  }
  if (call.lastEventId !== undefined) {
    headers["last-event-id"] = String(call.lastEventId);
  }
  const init: RequestInit = { method: operation.method, headers };
  if (call.signal !== undefined) {
    init.signal = call.signal;
  }
  if (operation.body !== undefined) {
    headers["content-type"] = "application/json";
    init.body = JSON.stringify(Object.fromEntries(rest));
  }
  return { url: `${options.url}${path}${search.size > 0 ? `?${search}` : ""}`, init };
}

async function readError(response: Response): Promise<ApiError> {
  const retryAfter = Number(response.headers.get("retry-after") ?? Number.NaN);
  const text = await response.text();
  return new ApiError(
    response.status,
    parseErrorBody(text, response.status),
    Number.isNaN(retryAfter) ? undefined : retryAfter,
  );
}

function parseErrorBody(text: string, status: number): ErrorBody {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === "object" && body !== null && "error" in body && typeof body.error === "string") {
      return body as ErrorBody;
    }
  } catch {
    // A proxy in between may reply with a page of its own.
  }
  return { error: `The server answered with status ${status} and no explanation.` };
}
