import type { FastifyInstance } from "fastify";
import { sendBuiltFile } from "../../../http/send-built-file.ts";
import { openOnce, packFile, readBrowserFile } from "../../../platform/browser-files.ts";
import { AppError } from "../../../platform/errors.ts";
import type { Log } from "../../../platform/log.ts";

// The script's address never changes, so a short cache time lets a new version reach every website within an hour.
const cacheSeconds = 3_600;

/** The script that puts the assistant on any website. Anyone may load it, because it does nothing without a key. */
export function widgetRoutes(http: FastifyInstance, { log }: { log: Log }): void {
  http.get("/widget.js", async (request, reply) => {
    const widget = await openWidget().catch((error: unknown) => {
      log.error({ error }, "could not read the widget");
      throw new AppError("not_found", "The widget isn't available on this server; see the server's log.");
    });
    reply
      .header("access-control-allow-origin", "*")
      .header("cross-origin-resource-policy", "cross-origin")
      .header("cache-control", `public, max-age=${cacheSeconds}, stale-while-revalidate=86400`);
    return sendBuiltFile(request, reply, widget);
  });
}

/** The script is read and compressed once. */
const openWidget = openOnce(async () => packFile("text/javascript; charset=utf-8", readBrowserFile("widget.js")));
