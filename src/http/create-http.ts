import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import type { Operation } from "../contract/operation.ts";
import type { Clock } from "../platform/clock.ts";
import { AppError } from "../platform/errors.ts";
import { newId } from "../platform/id.ts";
import type { Log } from "../platform/log.ts";
import { addCors } from "./cors.ts";
import { replyError } from "./reply-error.ts";
import { compileValidator } from "./validation.ts";

const bodyBytesMax = 1_048_576;
const paramLengthMax = 512;
const headersTimeoutMilliseconds = 10_000;
const requestTimeoutMilliseconds = 30_000;

export interface HttpOptions {
  log: Log;
  clock: Clock;
  trustedProxies: readonly string[];
  operations: Readonly<Record<string, Operation>>;
}

/** A server that answers every request, however malformed, in the one shape of our errors. */
export function createHttp({ log, clock, trustedProxies, operations }: HttpOptions): FastifyInstance {
  const logger: FastifyBaseLogger = log;
  const http = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    // One logger for all: a child for each request costs more than the request id that our own lines carry anyway.
    childLoggerFactory: () => logger,
    genReqId: () => newId("req", clock),
    requestIdHeader: false,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    bodyLimit: bodyBytesMax,
    routerOptions: { maxParamLength: paramLengthMax },
    requestTimeout: requestTimeoutMilliseconds,
    http: { headersTimeout: headersTimeoutMilliseconds },
    // The server tells by itself when it drains; Fastify would answer in a shape of its own.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      reply.header("x-request-id", request.id);
      replyError(error, request, reply);
    },
    clientErrorHandler(error, socket) {
      if ("code" in error && error.code !== "ECONNRESET" && socket.writable) {
        const body = JSON.stringify({ error: "The request is not valid HTTP, or took too long to arrive." });
        const id = newId("req", clock);
        socket.write(
          `HTTP/1.1 400 Bad Request\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nx-request-id: ${id}\r\nconnection: close\r\n\r\n${body}`,
        );
      }
      socket.destroy();
    },
  });
  http.setValidatorCompiler(compileValidator);
  http.setErrorHandler(replyError);
  http.setNotFoundHandler((request, reply) => replyUnknown(operations, request, reply));
  http.addHook("onRequest", async (request, reply) => {
    reply.header("x-request-id", request.id);
  });
  http.addHook("onResponse", logAccess);
  addCors(http, operations);
  acceptJsonOnly(http);
  return http;
}

function acceptJsonOnly(http: FastifyInstance): void {
  http.removeAllContentTypeParsers();
  const parse = http.getDefaultJsonParser("error", "error");
  http.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    // Clients that always send the header also send it with no body, where none is needed.
    if (body === "") {
      return done(null, undefined);
    }
    return parse(request, body as string, (error, value) =>
      error === null || error === undefined
        ? done(null, value)
        : done(new AppError("bad_request", "The body is not valid JSON.", { cause: error }), undefined),
    );
  });
}

function replyUnknown(
  operations: Readonly<Record<string, Operation>>,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const path = request.url.split("?", 1)[0] ?? "";
  const allowed = Object.values(operations)
    .filter((operation) => pathPattern(operation.path).test(path))
    .map((operation) => operation.method);
  if (allowed.length === 0) {
    throw new AppError("not_found", "There is nothing at this path; /openapi.json lists what there is.");
  }
  const methods = allowed.includes("GET") ? [...allowed, "HEAD"] : allowed;
  reply.header("allow", methods.join(", "));
  throw new AppError("method_not_allowed", `This path does not answer ${request.method}; use ${methods.join(" or ")}.`);
}

function pathPattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/]+")}/?$`);
}

async function logAccess(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  request.log.info(
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
}
