import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import { isStream, type Operation } from "../contract/operation.ts";
import { AppError } from "../platform/errors.ts";
import { newRequestId } from "../platform/id.ts";
import type { Log } from "../platform/log.ts";
import { allowOrigins, answerPreflights, publicPath } from "./cors.ts";
import { bodyReadAhead } from "./read-body-ahead.ts";
import { replyError } from "./reply-error.ts";
import { compileValidator } from "./validation.ts";

const bodyBytesMax = 1_048_576;
const paramLengthMax = 512;
const headersTimeoutMilliseconds = 10_000;
const bodyMilliseconds = 30_000;
// A push of git and an archive of a whole project may take their time; every other body has the bound above.
const requestTimeoutMilliseconds = 900_000;
const largeBodies = /^\/git\/[^/]+\/git-|^\/v1\/dashboard\/organization\/[^/?]+\/import\b/;
const slowMilliseconds = 1_000;
// Longer than a proxy in front usually keeps a connection: it is then the proxy that closes it, never in mid-request.
const keepAliveMilliseconds = 72_000;
// JSON can hold it only in this form; after a backslash that is itself escaped it is just text.
const escapedZero = /(?<!\\)(?:\\\\)*\\u0000/;

export interface HttpOptions {
  log: Log;
  trustedProxies: readonly string[];
  operations: Readonly<Record<string, Operation>>;
  intercept?: Intercept;
}

/** Sees every request before any route does; true for those it has taken. */
export type Intercept = (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>;

/** A server that answers every request, however malformed, in the one shape of our errors. */
export function createHttp({ log, trustedProxies, operations, intercept }: HttpOptions): FastifyInstance {
  const logger: FastifyBaseLogger = log;
  const http = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    // One logger for all: a child for each request costs more than the request id that our own lines carry anyway.
    childLoggerFactory: () => logger,
    genReqId: newRequestId,
    requestIdHeader: false,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    bodyLimit: bodyBytesMax,
    routerOptions: { maxParamLength: paramLengthMax },
    serverFactory: (handler) =>
      createServer(
        {
          requestTimeout: requestTimeoutMilliseconds,
          headersTimeout: headersTimeoutMilliseconds,
          keepAliveTimeout: keepAliveMilliseconds,
          // Node would refuse a request without a Host by itself, and not in our shape.
          requireHostHeader: false,
        },
        (request, response) => {
          const taken = intercept?.(request, response) ?? false;
          if (taken === false) {
            handler(request, response);
          } else if (taken !== true) {
            void passOn(taken, handler, request, response);
          }
        },
      ),
    // The server tells by itself when it drains; Fastify would answer in a shape of its own.
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
  http.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id);
    allowOrigins(request, reply);
    done();
  });
  http.addHook("onResponse", logAccess);
  answerPreflights(http, operations);
  // Before the body is parsed: that a path is unknown matters more than what was sent to it.
  http.addHook("onRequest", (request, reply, done) => {
    done(request.is404 ? unknownPath(operations, request, reply) : unreadable(request));
  });
  // Node would answer an expectation that it does not know by itself; it may just as well be ignored (RFC 9110, 10.1.1).
  http.server.on("checkExpectation", (request, response) => http.server.emit("request", request, response));
  boundBodyTime(http);
  acceptJsonOnly(http);
  return http;
}

function unreadable({ headers, raw, url }: FastifyRequest): AppError | undefined {
  if (headers.host === undefined && raw.httpVersion === "1.1") {
    return new AppError("bad_request", "The request has no Host header; send one.");
  }
  // PostgreSQL cannot hold this character, so on no database can anything be named by it.
  if (url.includes("%00")) {
    return new AppError("bad_request", "The address holds the character U+0000; leave it out.");
  }
  return undefined;
}

async function passOn(
  taken: Promise<boolean>,
  handler: (request: IncomingMessage, response: ServerResponse) => void,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!(await taken)) {
    handler(request, response);
  }
}

// Whoever sends a body a byte at a time would otherwise hold a connection for as long as a push may take.
function boundBodyTime(http: FastifyInstance): void {
  http.addHook("preParsing", (request, _reply, given, done) => {
    const payload = bodyReadAhead(request.raw) ?? given;
    const { "content-length": length = "0", "transfer-encoding": encoding } = request.headers;
    if ((length !== "0" || encoding !== undefined) && !largeBodies.test(request.url)) {
      const timer = setTimeout(() => request.raw.destroy(), bodyMilliseconds).unref();
      payload.once("end", () => clearTimeout(timer));
      payload.once("close", () => clearTimeout(timer));
    }
    done(null, payload);
  });
}

function acceptJsonOnly(http: FastifyInstance): void {
  http.removeAllContentTypeParsers();
  const parse = http.getDefaultJsonParser("error", "error");
  http.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    // Clients that always send the header also send it with no body, where none is needed.
    if (body === "") {
      return done(null, undefined);
    }
    if (escapedZero.test(body as string)) {
      return done(new AppError("bad_request", "The body holds the character U+0000; leave it out."), undefined);
    }
    return parse(request, body as string, (error, value) =>
      error === null || error === undefined
        ? done(null, value)
        : done(new AppError("bad_request", "The body is not valid JSON.", { cause: error }), undefined),
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
    return new AppError("not_found", "There is nothing at this path; /openapi.json lists what there is.");
  }
  reply.header("allow", methods.join(", "));
  return new AppError(
    "method_not_allowed",
    `This path does not answer ${request.method}; use ${methods.join(" or ")}.`,
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
 * What changes something, fails or is slow is always logged. A read that succeeded is worth a line only to who looks for it:
 * clients poll, readers search and ask, and a log of that hides the rest. All of them are counted in /metrics.
 */
function logAccess(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  const isRead = request.method !== "POST" || request.url.startsWith(publicPath);
  const isPlainRead = isRead && reply.statusCode < 400 && reply.elapsedTime < slowMilliseconds;
  request.log[isPlainRead ? "debug" : "info"](
    {
      requestId: request.id,
      method: request.method,
      // The pattern, not the address itself: it holds no id and no query.
      route: request.routeOptions.url ?? "unknown",
      status: reply.statusCode,
      milliseconds: Math.round(reply.elapsedTime * 10) / 10,
      address: request.ip,
    },
    "request",
  );
  done();
}
