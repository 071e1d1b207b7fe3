import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { desktop, type OpenSite, openSite, phone } from "./open-site.ts";

const scriptBytesMax = 15 * 1024;

let site: OpenSite;
beforeAll(async () => {
  site = await openSite(join(import.meta.dirname, "project"));
}, 120_000);
afterAll(() => site.close());

test("all JavaScript of a page is under 15 KB gzip, and comes from the site itself", async () => {
  const { page } = await site.read();
  const requests: string[] = [];
  let bytes = 0;
  page.on("request", (request) => requests.push(request.url()));
  page.on("response", async (response) => {
    if (response.request().resourceType() === "script") bytes += gzipSync(await response.body()).length;
  });
  await page.goto("/guides/start", { waitUntil: "networkidle" });
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThan(scriptBytesMax);
  expect(requests.filter((url) => !url.startsWith(site.url))).toEqual([]);
});

test("the first paint waits for the HTML, one stylesheet and one tiny script, and one font is asked for early", async () => {
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
  expect(blocking.toSorted()).toEqual(["before-paint.js", "site.css"]);
  expect(await page.locator('link[rel="preload"][as="font"]').count()).toBe(1);
});

describe("nothing moves while the pages of the frame and of every component load", () => {
  let gallery: OpenSite;
  beforeAll(async () => {
    gallery = await openSite(join(import.meta.dirname, "../gallery"));
  }, 120_000);
  afterAll(() => gallery.close());

  test.each(Object.entries({ phone, desktop }))("on a %s", { timeout: 120_000 }, async (_screen, options) => {
    const ledgerUrls = ["/", "/guides/start", "/rest/users", "/ar/guides/start"];
    expect(await shifts(site, options, ledgerUrls)).toEqual([]);
    const galleryUrls = gallery.build.pages.map((built) => built.url);
    expect(await shifts(gallery, options, galleryUrls)).toEqual([]);
  });
});

interface WatchedWindow {
  shifts: [share: number, moved: (string | undefined)[]][];
}

/** Most of the time of a page is the half second without a request at its end, so a few are open at once. */
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

/** Each movement with its share of the screen and what was moved. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const watched = globalThis as unknown as WatchedWindow;
    watched.shifts = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as PerformanceEntry & { value: number; sources: { node?: Node }[] };
        watched.shifts.push([value, sources.map(({ node }) => (node as Element | undefined)?.outerHTML?.slice(0, 80))]);
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** Fonts and pictures arrive when the page is painted without them, as on a slow line. */
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

test("a page that a reader points at is fetched before the click, and once", async () => {
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
