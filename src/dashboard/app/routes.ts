import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../../platform/errors.ts";
import type { Log } from "../../platform/log.ts";
import type { AppFile, DashboardApp } from "./open-app.ts";

export interface AppRouteDeps {
  log: Log;
  openApp(): Promise<DashboardApp>;
  /** The public address of this server, where screenshots are. */
  url: string;
}

/** Files with their hash in the name; no organization and no project is called so. */
const assetsPath = "-/";
const yearSeconds = 31_536_000;

/** The dashboard itself. All its addresses show one page, and the script in it knows which one is meant. */
export function appRoutes(http: FastifyInstance, deps: AppRouteDeps): void {
  const policy = contentPolicy(deps.url);
  const showPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const home = ownAddress(deps.url, request);
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
      // Asked for each time, so that nobody goes on with the scripts of an older version.
      .header("cache-control", "no-cache");
    return sendFile(request, reply, index);
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
      throw new AppError("not_found", "The dashboard has no such file; it may be of an older version: load it again.");
    }
    reply.header("cache-control", `public, max-age=${yearSeconds}, immutable`);
    return sendFile(request, reply, file);
  });
}

const loopbackNames = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Where the page belongs, when it was opened under another name of this machine. A browser takes the two for different
 * websites: a session of one is none of the other, and a provider sends people back to the one it knows.
 */
function ownAddress(url: string, request: FastifyRequest): string | undefined {
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
    log.error({ error }, "the dashboard could not be built");
    throw new AppError("not_found", "This installation has no dashboard; its build has failed, and the log says why.");
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
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: AppFile): FastifyReply {
  reply.header("vary", "accept-encoding").header("x-content-type-options", "nosniff").header("etag", file.etag);
  if (request.headers["if-none-match"]?.includes(file.etag)) {
    return reply.code(304).send();
  }
  const accepted = String(request.headers["accept-encoding"] ?? "");
  if (file.brotli !== undefined && /\bbr\b/.test(accepted)) {
    return reply.type(file.type).header("content-encoding", "br").send(file.brotli);
  }
  if (file.gzip !== undefined && /\bgzip\b/.test(accepted)) {
    return reply.type(file.type).header("content-encoding", "gzip").send(file.gzip);
  }
  return reply.type(file.type).send(file.plain);
}
