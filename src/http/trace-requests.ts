import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { readTraceParent } from "../platform/tracing/trace-parent.ts";
import { isTracing, type Span, startSpan } from "../platform/tracing/traced.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The name of the operation that a route answers. */
    operation?: string;
  }
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
// Monitoring systems request these paths every few seconds, and traces of them would hide all others.
const probes = /^\/(?:healthz|readyz|metrics)(?:\?|$)/;
const spans = new WeakMap<IncomingMessage, Span>();

/** One span per request, from its first byte to the last byte of the reply. Costs nothing while tracing is off. */
export function traceRequests(listener: Listener): Listener {
  if (!isTracing()) return listener;
  return (request, response) => {
    if (probes.test(request.url ?? "")) return listener(request, response);
    const { method = "", headers } = request;
    // `traceRoutes` renames the span. Requests that never reach a route are for pages of a site.
    const span = startSpan("site", {
      kind: "server",
      parent: single(headers.traceparent),
      state: single(headers.tracestate),
      attributes: { "http.request.method": methods.has(method) ? method : "_OTHER", "http.route": "site" },
    });
    if (span === undefined) return listener(request, response);
    spans.set(request, span);
    response.once("close", () => {
      const { statusCode: status } = response;
      span.set({ "http.response.status_code": status });
      if (!response.writableFinished) span.set({ "lectern.disconnected": true });
      if (status >= 500) span.fail(status);
      span.end();
    });
    span.run(() => listener(request, response));
  };
}

/** Names the span after the operation, and makes it the parent of the operation's own spans. */
export function traceRoutes(http: FastifyInstance): void {
  if (!isTracing()) return;
  http.addHook("onRequest", (request, _reply, done) => {
    const { config, url: route = "unknown" } = request.routeOptions;
    const span = spans.get(request.raw);
    span?.rename(config.operation ?? `${request.method} ${route}`);
    span?.set({ "http.route": route, "lectern.request_id": request.id });
    done();
  });
  // Node reports the end of a body outside the request's context, so the span has to be entered again.
  http.addHook("preHandler", (request, _reply, done) => {
    const span = spans.get(request.raw);
    if (span === undefined) done();
    else span.run(done);
  });
}

/** The trace ID of a request, for the log: our own, or the one in the caller's header. */
export function findTraceId({ raw, headers }: FastifyRequest): string | undefined {
  return spans.get(raw)?.traceId ?? readTraceParent(headers.traceparent)?.traceId;
}

function single(header: string | string[] | undefined): string | undefined {
  return typeof header === "string" ? header : undefined;
}
