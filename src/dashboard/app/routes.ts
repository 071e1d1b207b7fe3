import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sendBuiltFile } from "../../http/send-built-file.ts";
import { AppError } from "../../platform/errors.ts";
import type { Log } from "../../platform/log.ts";
import type { DashboardApp } from "./open-app.ts";

interface AppRouteDeps {
  log: Log;
  openApp(): Promise<DashboardApp>;
  /** The server's public address, which serves screenshots. */
  url: string;
}

/** Files with a hash in their name. No organization or project can use this path. */
const assetsPath = "-/";
const yearSeconds = 31_536_000;

/** Serves the dashboard, a single-page app. */
export function appRoutes(http: FastifyInstance, deps: AppRouteDeps): void {
  const policy = contentPolicy(deps.url);
  const showPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const home = canonicalAddress(deps.url, request);
    if (home !== undefined) {
      return reply.redirect(home, 302);
    }
    const { index } = await open(deps);
    reply
      .header("content-security-policy", policy)
      .header("x-frame-options", "DENY")
      .header("referrer-policy", "same-origin")
      .header("cross-origin-opener-policy", "same-origin")
      .header("permissions-policy", "camera=(), microphone=(), geolocation=()")
      // Browsers must revalidate the page each time, so that they don't keep the scripts of an older version.
      .header("cache-control", "no-cache");
    return sendBuiltFile(request, reply, index);
  };
  http.get("/", async (_request, reply) => reply.redirect("/dashboard", 302));
  http.get("/dashboard", showPage);
  // Pull requests used to have pages here; links to them are in old job results and chats.
  http.get("/git/:repository/pull/:number", async (request, reply) => reply.redirect(`/dashboard${request.url}`, 302));
  http.get<{ Params: { "*": string } }>("/dashboard/*", async (request, reply) => {
    const path = request.params["*"];
    if (!path.startsWith(assetsPath)) {
      return showPage(request, reply);
    }
    const file = await (await open(deps)).find(path);
    if (file === undefined) {
      throw new AppError(
        "not_found",
        "File not found; it may belong to an older version of the dashboard. Reload the page.",
      );
    }
    reply.header("cache-control", `public, max-age=${yearSeconds}, immutable`);
    return sendBuiltFile(request, reply, file);
  });
}

const loopbackNames = ["localhost", "127.0.0.1", "[::1]"];

/**
 * The same address on the configured host, if the page was opened under another loopback name. Browsers treat the names
 * as different sites with separate sessions, and an identity provider only returns to the configured name.
 */
function canonicalAddress(url: string, request: FastifyRequest): string | undefined {
  const own = new URL(url);
  const asked = URL.canParse(`${own.protocol}//${request.headers.host}`)
    ? new URL(`${own.protocol}//${request.headers.host}`)
    : own;
  const isSameMachine = [own, asked].every(({ hostname }) => loopbackNames.includes(hostname));
  return isSameMachine && asked.port === own.port && asked.hostname !== own.hostname
    ? `${own.origin}${request.url}`
    : undefined;
}

async function open({ log, openApp }: AppRouteDeps): Promise<DashboardApp> {
  return openApp().catch((error: unknown) => {
    log.error({ error }, "could not open the dashboard");
    throw new AppError("not_found", "The dashboard is not available; see the server's log.");
  });
}

function contentPolicy(url: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    `img-src 'self' data: ${new URL(url).origin}`,
    "connect-src 'self'",
    // Rendered pages of pull requests, which run no scripts.
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
