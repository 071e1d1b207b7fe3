import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { build } from "vite";
import { dashboardConfig } from "../../../web/dashboard/build/dashboard-config.ts";
import type { VisualTestPage } from "./test-page.ts";

declare global {
  var testPage: VisualTestPage;
}

export interface VisualBrowser {
  /** Opens a page with this source in visual mode. */
  open(source: string, options?: { canWrite?: boolean; width?: number }): Promise<Page>;
  close(): Promise<void>;
}

const entry = fileURLToPath(new URL("../../../web/dashboard/editor/visual/visual-test-support.ts", import.meta.url));

/** The dashboard's policy, so that the tests fail if visual mode needs more. */
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:";

/** Newer versions of Chromium report the handlers in documents made by `DOMParser`, although they never run. */
const neverRun = /inline event handler/;

/** Serves only visual mode, built like the dashboard. */
export async function serveVisualEditor(browser: Browser, expected = neverRun): Promise<VisualBrowser> {
  const files = await bundle();
  let start = "{}";
  const server = createServer((request, response) => {
    const name = (request.url ?? "/").slice(1);
    const file = files.get(name);
    const type = name.endsWith(".js") ? "text/javascript" : name.endsWith(".css") ? "text/css" : "font/woff2";
    response.setHeader("content-security-policy", policy);
    const headers = { "content-type": `${type}; charset=utf-8`, "cache-control": "max-age=3600" };
    if (file !== undefined) response.writeHead(200, headers).end(file);
    else response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(shell(start, files));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const violations: string[] = [];
  // The pages share a context, because a new one would compile the bundle again.
  const context = await browser.newContext();
  return {
    async open(source, { canWrite = true, width = 1440 } = {}) {
      start = JSON.stringify({ source, canWrite });
      const page = await context.newPage();
      await page.setViewportSize({ width, height: 900 });
      page.on("pageerror", ({ stack, message }) => violations.push(stack ?? message));
      page.on("console", (message) => {
        if (message.type() === "error" && !expected.test(message.text())) violations.push(message.text());
      });
      await page.goto(`http://127.0.0.1:${port}/`);
      await page.getByRole("textbox", { name: "Page", exact: true }).waitFor();
      return page;
    },
    async close() {
      server.close();
      if (violations.length > 0) throw new Error(violations.join("\n"));
    },
  };
}

export function sourceOf(page: Page): Promise<string> {
  return page.evaluate(() => testPage.source());
}

function shell(start: string, files: ReadonlyMap<string, unknown>): string {
  const styles = [...files.keys()].filter((name) => name.endsWith(".css"));
  const links = styles.map((name) => `<link rel="stylesheet" href="/${name}">`).join("");
  const data = start.replaceAll("<", "\\u003c");
  return `<!doctype html><html lang="en"><head><title>Editor</title>${links}</head><body><div id="app"></div><script id="start" type="application/json">${data}</script><script type="module" src="/entry.js"></script></body></html>`;
}

async function bundle(): Promise<ReadonlyMap<string, string | Uint8Array>> {
  const config = dashboardConfig("");
  const built = await build({
    ...config,
    configFile: false,
    publicDir: false,
    logLevel: "error",
    base: "/",
    build: {
      write: false,
      minify: false,
      assetsInlineLimit: 0,
      cssTarget: ["chrome125"],
      rolldownOptions: {
        input: entry,
        output: { codeSplitting: false, entryFileNames: "entry.js" },
      },
    },
  });
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((result) =>
    "output" in result ? result.output : [],
  );
  return new Map(outputs.map((file) => [file.fileName, file.type === "chunk" ? file.code : file.source]));
}
