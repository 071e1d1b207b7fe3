import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { slow } from "../../support/slow.ts";
import { isDark } from "./is-dark.ts";
import { type OpenSite, openSite } from "./open-site.ts";

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
