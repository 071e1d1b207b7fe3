import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { onTestFinished } from "vitest";
import { siteExtra } from "../../../src/projects/sites/site-extra.ts";
import { siteHeaders } from "../../../src/projects/sites/site-headers.ts";
import { buildSite } from "../../../src/site/pipeline/build-site.ts";
import { createRenderPool } from "../../../src/site/pipeline/render/render-pool.ts";
import type { SiteBuild } from "../../../src/site/pipeline/site-build.ts";
import { launchBrowser } from "../../support/launch-browser.ts";
import { sharedCache } from "../../support/shared-cache.ts";

/** A built site, served with the real headers, and a real browser. */
export interface OpenSite {
  build: SiteBuild;
  url: string;
  /** A new reader without shared storage, closed at the end of the test. */
  read(options?: BrowserContextOptions): Promise<Reader>;
  close(): Promise<void>;
}

interface Reader {
  page: Page;
  /** Errors, blocked requests and console warnings. */
  problems: string[];
}

export const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
export const desktop: BrowserContextOptions = { viewport: { width: 1440, height: 900 } };

export async function openSite(project: string): Promise<OpenSite> {
  const build = await buildProject(project);
  const server = serveSite(build);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const browser = await launchBrowser();
  return {
    build,
    url,
    read: (options) => startReading(browser, url, options),
    async close() {
      await browser.close();
      server.close();
      server.closeAllConnections();
    },
  };
}

async function buildProject(folder: string): Promise<SiteBuild> {
  const pool = createRenderPool({ size: 2 });
  try {
    const editTimes = new Map([["guides/start.mdx", "2026-08-01T10:00:00.000Z"]]);
    const request = { folder, cacheFolder: sharedCache(folder), onLine: () => undefined };
    return await buildSite({ pool }, { ...request, editTimes, signal: new AbortController().signal });
  } finally {
    await pool.close();
  }
}

/** Resolves addresses like `src/visitors/pages/find-page.ts`. */
function serveSite(build: SiteBuild) {
  const files = new Map(build.files.map((file) => [file.path, file]));
  return createServer(async (request, response) => {
    // A real server counts what readers report.
    if (request.method === "POST" && request.url === "/_lectern/api/note") {
      response.writeHead(204).end();
      return;
    }
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://site").pathname).slice(1);
    const names = path === "" ? ["index.html"] : [`${path}.html`, path, `${path}/index.html`];
    const name = names.find((candidate) => files.has(candidate)) ?? build.notFoundPath;
    const file = files.get(name);
    const status = name === build.notFoundPath ? 404 : 200;
    const { type = "text/plain" } = file ?? {};
    const origins = build.connections.find(({ paths }) => paths.includes(name))?.origins ?? [];
    const { policy: sources } = siteExtra(build);
    const host = request.headers.host ?? "";
    response.writeHead(status, siteHeaders({ path: name, type, host, status, origins, sources }));
    response.end((await file?.load())?.bytes);
  });
}

async function startReading(browser: Browser, baseURL: string, options?: BrowserContextOptions): Promise<Reader> {
  const context = await browser.newContext({ ...desktop, baseURL, ...options });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(`error on ${page.url()}: ${error.message}`));
  page.on("console", (message) => {
    // Ignores the warning about a preloaded font that arrived too late on a busy machine; the weight tests check fonts.
    const isLateFont = /woff2? was preloaded using link preload but not used/.test(message.text());
    const isProblem = message.type() === "error" || message.type() === "warning";
    if (isProblem && !isLateFont) problems.push(`${page.url()}: ${message.text()}`);
  });
  return { page, problems };
}
