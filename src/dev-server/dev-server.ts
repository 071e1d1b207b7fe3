import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Log } from "../platform/log.ts";
import { ownFilesPath, siteHeaders } from "../projects/sites/site-headers.ts";
import { gateWithoutReaders } from "../readers/gate.ts";
import { createSiteServer } from "../visitors/pages/middleware.ts";
import { createLiveSite, type LiveSiteDeps, type LiveState } from "./live-site.ts";
import { createPreviewArtifacts } from "./preview-artifacts.ts";
import type { PreviewApi, PreviewModel } from "./routes.ts";
import { createStateEvents } from "./state-events.ts";
import { watchFolder } from "./watch-folder.ts";

/** `onState` is called after every build, for the first time before the server starts. */
interface DevServerRequest extends LiveSiteDeps {
  port: number;
  log: Log;
  /** Without a model, answers quote the pages. */
  model?: PreviewModel | undefined;
  /** Aborts the first build, which may take long. */
  signal?: AbortSignal;
}

export interface DevServer {
  url: string;
  stop(): Promise<void>;
}

/** Reachable only from this machine. */
const host = "127.0.0.1";
/** Other host names are refused, because another site could point its own name at this machine (DNS rebinding). */
const ownNames = ["localhost", "127.0.0.1"];

/** Serves a folder like a published site and notifies open pages of changes. */
export async function startDevServer(request: DevServerRequest): Promise<DevServer> {
  const { folder, cacheFolder, pool, log, view = {}, model } = request;
  const session = Date.now().toString(36);
  const nameOf = ({ revision }: LiveState) => `${session}-${revision}`;
  const artifacts = createPreviewArtifacts(withPreviewFiles);
  let shown: string | undefined;
  const live = createLiveSite({
    folder,
    cacheFolder,
    pool,
    view,
    onState(state) {
      if (state.site !== undefined) shown = artifacts.add(state.site, nameOf(state));
      request.onState(state);
      events.send(state);
    },
  });
  const events = createStateEvents(nameOf, () => live.state);
  const findShown = () =>
    shown === undefined ? undefined : { projectId: "preview", subdomain: "preview", artifact: shown };
  const stopping = new AbortController();
  let api: Promise<PreviewApi> | undefined;
  // Loaded with the first search or question, so that the preview starts faster.
  const openApi = () => {
    api ??= import("./routes.ts").then(({ createPreviewApi }) =>
      createPreviewApi({ artifacts, findShown, model, log, signal: stopping.signal }),
    );
    return api;
  };
  const serveSite = createSiteServer({
    artifacts,
    listEarlier: async ({ artifact }) => artifacts.earlier(artifact),
    addressing: undefined,
    gate: gateWithoutReaders,
    withAuthorCode: true,
    reads: {
      findBySubdomain: async () => undefined,
      findByDomain: async () => {
        const site = findShown();
        return site && { ...site, base: site.artifact, access: "public", previews: "public" };
      },
      isCustomDomain: async () => false,
    },
    observe: () => undefined,
    log,
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    if (!isOwnName(request.headers.host)) {
      return refuse(response, 421, `This preview is only available at http://localhost:${portOf(server)}.`);
    }
    const file = previewFiles.get(pathname);
    if (pathname === eventsPath) return events.listen(response);
    if (file !== undefined) return send(response, 200, file.type, file.bytes);
    if (shown !== undefined && pathname.startsWith(visitorApiPath)) return (await openApi())(request, response);
    if (shown !== undefined) return void (await serveSite(request, response));
    const needs = {
      path: "index.html",
      type: "text/html; charset=utf-8",
      status: 503,
      origins: [],
      sources: undefined,
    };
    response.writeHead(503, siteHeaders({ ...needs, host: request.headers.host ?? "" }));
    response.end(emptyPage(nameOf(live.state)));
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error) => {
      log.error({ error }, "a page could not be shown");
      refuse(response, 500, "This page cannot be shown; see the terminal for details.");
    });
  });
  server.listen(request.port, host);
  await once(server, "listening");
  server.on("error", (error) => log.error({ error }, "a connection could not be accepted"));
  const watcher = watchFolder(
    folder,
    () => void live.rebuild(),
    (error) => log.error({ error }, "the folder cannot be watched"),
  );
  request.signal?.addEventListener("abort", () => void live.close(), { once: true });
  await live.rebuild();
  return {
    url: `http://localhost:${portOf(server)}`,
    async stop() {
      stopping.abort();
      watcher.close();
      events.close();
      server.close();
      server.closeAllConnections();
      await live.close();
    },
  };
}

function isOwnName(header: string | undefined): boolean {
  return ownNames.includes((header ?? "").toLowerCase().replace(/:\d+$/, ""));
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

function send(response: ServerResponse, status: number, type: string, bytes: Buffer): void {
  response.writeHead(status, {
    "content-type": type,
    "content-length": bytes.length,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
  response.end(bytes);
}

function refuse(response: ServerResponse, status: number, sentence: string): void {
  if (response.headersSent) response.destroy();
  else send(response, status, "text/plain; charset=utf-8", Buffer.from(sentence));
}

/** The security policy of a site allows scripts from this folder, and authors can't add files to it. */
const previewPath = `/${ownFilesPath}preview/`;

/** The same path as in `visitors/api/operations.ts`, which isn't imported because its schemas are loaded lazily. */
const visitorApiPath = `/${ownFilesPath}api/`;

const eventsPath = `${previewPath}events`;

interface PreviewFile {
  type: string;
  bytes: Buffer;
}

/** The script and styles of the preview. */
const previewFiles: ReadonlyMap<string, PreviewFile> = new Map([
  [`${previewPath}preview.js`, own("preview.js", "text/javascript; charset=utf-8")],
  [`${previewPath}preview.css`, own("preview.css", "text/css; charset=utf-8")],
]);

/** Adds the preview's script and styles to a page. The revision tells the script whether the page is current. */
function withPreviewFiles(html: string, revision: string): string {
  const tags = `<link rel="stylesheet" href="${previewPath}preview.css"><script src="${previewPath}preview.js" data-revision="${revision}" defer></script>`;
  const end = html.indexOf("</head>");
  return end === -1 ? html : `${html.slice(0, end)}${tags}${html.slice(end)}`;
}

/** The page shown until the first successful build. */
function emptyPage(revision: string): string {
  const page = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>No preview yet</title></head>
<body class="no-preview"><p>The site cannot be built yet. It appears here as soon as the errors are fixed.</p></body>
</html>
`;
  return withPreviewFiles(page, revision);
}

function own(name: string, type: string): PreviewFile {
  return { type, bytes: readFileSync(new URL(`./assets/${name}`, import.meta.url)) };
}
