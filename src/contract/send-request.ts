import { readChunks, readEventStream } from "./event-stream.ts";

/** Everything needed to call an operation, without its schemas: `lectern-docs/client` has no dependencies. */
export interface Route {
  method: "GET" | "POST";
  /** The path, with `{name}` for each parameter. */
  path: string;
  /** The names of the query parameters. */
  query?: readonly string[];
  hasBody?: true;
  reply: "json" | "text" | "nothing" | "events" | "chunks";
}

export interface ClientOptions {
  /** The server's URL, such as `https://lectern.example.com`. */
  url: string;
  /** An admin key (`svc_…`), an assistant key (`svc_dsc_…`) or a personal access token. */
  key?: string;
  /** Replaces the global `fetch`. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

export interface CallOptions {
  /** Makes a call that creates something safe to repeat: the same key within 24 hours gets the same reply. */
  idempotencyKey?: string;
  /** For event streams: continue after this event. */
  lastEventId?: number;
  /** Cancels the call, and ends the stream if the call opened one. */
  signal?: AbortSignal;
}

/** The server's explanation for a refused request. */
export interface ErrorReply {
  /** What went wrong and what to do, in one sentence. */
  error: string;
  /** All validation errors. Only present if the request doesn't match its schema. */
  details?: {
    /** Location in the request. */
    path: string;
    message: string;
  }[];
}

/** The server returned an error, or its reply could not be parsed. */
export class ApiError extends Error {
  /** The HTTP status. */
  readonly status: number;
  readonly body: ErrorReply;
  /** How long to wait before the next attempt, if the server specified it. */
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, body: ErrorReply, retryAfterSeconds: number | undefined) {
    super(body.error);
    this.name = "ApiError";
    this.status = status;
    this.body = body;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export async function sendRequest(
  options: ClientOptions,
  route: Route,
  input: Record<string, unknown>,
  call: CallOptions,
): Promise<unknown> {
  const request = buildRequest(options, route, input, call);
  const response = await (options.fetch ?? fetch)(request.url, request.init);
  if (!response.ok) {
    throw await readError(response);
  }
  switch (route.reply) {
    case "json":
      return response.json();
    case "text":
      return response.text();
    case "events":
      return readEventStream(response);
    case "chunks":
      return { headers: Object.fromEntries(response.headers), chunks: readChunks(response) };
    case "nothing":
      return undefined;
  }
}

function buildRequest(
  options: ClientOptions,
  route: Route,
  input: Record<string, unknown>,
  call: CallOptions,
): { url: string; init: RequestInit } {
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
  const path = route.path.replace(/\{(\w+)\}/g, (_place, name: string) => {
    const value = String(rest.get(name));
    rest.delete(name);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const name of route.query ?? []) {
    if (rest.has(name)) {
      search.set(name, String(rest.get(name)));
      rest.delete(name);
    }
  }
  const headers: Record<string, string> = {
    ...(options.key !== undefined && { authorization: `Bearer ${options.key}` }),
    ...(call.idempotencyKey !== undefined && { "idempotency-key": call.idempotencyKey }),
    ...(call.lastEventId !== undefined && { "last-event-id": String(call.lastEventId) }),
    ...(route.hasBody && { "content-type": "application/json" }),
  };
  const init: RequestInit = {
    method: route.method,
    headers,
    ...(call.signal !== undefined && { signal: call.signal }),
    ...(route.hasBody && { body: JSON.stringify(Object.fromEntries(rest)) }),
  };
  const base = options.url.endsWith("/") ? options.url.slice(0, -1) : options.url;
  const query = search.toString();
  return { url: `${base}${path}${query === "" ? "" : `?${query}`}`, init };
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

function parseErrorBody(text: string, status: number): ErrorReply {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === "object" && body !== null && "error" in body && typeof body.error === "string") {
      return body as ErrorReply;
    }
  } catch {
    // A proxy in between may have replied with its own page.
  }
  return { error: `The server answered with status ${status} and no explanation.` };
}
