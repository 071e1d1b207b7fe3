import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { slow } from "../../support/slow.ts";
import { createFolder } from "./create-folder.ts";
import { desktop, type OpenSite, openSite, phone } from "./open-site.ts";
import { writeBrandProject } from "./write-brand-project.ts";

vi.setConfig(slow);

const scriptBytesMax = 15 * 1024;

let site: OpenSite;
beforeAll(async () => {
  site = await openSite(join(import.meta.dirname, "project"));
}, 120_000);
afterAll(() => site.close());

/** An API page also loads the request tester. */
test.each(["/guides/start", "/rest/users"])(
  "all JavaScript of %s is under 15 KB gzip, and comes from the site itself",
  async (url) => {
    const { page } = await site.read();
    const requests: string[] = [];
    let bytes = 0;
    page.on("request", (request) => requests.push(request.url()));
    page.on("response", async (response) => {
      if (response.request().resourceType() === "script") bytes += gzipSync(await response.body()).length;
    });
    await page.goto(url, { waitUntil: "networkidle" });
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(scriptBytesMax);
    expect(requests.filter((url) => !url.startsWith(site.url))).toEqual([]);
  },
);

test("the first paint waits for the HTML, the stylesheets that the page uses and one tiny script, and two fonts are preloaded", async () => {
  const { page } = await site.read();
  await page.goto("/guides/start");
  const blocking = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter(
        (entry) =>
          (entry as PerformanceResourceTiming & { renderBlockingStatus: string }).renderBlockingStatus === "blocking",
      )
      .map((entry) => new URL(entry.name).pathname.split("/").at(-1)),
  );
  expect(blocking.toSorted()).toEqual(["before-paint.js", "code.css", "frame.css", "site.css"]);
  const early = page.locator('link[rel="preload"][as="font"]');
  expect(await early.evaluateAll((links) => links.map((link) => link.getAttribute("href")?.split("/").at(-1)))).toEqual(
    ["inter-latin-wght-normal.woff2", "jetbrains-mono-latin-wght-normal.woff2"],
  );
  expect(await early.last().getAttribute("fetchpriority")).toBe("low");
});

describe("no layout shifts while pages with the frame and every component load", () => {
  const folder = createFolder();
  let gallery: OpenSite;
  let brand: OpenSite;
  beforeAll(async () => {
    writeBrandProject(folder.path);
    gallery = await openSite(join(import.meta.dirname, "../gallery"));
    brand = await openSite(folder.path);
  }, 120_000);
  afterAll(async () => {
    await gallery.close();
    await brand.close();
    folder.remove();
  });

  test.each(Object.entries({ phone, desktop }))(
    "no layout shifts while pages load on a %s",
    { timeout: 600_000 },
    async (_screen, options) => {
      const ledgerUrls = ["/", "/guides/start", "/rest/users", "/ar/guides/start"];
      expect(await shifts(site, options, ledgerUrls)).toEqual([]);
      const galleryUrls = gallery.build.pages.map((built) => built.url);
      expect(await shifts(gallery, options, galleryUrls)).toEqual([]);
      expect(await shifts(brand, options, ["/"])).toEqual([]);
    },
  );

  test("the author's fonts and the fonts of formulas and code are used on the first page if they arrive in time", async () => {
    const { page, problems } = await brand.read(desktop);
    await page.route("**/site.css", async (route) => {
      await page.waitForFunction(
        () => {
          const asked = [...document.querySelectorAll<HTMLLinkElement>('link[rel="preload"][as="font"]')];
          return asked.length > 4 && asked.every(({ href }) => performance.getEntriesByName(href).length > 0);
        },
        null,
        often,
      );
      await route.continue();
    });
    await page.goto("/", { waitUntil: "networkidle" });
    const fontOf = async (selector: string) => (await drawnFonts(page, selector)).at(0);
    expect(await fontOf("h1")).toBe("KaTeX_Fraktur");
    expect(await fontOf(".prose > p")).toBe("KaTeX_Typewriter");
    expect(await fontOf("pre code")).toBe("JetBrains Mono");
    expect(await fontOf(".mathnormal")).toBe("KaTeX_Math");
    expect(problems).toEqual([]);
  });
});

/** The font families that an element is actually rendered in. */
async function drawnFonts(page: Page, selector: string): Promise<string[]> {
  const client = await page.context().newCDPSession(page);
  await client.send("DOM.enable");
  await client.send("CSS.enable");
  const { root } = await client.send("DOM.getDocument");
  const { nodeId } = await client.send("DOM.querySelector", { nodeId: root.nodeId, selector });
  const { fonts } = await client.send("CSS.getPlatformFontsForNode", { nodeId });
  return fonts.map(({ familyName }) => familyName);
}

interface WatchedWindow {
  shifts: [share: number, moved: (string | undefined)[]][];
}

/** Opens several pages at once, because each one mostly waits until there have been no requests for half a second. */
async function shifts(opened: OpenSite, options: BrowserContextOptions, urls: readonly string[]): Promise<unknown[]> {
  const waiting = [...urls];
  const readers = Array.from({ length: 4 }, async () => {
    const { page } = await opened.read(options);
    await watchShifts(page);
    await holdFiles(page);
    const seen: unknown[] = [];
    for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
      seen.push(...(await shiftsOn(page, url)).map((shift) => ({ url, shift })));
    }
    return seen;
  });
  return (await Promise.all(readers)).flat();
}

/** Each layout shift with its score and the shifted elements. Letters of formulas may move while their fonts load. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const watched = globalThis as unknown as WatchedWindow;
    watched.shifts = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as PerformanceEntry & { value: number; sources: { node?: Node }[] };
        const moved = sources
          .map(({ node }) => (node instanceof Element ? node : node?.parentElement))
          // Formulas may move a little, and with them the lines they are in, until their fonts have arrived.
          .filter((element) => !element?.closest(".katex") && !element?.querySelector(".katex"));
        if (moved.length > 0) watched.shifts.push([value, moved.map((element) => element?.outerHTML.slice(0, 80))]);
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** Delays fonts and pictures until after the first paint, as on a slow connection. */
async function holdFiles(page: Page): Promise<void> {
  const isLate = ({ pathname }: URL) => /\.(?:woff2?|svg|png|jpe?g|gif|webp|avif)$/.test(pathname);
  await page.route(isLate, async (route) => {
    await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0, null, often);
    await route.continue();
  });
}

const often = { polling: 20 };

async function shiftsOn(page: Page, url: string): Promise<unknown[]> {
  await page.goto(url, { waitUntil: "networkidle" });
  await page.evaluate(() => document.fonts.ready);
  return page.evaluate(() => (globalThis as unknown as WatchedWindow).shifts);
}

test("hovering over a link prefetches its page only once", async () => {
  const { page, problems } = await site.read();
  const fetched: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() !== "document" && new URL(request.url()).pathname === "/guides/concepts") {
      fetched.push(request.url());
    }
  });
  await page.goto("/guides/start");
  const link = page.locator('.sidebar a[href="/guides/concepts"]');
  await link.hover();
  await expect.poll(() => fetched.length).toBe(1);
  await page.locator("h1").hover();
  await link.hover();
  expect(await page.locator('link[rel="prefetch"]').count()).toBe(1);
  expect(problems).toEqual([]);
});
