import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { slow } from "../../support/slow.ts";
import { type OpenSite, openSite, phone } from "./open-site.ts";

vi.setConfig(slow);

let site: OpenSite;
beforeAll(async () => {
  site = await openSite(join(import.meta.dirname, "project"));
});
afterAll(() => site.close());

test("readers can move between pages with the sidebar, the cards below the article and the tabs", async () => {
  const { page, problems } = await site.read();
  await page.goto("/");
  await page.getByRole("navigation", { name: "Documentation" }).getByRole("link", { name: "Get started" }).click();
  await page.waitForURL("**/guides/start");
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toContain("Get started");
  expect(await page.locator('.sidebar a[aria-current="page"]').textContent()).toContain("Get started");
  await page.getByRole("link", { name: "Next Concepts" }).click();
  await page.waitForURL("**/guides/concepts");
  await page.locator(".header-tabs").getByText("Build").click();
  await page.getByRole("link", { name: "REST Plain HTTP" }).click();
  await page.waitForURL("**/rest/users");
  expect(await page.locator(".sidebar .method").textContent()).toBe("GET");
  expect(problems).toEqual([]);
});

test("the groups around the current page are open, and the name of a group opens its page", async () => {
  const { page } = await site.read();
  await page.goto("/guides/concepts");
  expect(await page.getByRole("link", { name: "Closing a year" }).isVisible()).toBe(false);
  await page.getByRole("link", { name: "Periods", exact: true }).click();
  await page.waitForURL("**/guides/deep/one");
  expect(await page.getByRole("link", { name: "Closing a year" }).first().isVisible()).toBe(true);
});

test("the outline marks the current section, even a short one at the end of the page", async () => {
  const { page } = await site.read();
  await page.goto("/guides/start");
  const current = page.locator('.outline [aria-current="true"]');
  expect(await current.textContent()).toBe("Accounts");
  await page.locator("#balances").evaluate((heading) => heading.scrollIntoView());
  await expect.poll(() => current.textContent()).toBe("Balances");
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect.poll(() => current.textContent()).toBe("Limits");
  await page.locator(".outline").getByRole("link", { name: "Exports" }).click();
  await expect.poll(() => current.textContent()).toBe("Exports");
  expect(page.url()).toContain("#exports");
});

test("the version and language switchers open the same page in another version or language", async () => {
  const { page, problems } = await site.read();
  await page.goto("/guides/concepts");
  await page.getByLabel("Version: 3.0").click();
  await page.getByRole("link", { name: "2.0" }).click();
  await page.waitForURL("**/v2/guides/concepts");
  await page.goto("/rest/users");
  await page.getByLabel("Language: English").click();
  await page.getByRole("link", { name: "Deutsch" }).click();
  await page.waitForURL("**/de/rest/users");
  expect(await page.locator("html").getAttribute("lang")).toBe("de");
  await page.getByLabel("Sprache: Deutsch").click();
  await page.getByRole("link", { name: "العربية" }).click();
  await page.waitForURL("**/ar/rest/users");
  expect(await page.locator("html").getAttribute("dir")).toBe("rtl");
  const sidebar = await page.locator(".sidebar").boundingBox();
  expect(sidebar?.x).toBeGreaterThan(700);
  expect(problems).toEqual([]);
});

test("a menu opens with the keyboard, supports arrow keys, and closes on Escape and on a click elsewhere", async () => {
  const { page } = await site.read();
  await page.goto("/guides/start");
  const more = page.getByLabel("More ways to use this page");
  await more.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain("View as Markdown");
  await page.keyboard.press("Escape");
  expect(await page.locator(".menu[open]").count()).toBe(0);
  expect(await more.evaluate((element) => element === document.activeElement)).toBe(true);
  await more.click();
  expect(await page.locator(".menu[open]").count()).toBe(1);
  await page.locator("h1").click();
  expect(await page.locator(".menu[open]").count()).toBe(0);
});

test("the page menu copies the page as Markdown and passes its address to chats", async () => {
  const { page, problems } = await site.read({ permissions: ["clipboard-read", "clipboard-write"] });
  await page.goto("/guides/concepts");
  await page.getByRole("button", { name: "Copy page" }).first().click();
  await expect.poll(() => page.locator(".page-action").textContent()).toBe("Copied");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("## Concepts");
  const address = await page.locator('a[href^="https://claude.ai"]').getAttribute("href");
  expect(decodeURIComponent(address ?? "")).toContain(`Read ${site.url}/guides/concepts.md so`);
  const report = await page.locator('a[href^="https://example.org/report"]').getAttribute("href");
  expect(report).toBe("https://example.org/report?path=%2Fguides%2Fconcepts");
  expect(problems).toEqual([]);
});

test("a closed banner stays closed on every page until its text changes", async () => {
  const { page } = await site.read();
  await page.goto("/");
  await page.getByRole("button", { name: "Close this announcement" }).click();
  expect(await page.getByRole("region", { name: "Announcement" }).isVisible()).toBe(false);
  await page.goto("/guides/start");
  expect(await page.getByRole("region", { name: "Announcement" }).isVisible()).toBe(false);
  await page.goto("/de/guides/start");
  expect(await page.getByRole("region", { name: "Ankündigung" }).textContent()).toContain("Fassung 3");
});

test("on a phone, the sidebar is a sheet that opens at the current page and closes", async () => {
  const { page, problems } = await site.read(phone);
  await page.goto("/guides/deep/two");
  const sidebar = page.locator("#sidebar");
  expect(await sidebar.isVisible()).toBe(false);
  await page.getByRole("button", { name: "Open the menu" }).tap();
  expect(await sidebar.isVisible()).toBe(true);
  expect(await page.getByRole("link", { name: "Sign in" }).isVisible()).toBe(true);
  expect(await sidebar.locator(".logo").isVisible()).toBe(true);
  expect(await sidebar.locator(".sidebar-tabs").getByText("Build").isVisible()).toBe(true);
  await sidebar.locator("summary", { hasText: "Version" }).tap();
  expect(await sidebar.getByRole("link", { name: "2.0" }).isVisible()).toBe(true);
  await sidebar.locator("summary", { hasText: "Version" }).tap();
  await sidebar.locator("summary", { hasText: "Language" }).tap();
  expect(await sidebar.getByRole("link", { name: "Deutsch" }).isVisible()).toBe(true);
  await sidebar.locator("summary", { hasText: "Language" }).tap();
  await page.getByRole("button", { name: "Close the menu" }).tap();
  expect(await sidebar.isVisible()).toBe(false);
  await page.getByRole("button", { name: "Open the menu" }).tap();
  await sidebar.getByRole("link", { name: "Concepts" }).tap();
  await page.waitForURL("**/guides/concepts");
  expect(problems).toEqual([]);
});

test("an unknown address shows the author's text and links to other pages", async () => {
  const { page } = await site.read({ javaScriptEnabled: false });
  const response = await page.goto("/guides/gone");
  expect(response?.status()).toBe(404);
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Nothing is booked here");
  expect(await page.getByRole("link", { name: "Go to the home page" }).getAttribute("href")).toBe("/");
  expect(await page.locator(".places a").count()).toBe(2);
  // Only a server can fill in suggestions, and this static site has neither search nor the assistant.
  expect(await page.locator(".closest").isVisible()).toBe(false);
});

test("the first tab stop is a link to the content", async () => {
  const { page } = await site.read();
  await page.goto("/guides/start");
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Skip to content");
  await page.keyboard.press("Enter");
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("content");
});

test("when the page changes, the text fades and the sidebar keeps its scroll position", async () => {
  const { page } = await site.read({ viewport: { width: 1440, height: 360 } });
  await page.addInitScript(() => {
    addEventListener("pagereveal", ({ viewTransition }) =>
      sessionStorage.setItem("fades", String(viewTransition !== null)),
    );
  });
  await page.goto("/guides/concepts");
  const sidebar = page.locator("#sidebar");
  const link = page.getByRole("link", { name: "Periods", exact: true });
  await link.scrollIntoViewIfNeeded();
  const before = await sidebar.evaluate((element) => element.scrollTop);
  await link.click();
  await page.waitForURL("**/guides/deep/one");
  expect(before).toBeGreaterThan(0);
  expect(await sidebar.evaluate((element) => element.scrollTop)).toBe(before);
  expect(await page.evaluate(() => sessionStorage.getItem("fades"))).toBe("true");
});
