import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { freePort } from "../../src/platform/free-port.ts";
import { launchBrowser } from "../support/launch-browser.ts";
import { type Installation, type Node, startInstallation } from "../support/server.ts";
import { slow } from "../support/slow.ts";
import { violations } from "../support/violations.ts";
import { newPage } from "./dashboard-browser.ts";
import { join } from "./people.ts";

vi.setConfig(slow);

let lectern: Installation;
let node: Node;
let context: BrowserContext;
let page: Page;
let faults: string[];
let address: string;

beforeAll(async () => {
  lectern = await startInstallation("sqlite");
  node = await lectern.startNode({ port: await freePort("127.0.0.1") });
  const { organizationId, project } = lectern.tenant;
  const editor = await join(lectern, organizationId, "editor", "editor@acme.test");
  const [, value = ""] = /lectern\.session_token=([^;]+)/.exec(editor.cookie) ?? [];
  const browser = await launchBrowser();
  context = await browser.newContext({ viewport: { width: 1440, height: 900 }, acceptDownloads: true });
  await context.addCookies([{ name: "lectern.session_token", value, url: node.url, httpOnly: true, sameSite: "Lax" }]);
  ({ page, faults } = await newPage(context));
  address = `${node.url}/dashboard/${organizationId}/${project.domain}`;
  await addReaders(project.id);
});
afterAll(async () => {
  await context?.close();
  await lectern.stop();
});

/** Two days of readers: yesterday, and the day before the last week. */
async function addReaders(projectId: string): Promise<void> {
  const { query } = lectern.node.database;
  const day = dayAgo(1);
  const row = (dimension: "total" | "page" | "country" | "referrer", value: string, views: number, on = day) => ({
    ...{ projectId, day: on, dimension, value, views, kind: "person" as const },
    ...{ visitors: Math.ceil(views / 2), entries: dimension === "page" ? 3 : 0, exits: 0 },
  });
  const visitors = { visitors: 2, entries: 0, exits: 0 };
  const agent = { projectId, day, kind: "agent" as const, views: 40, ...visitors };
  await query
    .insertInto("analyticsDays")
    .values([
      row("total", "", 120),
      row("total", "", 100, dayAgo(8)),
      row("page", "/start", 90),
      row("page", "/install", 30),
      row("country", "DE", 70),
      row("country", "", 50),
      row("referrer", "github.com", 120),
      { ...agent, dimension: "total", value: "" },
      { ...agent, dimension: "agent", value: "Claude-User" },
    ])
    .execute();
  const view = { projectId, day, language: "", version: "", agent: "", referrer: "github.com", device: "desktop" };
  await query
    .insertInto("analyticsViews")
    .values([
      { ...view, page: "/start", kind: "person", country: "DE", views: 60, visitors: 25, pageVisitors: 30 },
      { ...view, page: "/install", kind: "person", country: "DE", views: 10, visitors: 5, pageVisitors: 5 },
    ])
    .execute();
  const search = { projectId, day, page: "/start", target: "proxy settings" };
  await query
    .insertInto("analyticsActions")
    .values([
      { ...search, action: "search", count: 7 },
      { ...search, action: "search_empty", count: 4 },
    ])
    .execute();
}

function dayAgo(days: number): string {
  return new Date(lectern.clock.now() - days * 86_400_000).toISOString().slice(0, 10);
}

/** Adds the period explicitly, because the server of this test has its own clock. */
function open(search: string): Promise<unknown> {
  return page.goto(`${address}/analytics?from=${dayAgo(6)}&to=${dayAgo(0)}&${search}`);
}

const table = (name: string) => page.getByRole("table", { name, exact: true });
const rowsOf = async (name: string) =>
  (await table(name).locator("tbody tr").allInnerTexts()).map((text) => text.trim().split(/\s+/));

test("a country's pages are found through filters that stay in the address", async () => {
  await open("");
  await page.getByRole("button", { name: /^Visitors 60 \+20%$/ }).waitFor();
  await page.getByRole("button", { name: /^Agent views 40$/ }).waitFor();
  await page.getByRole("img", { name: /^Visitors: / }).waitFor();
  await table("Countries").getByRole("link", { name: "Germany" }).click();
  await page.getByText("Country: Germany").waitFor();
  await page.getByRole("button", { name: /^Views 70/ }).click();
  expect(new URL(page.url()).searchParams.get("country")).toBe("DE");

  await page.reload();
  await page.getByRole("button", { name: /^Views 70/, pressed: true }).waitFor();
  await vi.waitFor(async () => expect((await rowsOf("Pages")).map(([path]) => path)).toEqual(["/start", "/install"]));
  await page.getByRole("link", { name: "Remove the filter Country" }).click();
  await page.getByRole("button", { name: /^Views 120/ }).waitFor();
});

test("a chart has a table and a file with the same numbers", async () => {
  await open("measure=views");
  await page.getByRole("button", { name: "Table" }).click();
  await vi.waitFor(async () => {
    const rows = await rowsOf("Views");
    expect(rows).toHaveLength(7);
    expect(rows[1]?.slice(-2)).toEqual(["120", "100"]);
  });
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download CSV of views and visitors" }).click(),
  ]);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  const lines = Buffer.concat(chunks).toString().split("\r\n");
  expect(lines[0]).toContain("day,views_person,views_agent,views_search,views_crawler,views_bot,visitors_person");
  expect(lines.find((line) => line.startsWith(dayAgo(1)))).toBe(`${dayAgo(1)},120,40,0,0,0,60,2,0,0,0`);
});

test("agents are listed by name, and one of them can be followed", async () => {
  await open("");
  await page.getByRole("button", { name: "Agents", exact: true }).click();
  await table("Agents").getByRole("link", { name: "Claude-User" }).click();
  await page.getByText("Agent: Claude-User").waitFor();
  await page.getByRole("button", { name: /^Views 40/ }).waitFor();
  expect(new URL(page.url()).searchParams.get("kind")).toBe("all");
});

test("a page's own panel shows what its readers search next", async () => {
  await open("");
  await table("Pages").getByRole("link", { name: "/start" }).click();
  await page.getByRole("heading", { name: "/start" }).waitFor();
  await table("Searches").getByText("proxy settings").waitFor();
  await page.getByRole("link", { name: "Edit page" }).waitFor();
});

test("a search without results becomes a job", async () => {
  await open("tab=searches");
  await table("Searches without results").getByText("proxy settings").waitFor();
  await page.getByRole("link", { name: "Create a job for “proxy settings”" }).click();
  await vi.waitFor(async () =>
    expect(await page.getByLabel("What should change?").inputValue()).toContain('- "proxy settings"'),
  );
});

test.each(["searches", "questions", "feedback"])("the old address of %s leads to the analytics", async (tab) => {
  await page.goto(`${address}/assistant?tab=${tab === "searches" ? "analytics" : tab}`);
  await page.waitForURL(new RegExp(`/analytics\\?tab=${tab}`));
  await page.getByRole("heading", { name: "Analytics", exact: true }).waitFor();
});

test.each([
  ["light", 390],
  ["dark", 1440],
] as const)("analytics are accessible and fit in %s mode at %i pixels", async (colorScheme, width) => {
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme });
  for (const search of ["", "page=/start", "tab=searches", "tab=questions", "tab=feedback"]) {
    await open(search);
    await page.getByRole("heading", { name: "Analytics", exact: true }).waitFor();
    await page.locator("tbody .motion-safe\\:animate-pulse-slow").first().waitFor({ state: "detached" });
    expect(await violations(page), search).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), search).toBeLessThanOrEqual(0);
  }
  expect(faults).toEqual([]);
});
