import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { parse } from "parse5";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { buildSite } from "../../src/site/pipeline/build-site.ts";
import { createRenderPool, type RenderPool } from "../../src/site/pipeline/render/render-pool.ts";
import type { SiteBuild } from "../../src/site/pipeline/site-build.ts";
import { launchBrowser } from "../support/launch-browser.ts";
import { sharedCache } from "../support/shared-cache.ts";
import { slow } from "../support/slow.ts";
import { findUnsafeParts } from "./find-unsafe-parts.ts";
import { injectionProject, payloads } from "./injection-project.ts";
import { temporaryFolder, temporaryProject } from "./temporary-folder.ts";

vi.setConfig(slow);

let pool: RenderPool;
let browser: Browser;
beforeAll(async () => {
  pool = createRenderPool({ size: 2 });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await pool.close();
});

describe("author text never becomes a script", () => {
  for (const payload of payloads) {
    test(`the author text ${payload} never becomes a script`, async () => {
      const site = await build(injectionProject(payload));
      // If every page were an error page, the rest of this test would prove nothing.
      expect(site.pages.filter((page) => page.hasFailed).map((page) => page.file)).toEqual(["broken.mdx"]);
      // Likewise, the author's components must be rendered and not be placeholders.
      expect(site.problems.filter((problem) => /<(?:Box|Link)> cannot/.test(problem.message))).toEqual([]);
      for (const file of site.files) {
        const text = (await file.load()).bytes.toString();
        if (file.path.endsWith(".html")) expect(findUnsafeParts(parse(text)), file.path).toEqual([]);
        if (file.path.endsWith(".svg"))
          expect(text).not.toMatch(/<script|onload|javascript:|foreignObject|@import|<set/);
      }
      const pages = site.files.filter((file) => file.path.endsWith(".html") || file.path.endsWith(".svg"));
      // Served without a content security policy, so that the pages themselves must be harmless.
      expect(
        await visit(
          site,
          pages.map((file) => file.path),
          undefined,
        ),
      ).toEqual([]);
    });
  }
});

test("no page of the gallery violates a strict content security policy", async () => {
  const folder = join(import.meta.dirname, "gallery");
  const request = { folder, cacheFolder: sharedCache(folder), onLine: () => undefined };
  const site = await buildSite({ pool }, { ...request, signal: new AbortController().signal });
  const pages = site.files.filter((file) => file.path.endsWith(".html")).map((file) => file.path);
  expect(pages.length).toBeGreaterThan(15);
  expect(await visit(site, pages, "default-src 'self'; img-src 'self' data:")).toEqual([]);
});

function build(files: Record<string, string>): Promise<SiteBuild> {
  const request = { folder: temporaryProject(files), cacheFolder: temporaryFolder(), onLine: () => undefined };
  // Author code is off, because the project's own <script> elements would run otherwise.
  return buildSite({ pool }, { ...request, withAuthorCode: false, signal: new AbortController().signal });
}

/** Opens pages in a real browser, interacts with everything, and returns dialogs and policy violations. */
async function visit(site: SiteBuild, paths: string[], policy: string | undefined): Promise<string[]> {
  const server = await serve(site, policy);
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  const context = await browser.newContext();
  const seen: string[] = [];
  try {
    const page = await context.newPage();
    page.on("dialog", (dialog) => {
      seen.push(`dialog on ${page.url()}: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on("console", (message) => {
      if (message.text().includes("Content Security Policy")) seen.push(message.text());
    });
    page.on("pageerror", (error) => seen.push(`error on ${page.url()}: ${error.message}`));
    for (const path of paths) {
      await page.goto(`${origin}/${path.split("/").map(encodeURIComponent).join("/")}`);
      await page.evaluate(() => {
        // Triggers handlers that wait for an interaction.
        for (const element of document.querySelectorAll("*")) {
          for (const name of ["mouseover", "focus", "click", "toggle", "error", "load"]) {
            if (name !== "click" || element.tagName !== "A") element.dispatchEvent(new Event(name, { bubbles: false }));
          }
        }
      });
    }
  } finally {
    await context.close();
    server.close();
  }
  return seen;
}

async function serve(site: SiteBuild, policy: string | undefined): Promise<Server> {
  const files = new Map(site.files.map((file) => [file.path, file]));
  const server = createServer(async (request, response) => {
    const file = files.get(decodeURIComponent((request.url ?? "/").slice(1)));
    if (file === undefined) {
      response.writeHead(404).end();
      return;
    }
    const headers = policy === undefined ? {} : { "content-security-policy": policy };
    response.writeHead(200, { "content-type": file.type, ...headers }).end((await file.load()).bytes);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, resolve);
  });
  return server;
}
