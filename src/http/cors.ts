import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Operation } from "../contract/operation.ts";

export const publicPath = "/discovery/";
const exposedHeaders = "X-Thread-Id, X-Request-Id, RateLimit, RateLimit-Policy, Retry-After";
const preflightSeconds = 86_400;

/** On every reply to what a public key opens. */
export const publicHeaders = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": exposedHeaders,
} as const;

/**
 * Any website may call what a public key opens, and read the errors too: without these headers its script would only see
 * that a request failed. Nothing else answers to another origin.
 */
export function allowOrigins(request: FastifyRequest, reply: FastifyReply): void {
  if (request.url.startsWith(publicPath)) {
    reply.headers(publicHeaders);
  }
}

export function answerPreflights(http: FastifyInstance, operations: Readonly<Record<string, Operation>>): void {
  const paths = new Set(
    Object.values(operations)
      .filter((operation) => operation.key === "assistant")
      .map((operation) => operation.path),
  );
  for (const path of paths) {
    http.options(path.replace(/\{(\w+)\}/g, ":$1"), async (_request, reply) => {
      reply
        .code(204)
        .header("access-control-allow-methods", "POST, OPTIONS")
        .header("access-control-allow-headers", "Authorization, Content-Type, Idempotency-Key")
        .header("access-control-max-age", String(preflightSeconds));
    });
  }
}
