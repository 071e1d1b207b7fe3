import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import type { ErrorBody } from "../contract/schemas.ts";
import { AppError, type ErrorCode } from "../platform/errors.ts";
import { messageBounds, tooLarge } from "../platform/message-bounds.ts";
import { findOutage } from "../platform/outage.ts";
import { describeProblems } from "./validation.ts";

const statuses: Readonly<Record<ErrorCode, number>> = {
  bad_request: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  too_large: 413,
  unsupported_media_type: 415,
  limited: 429,
  internal: 500,
  unavailable: 503,
};

const unavailableRetrySeconds = 5;

/** Sends every error reply. */
export function replyError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const known = asAppError(error, request);
  if (known.code === "internal") {
    request.log.error({ requestId: request.id, error }, "request failed");
  } else if (known !== error && known.code === "unavailable") {
    request.log.warn({ requestId: request.id, error }, "request failed because of an outage");
  }
  reply
    .headers(errorHeaders(known))
    .code(statuses[known.code])
    .type("application/json; charset=utf-8")
    .send(JSON.stringify(errorBody(known)));
}

function errorBody({ message, details }: AppError): ErrorBody {
  return details === undefined ? { error: message } : { error: message, details };
}

function errorHeaders({ code, retryAfterSeconds }: AppError): Record<string, string> {
  if (code === "unauthenticated") {
    return { "www-authenticate": "Bearer" };
  }
  if (code === "limited" || code === "unavailable") {
    return { "retry-after": String(retryAfterSeconds ?? unavailableRetrySeconds) };
  }
  return {};
}

/** Converts anything that was thrown into an error that is safe to send. */
function asAppError(error: unknown, request: FastifyRequest): AppError {
  if (error instanceof AppError) {
    return error;
  }
  const outage = findOutage(error);
  if (outage !== undefined) {
    return new AppError("unavailable", `${outage.message} Try again later.`, { cause: error });
  }
  if (isAborted(error)) {
    return new AppError("unavailable", "The server is stopping or took too long; try again.", { cause: error });
  }
  if (error instanceof Error && "code" in error && error.code === "FST_ERR_CTP_BODY_TOO_LARGE") {
    return tooLarge(request.routeOptions.bodyLimit ?? messageBounds.bytesMax);
  }
  return asFrameworkError(error) ?? new AppError("internal", "Something went wrong on the server; try again later.");
}

/**
 * Whether the request was aborted: because the server is stopping, because a time limit was reached, or because the
 * client is gone and won't see a reply anyway.
 */
function isAborted(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return [error, cause].some((each) => each instanceof Error && /^(Abort|Timeout)Error$/.test(each.name));
}

// Rewords Fastify's own refusals. Anything not listed here is an internal error.
function asFrameworkError(error: unknown): AppError | undefined {
  if (!(error instanceof Error) || !("code" in error)) {
    return undefined;
  }
  const { code, statusCode = 500, validation, validationContext } = error as FastifyError;
  if (validation !== undefined) {
    return new AppError("bad_request", "The request doesn't match its schema; see details.", {
      details: describeProblems(validation, validationContext),
    });
  }
  const reworded = frameworkErrors[code];
  if (reworded !== undefined) return new AppError(...reworded);
  // For example, the client disconnected while sending its body.
  return statusCode < 500 ? new AppError("bad_request", "The request ended unexpectedly.") : undefined;
}

const frameworkErrors: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ["unsupported_media_type", "Send the body as application/json."],
  FST_ERR_CTP_INVALID_JSON_BODY: ["bad_request", "The body isn't valid JSON."],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ["bad_request", "The body isn't valid JSON."],
  FST_ERR_BAD_URL: ["bad_request", "The path is malformed; check its percent encoding."],
  FST_ERR_MAX_PARAM_LENGTH: ["not_found", "Path not found."],
};
