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

test("without JavaScript, reading, navigation, accordions and switchers work", async () => {
  const { page } = await site.read({ javaScriptEnabled: false });
  await page.goto("/guides/start");
  expect(await page.locator("#bookings").isVisible()).toBe(true);
  await page.getByLabel("Pages in Periods").click();
  await page.locator(".sidebar").getByRole("link", { name: "Closing a year" }).click();
  await page.waitForURL("**/guides/deep/two");
  await page.getByLabel("Language: English").click();
  await page.getByRole("link", { name: "Deutsch" }).click();
  await page.waitForURL("**/de/guides/deep/two");
});

test("without JavaScript, the frame of a page shows no dead controls", async () => {
  const { page } = await site.read({ javaScriptEnabled: false });
  await page.goto("/guides/start");
  for (const name of ["Switch between light and dark mode", "Close this announcement", "Copy page", "Copy code"]) {
    expect(await page.getByRole("button", { name }).count(), name).toBe(0);
  }
  await page.getByLabel("More ways to use this page").click();
  expect(await page.getByRole("link", { name: "View as Markdown" }).isVisible()).toBe(true);
});

test("without JavaScript, the sidebar sheet of a phone opens and closes", async () => {
  const { page } = await site.read({ ...phone, javaScriptEnabled: false });
  await page.goto("/guides/start");
  await page.getByRole("button", { name: "Open the menu" }).tap();
  expect(await page.getByRole("link", { name: "Concepts", exact: true }).first().isVisible()).toBe(true);
  await page.getByRole("button", { name: "Close the menu" }).tap();
  expect(await page.locator("#sidebar").isVisible()).toBe(false);
});
