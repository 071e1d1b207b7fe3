import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { slow } from "../support/slow.ts";
import { violations } from "../support/violations.ts";
import { type Dashboard, newPage, openDashboard } from "./dashboard-browser.ts";

vi.setConfig(slow);

/** Every user-written text in this test contains markup. */
const markup = '<img src=x onerror="document.title=`hacked`">';
const password = "correct horse battery";

let dashboard: Dashboard;
let folder: string;
let context: BrowserContext;
let page: Page;
let faults: string[];

beforeAll(async () => {
  folder = await writeDocs();
  dashboard = await openDashboard();
  context = await dashboard.browser.newContext({ viewport: { width: 1440, height: 900 } });
  ({ page, faults } = await newPage(context));
});

afterAll(async () => {
  await dashboard?.close();
  await rm(folder, { recursive: true, force: true });
});

test("the link in the terminal creates the first account, once", async () => {
  await page.goto(dashboard.ownerLink);
  await page.getByLabel("Name").fill(`Ada ${markup}`);
  await page.getByLabel("Email").fill("ada@example.com");
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Make the account" }).click();
  await page.getByRole("heading", { name: "No project yet" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/dashboard/acme");

  const stranger = await dashboard.browser.newContext();
  const { page: other } = await newPage(stranger);
  await other.goto(dashboard.ownerLink);
  await other.getByRole("heading", { name: "This link does not work" }).waitFor();
  await stranger.close();
});

test("an imported folder is published while its log is shown", async () => {
  await page.getByRole("link", { name: "New project" }).click();
  await page.getByLabel("Choose a folder").setInputFiles(folder);
  await page.getByLabel("Name").fill(`Plants ${markup}`);
  await page.getByLabel("Domain identifier").fill("plants");
  await page.getByRole("button", { name: "Create and publish" }).click();
  await page.waitForURL(/\/dashboard\/acme\/plants\/updates\/upd_/);
  await waitForStatus(page, "Success");
  await page.getByRole("log").getByText("publish-site:").waitFor();
  await page.getByText("1 warning", { exact: true }).click();
  await page.getByRole("button", { name: "warning: index.mdx:" }).click();
  await page.getByRole("log").getByRole("button", { name: "index.mdx:5" }).click();
  await page.getByRole("dialog").locator("[aria-current=true]").getByText("Begin with [nothing]").waitFor();
  await page.keyboard.press("Escape");

  const site = await context.newPage();
  await site.goto(dashboard.url.replace("127.0.0.1", "plants.localhost"));
  expect(await site.locator("h1").textContent()).toBe("Plants at home");
  await site.close();
});

test("a job of the built-in agent opens a pull request; merging it publishes an update that can be rolled back", async () => {
  await openProjectPage("Agent jobs");
  await page.getByRole("link", { name: "New job" }).click();
  await page.getByRole("button", { name: "Remove trailing spaces" }).click();
  await page.getByRole("button", { name: "Start the job" }).click();
  await waitForStatus(page, "Completed");
  await page.getByText("Remove trailing spaces").first().waitFor();
  await page.getByRole("link", { name: "Open the pull request" }).click();
  await page.waitForURL(/\/pulls\/1$/);
  await page.getByText("1 file changed").waitFor();
  await page.getByRole("table", { name: "Before and after, side by side" }).waitFor();
  await page.getByRole("button", { name: "One column" }).click();
  await page.getByRole("table", { name: "Changes, one line after the other" }).waitFor();
  await page.getByRole("button", { name: "Merge", exact: true }).click();
  await page.getByText("Merged", { exact: true }).waitFor();

  await openProjectPage("Updates");
  const rows = page.getByRole("table", { name: "Updates" }).locator("tbody tr");
  await rows.filter({ hasText: "Success" }).nth(1).waitFor();
  await rows.last().getByRole("link").click();
  await page.getByRole("button", { name: "Roll back to this" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Roll back", exact: true }).click();
  await page.getByText("Rolled back to").waitFor();
  await waitForStatus(page, "Success");
});

test("the commands shown for both kinds of keys work until the key is revoked", async () => {
  await openProjectPage("API keys");
  const status = await makeKey("Admin", `CI ${markup}`);
  expect(JSON.parse(await runInShell(status[0] ?? ""))).toMatchObject({ status: "success", subdomain: "plants" });
  expect(JSON.parse(await runInShell(status[1] ?? ""))).toMatchObject({ status: "completed" });
  const ask = await makeKey("Assistant", "Chat");
  expect(await runInShell(ask[0] ?? "")).toContain('"threadId"');

  await page.getByRole("button", { name: `Revoke CI ${markup}` }).click();
  await page.getByRole("button", { name: "Revoke it" }).click();
  await page.getByText("Revoked", { exact: true }).waitFor();
  expect(JSON.parse(await runInShell(status[0] ?? ""))).toEqual({ error: expect.any(String) });
});

test("the playground answers and shows its sources in both formats", async () => {
  await openProjectPage("Assistant");
  for (const [format, sign] of [
    ["v2", "data: [DONE]"],
    ["v1", '"type":"finish"'],
  ] as const) {
    await page.getByLabel("Format of the stream").selectOption(format);
    await page.getByLabel("Question").fill("How often do I water a cactus?");
    await page.keyboard.press("Enter");
    await page.locator("pre").filter({ hasText: sign }).waitFor();
    await page.getByText("Watering").first().waitFor();
  }
  await page.getByRole("link", { name: "Conversations" }).click();
  await page.getByRole("button", { name: "How often do I water a cactus?" }).first().click();
  await page.getByRole("dialog").getByText("water").first().waitFor();
  await page.keyboard.press("Escape");
});

test("a viewer is only offered what a viewer may do", async () => {
  await page.goto(`${dashboard.url}/dashboard/acme/-/settings`);
  await page.getByRole("button", { name: "Invite somebody" }).click();
  await page.getByLabel("Email").fill("eve@example.com");
  await page.getByRole("dialog").getByLabel("Role").selectOption("viewer");
  await page.getByRole("button", { name: "Make the link" }).click();
  const link = (await page.getByRole("dialog").locator("pre").textContent()) ?? "";

  const theirs = await dashboard.browser.newContext({ viewport: { width: 1440, height: 900 } });
  const { page: viewer, faults: viewerFaults } = await newPage(theirs);
  await viewer.goto(link);
  await viewer.getByLabel("Name").fill("Eve");
  await viewer.getByLabel("Password").fill(password);
  await viewer.getByRole("button", { name: "Make the account" }).click();
  await viewer.getByRole("heading", { name: "Projects" }).waitFor();
  expect(await viewer.getByRole("link", { name: "New project" }).count()).toBe(0);
  await viewer.goto(`${dashboard.url}/dashboard/acme/plants`);
  await viewer.getByRole("heading", { name: "Latest updates" }).waitFor();
  expect(await viewer.getByRole("button", { name: "Update now" }).count()).toBe(0);
  const pages = await viewer.getByRole("navigation", { name: "Project" }).getByRole("link").allTextContents();
  expect(pages).toEqual(["Overview", "Updates", "Agent jobs", "Pull requests", "Assistant", "Open the site"]);
  await viewer.goto(`${dashboard.url}/dashboard/acme/plants/keys`);
  await viewer.getByText("Only an admin of the organization sees and makes keys.").waitFor();
  expect(viewerFaults).toEqual([]);
  await theirs.close();
});

test.each([
  ["light", 390],
  ["dark", 1440],
] as const)("every page is whole for everybody in %s colours at %i pixels", async (colorScheme, width) => {
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme });
  const project = `${dashboard.url}/dashboard/acme/plants`;
  const [update, job] = await Promise.all([firstRow(project, "updates"), firstRow(project, "jobs")]);
  const paths = ["", "/updates", "/jobs", "/jobs/new", "/pulls", "/pulls/1", "/keys", "/settings"];
  const tabs = ["playground", "figures", "questions", "conversations", "feedback"];
  const addresses = [
    ...paths.map((path) => `${project}${path}`),
    ...tabs.map((tab) => `${project}/assistant?tab=${tab}`),
    ...["/acme", "/acme/-/new", "/acme/-/settings", "/account", "/nowhere", "/sign-in"].map(
      (path) => `${dashboard.url}/dashboard${path}`,
    ),
    update,
    job,
  ];
  for (const address of addresses) {
    await page.goto(address);
    await page.locator("h1").waitFor();
    await page.locator("[aria-busy=true]").waitFor({ state: "detached" });
    expect(await violations(page), address).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), address).toBeLessThanOrEqual(
      0,
    );
    expect(await page.title(), address).not.toBe("hacked");
  }
  expect(faults).toEqual([]);
});

test("everything is reachable by keyboard, and an ended session leads to the sign-in page", async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${dashboard.url}/dashboard/acme`);
  await page.getByRole("heading", { name: "Projects" }).waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("plants");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/acme\/plants$/);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("sign out");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await page.goto(`${dashboard.url}/dashboard/acme/plants/updates`);
  await page.getByLabel("Email").fill("ada@example.com");
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Updates" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/dashboard/acme/plants/updates");
});

async function writeDocs(): Promise<string> {
  const docs = await mkdtemp(join(tmpdir(), "plants-"));
  await mkdir(join(docs, "guides"));
  const settings = {
    theme: "mint",
    name: "Plants",
    colors: { primary: "#2f9e44" },
    navigation: { pages: ["index", "guides/watering"] },
  };
  await writeFile(join(docs, "docs.json"), JSON.stringify(settings));
  await writeFile(
    join(docs, "index.mdx"),
    "---\ntitle: Plants at home\n---\n\nBegin with [nothing](/nowhere).   \n\nThen go on.\n",
  );
  await writeFile(
    join(docs, "guides/watering.mdx"),
    "---\ntitle: Watering\n---\n\n## A cactus\n\nWater a cactus every two weeks in summer, and hardly ever in winter.\n",
  );
  return docs;
}

async function openProjectPage(name: string): Promise<void> {
  await page.goto(`${dashboard.url}/dashboard/acme/plants`);
  await page.getByRole("navigation", { name: "Project" }).getByRole("link", { name, exact: true }).click();
}

/** Waits for the status of the page, ignoring rows of lists. */
async function waitForStatus(on: Page, word: string): Promise<void> {
  await on.locator("dd").getByText(word, { exact: true }).first().waitFor();
}

/** Creates a key and returns the commands shown with it. */
async function makeKey(kind: "Admin" | "Assistant", name: string): Promise<string[]> {
  await page.getByRole("button", { name: "New key" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: new RegExp(`^${kind}`) }).check();
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("button", { name: "Make the key" }).click();
  await dialog.getByText("Copy it now").waitFor();
  // The commands contain the latest update and job.
  await dialog.getByText(/_ID /).waitFor({ state: "detached" });
  const [, ...commands] = await dialog.locator("pre").allTextContents();
  await dialog.getByRole("button", { name: "I have copied it" }).click();
  return commands;
}

async function firstRow(project: string, list: "updates" | "jobs"): Promise<string> {
  const lists = await context.newPage();
  await lists.goto(`${project}/${list}`);
  const address = await lists.locator("tbody tr a").first().getAttribute("href");
  await lists.close();
  return `${dashboard.url}${address}`;
}

async function runInShell(command: string): Promise<string> {
  return (await promisify(execFile)("sh", ["-c", command])).stdout;
}
