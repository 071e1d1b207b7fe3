import type { FastifyInstance } from "fastify";
import { AppError } from "../../../platform/errors.ts";
import type { Log } from "../../../platform/log.ts";
import { openWidget } from "./open-widget.ts";

// Its address stays the same, so a new version must reach every website within the hour.
const cacheSeconds = 3_600;

/** The script that puts the assistant on any website. Whoever may load it: it does nothing without a key. */
export function widgetRoutes(http: FastifyInstance, { log }: { log: Log }): void {
  http.get("/widget.js", async (request, reply) => {
    const widget = await openWidget().catch((error: unknown) => {
      log.error({ error }, "the widget could not be built");
      throw new AppError("not_found", "This installation has no widget; its build has failed, and the log says why.");
    });
    reply
      .header("access-control-allow-origin", "*")
      .header("cross-origin-resource-policy", "cross-origin")
      .header("cache-control", `public, max-age=${cacheSeconds}, stale-while-revalidate=86400`)
      .header("vary", "accept-encoding")
      .header("x-content-type-options", "nosniff")
      .header("etag", widget.etag);
    if (request.headers["if-none-match"]?.includes(widget.etag)) {
      return reply.code(304).send();
    }
    const accepted = String(request.headers["accept-encoding"] ?? "");
    const encoding = /\bbr\b/.test(accepted) ? "br" : /\bgzip\b/.test(accepted) ? "gzip" : undefined;
    if (encoding !== undefined) {
      reply.header("content-encoding", encoding);
    }
    const body = encoding === "br" ? widget.brotli : encoding === "gzip" ? widget.gzip : widget.plain;
    return reply.type("text/javascript; charset=utf-8").send(body);
  });
}
