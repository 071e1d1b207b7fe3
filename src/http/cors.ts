import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Operation } from "../contract/operation.ts";

export const publicPath = "/discovery/";
const exposedHeaders = "X-Thread-Id, X-Request-Id, RateLimit, RateLimit-Policy, Retry-After";
const preflightSeconds = 86_400;

/**
 * Any website may call the operations that accept a public key, and read their errors: without these headers a script
 * could not tell why a request failed. No other operation accepts cross-origin requests.
 */
export function allowOrigins(request: FastifyRequest, reply: FastifyReply): void {
  if (request.url.startsWith(publicPath)) {
    reply.header("access-control-allow-origin", "*").header("access-control-expose-headers", exposedHeaders);
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
