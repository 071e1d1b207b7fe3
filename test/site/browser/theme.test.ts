import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { slow } from "../../support/slow.ts";
import { violations } from "../../support/violations.ts";
import { temporaryProject } from "../temporary-folder.ts";
import { isDark } from "./is-dark.ts";
import { desktop, type OpenSite, openSite } from "./open-site.ts";

vi.setConfig(slow);

let site: OpenSite;
beforeAll(async () => {
  site = await openSite(join(import.meta.dirname, "project"));
});
afterAll(() => site.close());

test("the choice of light or dark is kept across pages", async () => {
  const { page, problems } = await site.read({ colorScheme: "light" });
  await page.goto("/");
  expect(await isDark(page)).toBe(false);
  await page.getByRole("button", { name: "Switch between light and dark mode" }).click();
  expect(await isDark(page)).toBe(true);
  await page.goto("/guides/start");
  expect(await isDark(page)).toBe(true);
  await page.getByRole("button", { name: "Switch between light and dark mode" }).click();
  expect(await isDark(page)).toBe(false);
  expect(problems).toEqual([]);
});

test("a dark page is dark from its first paint, regardless of the system", async () => {
  const { page } = await site.read({ colorScheme: "light" });
  await page.addInitScript(() => localStorage.setItem("theme", "dark"));
  // The deferred script never arrives, so it can't be the reason that the page is dark.
  await page.route("**/site.js", (route) => route.abort());
  await page.goto("/guides/start", { waitUntil: "domcontentloaded" });
  expect(await isDark(page)).toBe(true);
  const isBlocking = await page.evaluate(() => {
    const script = document.querySelector<HTMLScriptElement>('head script[src*="before-paint"]');
    return script !== null && !script.defer && !script.async;
  });
  expect(isBlocking).toBe(true);
});

test("until a reader chooses a mode, the colors and the logo follow the system", async () => {
  const { page } = await site.read({ colorScheme: "dark" });
  await page.goto("/");
  expect(await isDark(page)).toBe(true);
  expect(await page.locator(".site-header .logo .for-dark").isVisible()).toBe(true);
  expect(await page.locator(".site-header .logo .for-light").isVisible()).toBe(false);
  await page.emulateMedia({ colorScheme: "light" });
  expect(await isDark(page)).toBe(false);
  expect(await page.locator(".site-header .logo .for-light").isVisible()).toBe(true);
});

const description = {
  openapi: "3.1.0",
  info: { title: "Shop", version: "1" },
  paths: { "/orders": { post: { summary: "Create an order", responses: { 201: { description: "Created" } } } } },
};

test.each(["luma", "maple", "sequoia"])(
  "in the theme %s, tabs with and without a menu are level, and the method of the current page is readable",
  async (theme) => {
    const tabs = [
      { tab: "API", openapi: "openapi.json" },
      { tab: "Guides", menu: [{ item: "Start", pages: ["index"] }] },
    ];
    const settings = { theme, name: "Shop", colors: { primary: "#0177FF" }, navigation: { tabs } };
    const files = { "index.mdx": "Text.\n", "openapi.json": JSON.stringify(description) };
    const shop = await openSite(temporaryProject({ ...files, "docs.json": JSON.stringify(settings) }));
    try {
      const { page } = await shop.read({ ...desktop, colorScheme: "light", reducedMotion: "reduce" });
      await page.goto("/api-reference/create-an-order");
      const middles = await page.locator(".header-tabs :is(div > a, summary)").evaluateAll((found) =>
        found.map((tab) => {
          const { top, bottom } = tab.getBoundingClientRect();
          return (top + bottom) / 2;
        }),
      );
      expect(middles.length).toBe(2);
      expect(new Set(middles).size).toBe(1);
      expect(await page.locator("[aria-current=page] .method").innerText()).toBe("POST");
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        expect((await violations(page)).filter((one) => one.includes("color-contrast"))).toEqual([]);
      }
    } finally {
      await shop.close();
    }
  },
);
