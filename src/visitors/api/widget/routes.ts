import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import type { FastifyInstance } from "fastify";
import { readBrowserFile } from "../../../platform/browser-files.ts";
import { AppError } from "../../../platform/errors.ts";
import type { Log } from "../../../platform/log.ts";

// Its address stays the same, so a new version must reach every website within the hour.
const cacheSeconds = 3_600;

/** The script that puts the assistant on any website. Anyone may load it, because it does nothing without a key. */
export function widgetRoutes(http: FastifyInstance, { log }: { log: Log }): void {
  http.get("/widget.js", async (request, reply) => {
    const widget = await openWidget().catch((error: unknown) => {
      log.error({ error }, "could not read the widget");
      throw new AppError("not_found", "This server has no widget; its log says why.");
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

/** The script that other websites load, in every form that browsers take it in. */
interface Widget {
  etag: string;
  plain: Buffer;
  gzip: Buffer;
  brotli: Buffer;
}

let opened: Promise<Widget> | undefined;

/** Read and compressed once, with the first request for it. */
function openWidget(): Promise<Widget> {
  opened ??= read();
  // After a failure, the next request tries again.
  opened.catch(() => {
    opened = undefined;
  });
  return opened;
}

async function read(): Promise<Widget> {
  const plain = readBrowserFile("widget.js");
  return {
    etag: `"${createHash("sha256").update(plain).digest("hex").slice(0, 32)}"`,
    plain,
    gzip: await promisify(gzip)(plain),
    brotli: await promisify(brotliCompress)(plain),
  };
}
