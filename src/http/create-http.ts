import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import { isStream, type Operation } from "../contract/operation.ts";
import { isAddressIn, plainAddress } from "../platform/address.ts";
import { AppError } from "../platform/errors.ts";
import { newRequestId } from "../platform/id.ts";
import type { Log } from "../platform/log.ts";
import { type BodyBounds, checkBody, messageBounds } from "../platform/message-bounds.ts";
import { allowOrigins, answerPreflights, publicPath } from "./cors.ts";
import { limitConnections, oneAtATime } from "./limit-connections.ts";
import { replyError } from "./reply-error.ts";
import { findTraceId, traceRequests, traceRoutes } from "./trace-requests.ts";
import { compileValidator } from "./validation.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Stricter bounds for the body than those of all messages. */
    boundsOf?(request: FastifyRequest): BodyBounds;
  }
}

const paramLengthMax = 512;
const headersTimeoutMilliseconds = 10_000;
const bodyMilliseconds = 30_000;
// The limit for requests with large bodies: git pushes, uploaded project archives and media of drafts. All other bodies
// must arrive within `bodyMilliseconds`.
const requestTimeoutMilliseconds = 900_000;
const largeBodies =
  /^\/git\/[^/]+\/git-|^\/v1\/dashboard\/(?:organization\/[^/?]+\/import|project\/[^/?]+\/drafts\/[^/?]+\/media)\b/;
const slowMilliseconds = 1_000;
// Longer than proxies usually keep connections open, so that the proxy closes them first and never in the middle of a
// request.
const keepAliveMilliseconds = 72_000;
// The only way to write U+0000 in JSON. After an escaped backslash, the same characters are plain text.
const escapedZero = /(?<!\\)(?:\\\\)*\\u0000/;

export interface HttpOptions {
  log: Log;
  trustedProxies: readonly string[];
  connectionsPerAddressMax?: number | undefined;
  operations: Readonly<Record<string, Operation>>;
  /** Answers requests to published sites, which are recognized by their host. */
  intercept?: Intercept | undefined;
  /** Reports every reply to the metrics. */
  observe?(route: string, status: number, seconds: number): void;
  /** Aborts when the server is about to stop: it still answers, but closes each connection after the reply. */
  stopping?: AbortSignal;
  /** Aborts when the server stops: from then on, it refuses all requests except health checks. */
  draining?: AbortSignal;
}

/** Sees every request before routing. Returns true if it handles the request itself. */
export type Intercept = (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>;

/** A server that replies to every request, however malformed, with the contract's error shape. */
export function createHttp(options: HttpOptions): FastifyInstance {
  const { trustedProxies, operations, intercept } = options;
  const logger: FastifyBaseLogger = options.log;
  const http = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    // A child logger per request is expensive, and our log lines carry the request ID anyway.
    childLoggerFactory: () => logger,
    genReqId: newRequestId,
    requestIdHeader: false,
    trustProxy:
      trustedProxies.length > 0 && ((address: string) => isAddressIn(plainAddress(address) ?? "", trustedProxies)),
    // Routes that need more, such as operations with long texts, have a limit of their own.
    bodyLimit: messageBounds.shortBytesMax,
    routerOptions: { maxParamLength: paramLengthMax },
    serverFactory: (handler) =>
      createServer(
        {
          requestTimeout: requestTimeoutMilliseconds,
          headersTimeout: headersTimeoutMilliseconds,
          keepAliveTimeout: keepAliveMilliseconds,
          // Otherwise Node itself would reject requests without a Host header, and not in the contract's error shape.
          requireHostHeader: false,
          // Reading the end of a body that doesn't exist would cost a sixth of a small reply.
          optimizeEmptyRequests: true,
        },
        oneAtATime(
          traceRequests((request, response) => {
            if (hasBody(request)) limitBodyTime(request);
            // A body without a length is empty. Nothing may wait for its end, which isn't reported.
            else delete request.headers["content-type"];
            if (intercept === undefined) handler(request, response);
            else route(options, intercept, handler, request, response);
          }),
        ),
      ),
    // Draining is handled below; Fastify's own reply doesn't have the contract's error shape.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      reply.header("x-request-id", request.id);
      replyError(error, request, reply);
    },
    clientErrorHandler(error, socket) {
      if ("code" in error && error.code !== "ECONNRESET" && socket.writable) {
        const body = JSON.stringify({ error: "The request is not valid HTTP, or took too long to arrive." });
        socket.write(
          `HTTP/1.1 400 Bad Request\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nx-request-id: ${newRequestId()}\r\nconnection: close\r\n\r\n${body}`,
        );
      }
      socket.destroy();
    },
  });
  http.decorateRequest("principal", undefined);
  http.setValidatorCompiler(compileValidator);
  http.setErrorHandler(replyError);
  traceRoutes(http);
  // One hook for all checks that precede an operation's own gates.
  http.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id);
    allowOrigins(request, reply);
    // Closes the connection after the reply, so that the client's next request goes to a node that keeps running.
    if (options.stopping?.aborted || options.draining?.aborted) reply.header("connection", "close");
    // An unknown path is reported before the body is parsed, because it is more helpful than an error in the body.
    done(request.is404 ? unknownPath(operations, request, reply) : unacceptable(options, request));
  });
  http.addHook("onResponse", (request, reply, done) => {
    reportReply(options, request, reply);
    done();
  });
  answerPreflights(http, operations);
  limitConnections(http.server, options);
  // Node would reject a request with an unknown `Expect` header, but servers may ignore the header (RFC 9110, 10.1.1).
  http.server.on("checkExpectation", (request, response) => http.server.emit("request", request, response));
  acceptJsonOnly(http);
  return http;
}

function route(
  { log }: HttpOptions,
  intercept: Intercept,
  handler: (request: IncomingMessage, response: ServerResponse) => void,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const taken = intercept(request, response);
  if (taken === false) {
    handler(request, response);
  } else if (taken !== true) {
    taken
      .then((isTaken) => {
        if (!isTaken) handler(request, response);
      })
      .catch((error: unknown) => {
        log.error({ error }, "could not route a request");
        response.destroy();
      });
  }
}

function unacceptable(
  { draining, operations }: HttpOptions,
  { headers, raw, url }: FastifyRequest,
): AppError | undefined {
  if (headers.host === undefined && raw.httpVersion === "1.1") {
    return new AppError("bad_request", "The request has no Host header; send one.");
  }
  // PostgreSQL can't store this character, so nothing in the database can have a name with it.
  if (url.includes("%00")) {
    return new AppError("bad_request", "The URL contains the character U+0000; remove it.");
  }
  if (draining?.aborted && url !== operations.getHealth?.path) {
    return new AppError("unavailable", "The server is stopping; send the request again.");
  }
  return undefined;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
}

// Limits the time for all but large bodies. Otherwise a client that sends its body one byte at a time could hold a
// connection for as long as a push may take.
function limitBodyTime(request: IncomingMessage): void {
  if (request.headers["content-length"] !== "0" && !largeBodies.test(request.url ?? "")) {
    const timer = setTimeout(() => request.destroy(), bodyMilliseconds).unref();
    request.once("end", () => clearTimeout(timer));
    request.once("close", () => clearTimeout(timer));
  }
}

function acceptJsonOnly(http: FastifyInstance): void {
  http.removeAllContentTypeParsers();
  const parse = http.getDefaultJsonParser("error", "error");
  http.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    // Some clients send the content type even with an empty body.
    if (body === "") {
      return done(null, undefined);
    }
    if (escapedZero.test(body as string)) {
      return done(new AppError("bad_request", "The body contains the character U+0000; remove it."), undefined);
    }
    try {
      checkBody(body as string, request.routeOptions.config.boundsOf?.(request));
    } catch (error) {
      return done(error as AppError, undefined);
    }
    return parse(request, body as string, (error, value) =>
      error === null || error === undefined
        ? done(null, value)
        : done(new AppError("bad_request", "The body isn't valid JSON.", { cause: error }), undefined),
    );
  });
}

function unknownPath(
  operations: Readonly<Record<string, Operation>>,
  request: FastifyRequest,
  reply: FastifyReply,
): AppError {
  const path = request.url.split("?", 1)[0] ?? "";
  const methods = Object.values(operations)
    .filter((operation) => pathPattern(operation.path).test(path))
    .flatMap(allowedMethods);
  if (methods.length === 0) {
    return new AppError("not_found", "Path not found; see /openapi.json for all operations.");
  }
  reply.header("allow", methods.join(", "));
  return new AppError(
    "method_not_allowed",
    `This path doesn't support ${request.method}; use ${methods.join(" or ")}.`,
  );
}

function allowedMethods(operation: Operation): string[] {
  const { method } = operation;
  return method === "GET" && !isStream(operation) ? ["GET", "HEAD"] : [method];
}

function pathPattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/]+")}$`);
}

/**
 * Logs changes, failures and slow requests at info level, and successful reads only at debug level: clients poll and
 * visitors search, and those lines would hide everything else. The metrics count all requests.
 */
function reportReply({ log, observe }: HttpOptions, request: FastifyRequest, reply: FastifyReply): void {
  const { statusCode: status, elapsedTime } = reply;
  // The route's pattern is used, because the address contains IDs and the query.
  const route = request.routeOptions.url ?? "unknown";
  observe?.(route, status, elapsedTime / 1_000);
  const isRead = request.method !== "POST" || request.url.startsWith(publicPath);
  const level = isRead && status < 400 && elapsedTime < slowMilliseconds ? "debug" : "info";
  if (log.isLevelEnabled(level)) {
    const { id: requestId, method, ip: address } = request;
    const milliseconds = Math.round(elapsedTime * 10) / 10;
    const traceId = findTraceId(request);
    log[level]({ requestId, traceId, method, route, status, milliseconds, address }, "request");
  }
}
