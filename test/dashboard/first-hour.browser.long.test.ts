import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { stepMilliseconds } from "../support/launch-browser.ts";
import { slow } from "../support/slow.ts";
import { violations } from "../support/violations.ts";
import { type Dashboard, newPage, openDashboard } from "./dashboard-browser.ts";
import { walkStates } from "./walk-states.ts";

vi.setConfig(slow);

/** Every user-written text in this test contains markup. */
const markup = '<img src=x onerror="document.title=`hacked`">';
const password = "correct horse battery";
const keyMilliseconds = 5_000;

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
  // Typed, because the browser doesn't check the length of a value that a script sets.
  await page.getByLabel("Password").pressSequentially("short");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByText("Use at least 10 characters.").waitFor();
  expect(await page.getByText("At least 10 characters.", { exact: true }).count()).toBe(0);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByRole("heading", { name: "No projects yet" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/dashboard/acme");

  const stranger = await dashboard.browser.newContext();
  const { page: other } = await newPage(stranger);
  await other.goto(dashboard.ownerLink);
  await other.getByRole("heading", { name: "This link doesn’t work" }).waitFor();
  await other.getByText("account link").waitFor();
  await stranger.close();
});

test("an imported folder is published while its log is shown", async () => {
  await page.getByRole("link", { name: "New project" }).click();
  await page.getByLabel("Choose a folder").setInputFiles(folder);
  await page.getByLabel("Name").fill(`Plants ${markup}`);
  await page.getByLabel("Subdomain").fill("plants");
  await page.getByRole("button", { name: "Create project" }).click();
  await page.waitForURL(/\/dashboard\/acme\/plants\/updates\/upd_/);
  await waitForStatus(page, "Success with 1 problem");
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

  await page.goto(`${dashboard.url}/dashboard/acme/plants`);
  await page.getByRole("link", { name: "1 new warning", exact: true }).waitFor();
  await page.getByRole("list", { name: "Get started" }).getByRole("link", { name: "Edit a page" }).waitFor();
  expect(await page.getByRole("heading", { name: "Last 30 days" }).count()).toBe(0);
  expect(await page.getByRole("link", { name: "Edit docs" }).getAttribute("href")).toMatch(/\/plants\/editor$/);
  await page.getByRole("table", { name: "Updates" }).getByRole("row").filter({ hasText: "Ada" }).waitFor();
  const changed = page.getByRole("list", { name: "Changed pages" }).getByRole("link", { name: "guides/watering" });
  expect(await changed.getAttribute("href")).toMatch(/^http:\/\/plants\..*\/guides\/watering$/);
  await page.goto(`${dashboard.url}/dashboard/acme`);
  await page.getByRole("listitem").getByText("Success with 1 problem").waitFor();
});

test("a job of the built-in agent opens a pull request; merging it publishes an update that can be rolled back", async () => {
  await openProjectPage("Agent jobs");
  await page.getByRole("link", { name: "New job" }).click();
  await page.getByRole("button", { name: "Remove trailing spaces" }).click();
  await page.getByRole("button", { name: "Start job" }).click();
  await waitForStatus(page, "Completed");
  await page.getByText("Remove trailing spaces").first().waitFor();
  await page.getByRole("link", { name: "Open pull request" }).click();
  await page.waitForURL(/\/pulls\/1$/);
  await page.getByText("1 file changed").waitFor();
  await page.getByRole("table", { name: "Before and after, side by side" }).waitFor();
  await page.getByRole("button", { name: "One column" }).click();
  await page.getByRole("table", { name: "Changes, one line after the other" }).waitFor();
  await page.getByRole("button", { name: "Merge and publish" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Merge and publish" }).click();
  await page.getByText("Merged", { exact: true }).waitFor();

  await openProjectPage("Updates");
  const rows = page.getByRole("table", { name: "Updates" }).locator("tbody tr");
  await rows.filter({ hasText: "Success" }).nth(1).waitFor();
  await rows.last().getByRole("link").click();
  await page.getByRole("button", { name: "Roll back to this" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Roll back", exact: true }).click();
  await page.getByText("Rolled back to").waitFor();
  await waitForStatus(page, /^Success/);
  // This update is live now.
  await page.getByRole("button", { name: "Roll back to this" }).waitFor({ state: "detached" });
});

test("the bell counts new events, and follows the person's choices while the page is open", async () => {
  const bell = page.getByRole("button", { name: /^Notifications/ });
  await page.getByRole("button", { name: /^Notifications, \d+ unread$/ }).click();
  const shown = page.getByRole("dialog", { name: "Notifications" });
  await shown.getByText("Pull request #1 merged").waitFor();
  await shown.getByText("Job completed").waitFor();
  expect(await shown.getByText("succeeded").count()).toBe(0);
  expect(await violations(page)).toEqual([]);
  await shown.getByRole("button", { name: "Mark all as read" }).click();
  await page.getByRole("button", { name: "Notifications", exact: true }).waitFor();
  await shown.getByRole("link", { name: "Pull request #1 merged" }).click();
  await page.waitForURL(/\/pulls\/1$/);

  await bell.click();
  await shown.getByRole("link", { name: "View all" }).click();
  await page.getByRole("heading", { name: "Notification preferences" }).waitFor();
  expect(await violations(page)).toEqual([]);
  const isSaved = page.waitForResponse((reply) => reply.request().method() === "POST" && reply.ok());
  await page.getByLabel("Successful updates").selectOption("Dashboard");
  await isSaved;
  await page
    .getByText(/^(Update of|Branch preview of) /)
    .first()
    .waitFor();
  await page.goto(`${dashboard.url}/dashboard/acme/plants/updates`);
  await page.getByRole("button", { name: /^Notifications, \d+ unread$/ }).waitFor();
});

test("the commands shown for both kinds of keys work until the key is revoked", async () => {
  await openProjectPage("API keys");
  const status = await makeKey("Admin", `CI ${markup}`);
  expect(JSON.parse(await runInShell(status[0] ?? ""))).toMatchObject({ status: "success", subdomain: "plants" });
  expect(JSON.parse(await runInShell(status[1] ?? ""))).toMatchObject({ status: "completed" });
  const ask = await makeKey("Assistant", "Chat");
  expect(await runInShell(ask[0] ?? "")).toContain('"threadId"');

  await page.getByRole("button", { name: `Revoke CI ${markup}` }).click();
  await page.getByRole("button", { name: "Revoke", exact: true }).click();
  await page.getByText("Revoked", { exact: true }).waitFor();
  expect(JSON.parse(await runInShell(status[0] ?? ""))).toEqual({ error: expect.any(String) });
});

test("the playground answers and shows its sources in both formats", async () => {
  await openProjectPage("Assistant");
  await page.getByRole("link", { name: "Playground" }).click();
  for (const [format, sign] of [
    ["v2", "data: [DONE]"],
    ["v1", '"type":"finish"'],
  ] as const) {
    await page.getByLabel("Stream format").selectOption(format);
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

test("a judged answer becomes a question that is asked again", async () => {
  await openProjectPage("Analytics");
  await page.getByRole("link", { name: "Questions", exact: true }).click();
  await page.getByRole("button", { name: "All", exact: true }).click();
  await page.getByRole("button", { name: "Judge the answer to “How often do I water a cactus?”" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Judge answer" });
  await dialog.getByText("Watering").first().waitFor();
  await dialog.getByLabel("Right").check();
  await dialog.getByLabel("Note").fill("Keep it short.");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Judge “How often do I water a cactus?” again" }).waitFor();

  await openProjectPage("Assistant");
  await page.getByRole("link", { name: "Quality" }).click();
  const row = page.getByRole("row").filter({ hasText: "How often do I water a cactus?" });
  await row.getByText("Not asked yet").last().waitFor();
  await row.getByText("Keep it short.").waitFor();
  await page.getByRole("button", { name: "Add question" }).click();
  await page.getByRole("dialog").getByLabel("Question").fill("What is the capital of Peru?");
  await page.getByRole("dialog").getByLabel("Nothing: the docs don’t answer this").check();
  await page.getByRole("dialog").getByRole("button", { name: "Add question" }).click();
  await page.getByRole("row").filter({ hasText: "Peru" }).waitFor();
  await page.getByRole("button", { name: "Ask again now" }).click();
  await row.getByText("Right").last().waitFor();
  await page.getByRole("figure", { name: "Right answers" }).getByText("100%").first().waitFor();

  await page.getByRole("button", { name: "Remove “What is the capital of Peru?”" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await page.getByRole("row").filter({ hasText: "Peru" }).waitFor({ state: "detached" });
});

test("a webhook shows its secret once and each delivery with its error, and can redeliver it", async () => {
  await page.goto(`${dashboard.url}/dashboard/acme/-/settings?tab=webhooks`);
  await page.getByRole("button", { name: "Add webhook" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("URL").first().fill("https://127.0.0.1/hook");
  await dialog.getByLabel("Name").fill(`CI ${markup}`);
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Add webhook" }).click();
  await dialog.getByText(/^whsec_/).waitFor();
  await dialog.getByRole("button", { name: "Done" }).click();

  const actions = page.getByRole("button", { name: `Actions for CI ${markup}` });
  await actions.click();
  await page.getByRole("menuitem", { name: "Send test event" }).click();
  await page.getByRole("button", { name: "Test event", exact: true }).click();
  await dialog.getByText("isn't on the public internet").waitFor();
  await dialog.getByText('"type": "ping"').waitFor();
  await dialog.getByRole("button", { name: "Redeliver" }).click();
  await page.getByRole("button", { name: "Test event (redelivery)" }).waitFor();
  // The worker tries the delivery, and the open page is notified.
  await page.getByText("Retrying", { exact: true }).waitFor();
  expect(await violations(page)).toEqual([]);

  await actions.click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await dialog.getByRole("button", { name: "Remove webhook" }).click();
  await page.getByRole("heading", { name: "No webhooks yet" }).waitFor();
});

test("the account page leads back to the projects, and the audit log is filtered by a typed action", async () => {
  await page.goto(`${dashboard.url}/dashboard/account`);
  await page.getByRole("link", { name: "Projects of Acme" }).click();
  await page.waitForURL(/\/dashboard\/acme$/);
  await page.goto(`${dashboard.url}/dashboard/acme/-/settings?tab=audit`);
  const rows = page.getByRole("table", { name: "Audit log" }).locator("tbody tr");
  await rows.filter({ hasText: "Joined with a new account" }).waitFor();
  await page.getByLabel("Action").fill("watered plants");
  await page.getByText("No such action.").waitFor();
  await page.getByLabel("Action").fill("imported project");
  await rows.filter({ hasText: "Joined with a new account" }).waitFor({ state: "detached" });
  expect(await rows.allTextContents()).toEqual([expect.stringContaining("Imported project")]);
});

test("a viewer is offered only the actions of a viewer", async () => {
  await page.goto(`${dashboard.url}/dashboard/acme/-/settings`);
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  await page.getByLabel("Email").fill("eve@example.com");
  await page.getByRole("dialog").getByLabel("Role").selectOption("viewer");
  await page.getByRole("button", { name: "Create invitation" }).click();
  const link = (await page.getByRole("dialog").locator("pre").textContent()) ?? "";

  const theirs = await dashboard.browser.newContext({ viewport: { width: 1440, height: 900 } });
  const { page: viewer, faults: viewerFaults } = await newPage(theirs);
  await viewer.goto(link);
  await viewer.getByLabel("Name").fill("Eve");
  await viewer.getByLabel("Password").fill(password);
  await viewer.getByRole("button", { name: "Create account" }).click();
  await viewer.getByRole("heading", { name: "Projects" }).waitFor();
  expect(await viewer.getByRole("link", { name: "New project" }).count()).toBe(0);
  await viewer.goto(`${dashboard.url}/dashboard/acme/plants`);
  await viewer.getByRole("heading", { name: "Latest updates" }).waitFor();
  expect(await viewer.getByRole("button", { name: "Update now" }).count()).toBe(0);
  expect(await viewer.getByRole("link", { name: "Edit docs" }).count()).toBe(0);
  const pages = await viewer.getByRole("navigation", { name: "Project" }).getByRole("link").allTextContents();
  expect(pages).toEqual([
    "Overview",
    "Editor",
    "Updates",
    "Agent jobs",
    "Pull requests",
    "Analytics",
    "Assistant",
    "Open site",
  ]);
  await viewer.goto(`${dashboard.url}/dashboard/acme/plants/keys`);
  await viewer.getByText("Only admins can view and create keys.").waitFor();
  expect(viewerFaults).toEqual([]);
  await theirs.close();
});

test.each([
  ["light", 390],
  ["dark", 1440],
] as const)("every page is accessible and fits in %s mode at %i pixels", async (colorScheme, width) => {
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme });
  const project = `${dashboard.url}/dashboard/acme/plants`;
  const [update, job] = await Promise.all([firstRow(project, "updates"), firstRow(project, "jobs")]);
  const paths = ["", "/editor", "/updates", "/jobs", "/jobs/new", "/pulls", "/pulls/1", "/keys", "/settings"];
  const tabs = ["conversations", "quality", "playground", "unknown"];
  const analytics = ["traffic", "searches", "questions", "feedback"];
  const addresses = [
    ...paths.map((path) => `${project}${path}`),
    ...tabs.map((tab) => `${project}/assistant?tab=${tab}`),
    ...analytics.map((tab) => `${project}/analytics?tab=${tab}`),
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

test("the address of an unknown tab shows the first tab", async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const first = {
    "acme/plants/settings": "General",
    "acme/plants/analytics": "Traffic",
    "acme/plants/assistant": "Conversations",
    "acme/-/settings": "Members",
  };
  for (const [path, label] of Object.entries(first)) {
    await page.goto(`${dashboard.url}/dashboard/${path}?tab=nonsense&days=nonsense`);
    await page.locator("main nav [aria-current=page]").filter({ hasText: label }).waitFor();
    await page.locator("main section, main figure, main h2").first().waitFor();
  }
});

test("the page frame is shown while data loads, and nothing moves when the data arrives", async () => {
  const gates = [/\/dashboard\/me$/, /\/organization\/[^/]+\/projects$/].map((path) => {
    const gate = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    return { ...gate, reached: reached.promise, path, onReach: reached.resolve };
  });
  for (const { path, promise, onReach } of gates) {
    await page.route(
      ({ pathname }) => path.test(pathname),
      async (route) => {
        onReach();
        await promise;
        await route.continue();
      },
    );
  }
  const boxes = () =>
    page.evaluate(() =>
      ["[data-rail]", "[data-rail] svg", "[data-rail] svg.lucide-search"].map((selector) => {
        const { x, y, width, height } = document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
        return [x, y, width, height].map(Math.round);
      }),
    );
  await page.goto(`${dashboard.url}/dashboard/acme/plants/updates`);
  await page.getByText("Loading…").waitFor({ state: "attached" });
  const before = await boxes();
  expect(before[0]?.[2]).toBe(232);
  const content = await page.locator("[aria-busy=true]").boundingBox();
  for (const { reached, resolve } of gates) {
    await reached;
    expect(await boxes()).toEqual(before);
    resolve();
  }
  await page.getByRole("heading", { name: "Updates", exact: true }).waitFor();
  expect(await boxes()).toEqual(before);
  expect((await page.locator("main").boundingBox())?.x).toBe(content?.x);
  await page.unrouteAll({ behavior: "wait" });
});

test("the project list can be searched and sorted", async () => {
  await page.goto(`${dashboard.url}/dashboard/acme/-/new`);
  await page.getByRole("radio", { name: "Starter" }).check({ force: true });
  await page.getByLabel("Name").fill("Zoo");
  await page.getByRole("button", { name: "Create project" }).click();
  await page.waitForURL(/\/acme\/zoo\/updates\/upd_/);
  await page.goto(`${dashboard.url}/dashboard/acme`);
  const names = () => page.getByRole("list", { name: "Projects" }).getByRole("heading").allTextContents();
  await page.getByRole("heading", { name: "Zoo" }).waitFor();
  expect(await names()).toEqual(["Zoo", `Plants ${markup}`]);
  await page.getByLabel("Sort by").selectOption("Name");
  expect(await names()).toEqual([`Plants ${markup}`, "Zoo"]);
  await page.getByLabel("Search projects").fill("zo");
  expect(await names()).toEqual(["Zoo"]);
  await page.getByText("1 project", { exact: true }).waitFor();
  await page.getByLabel("Search projects").fill("nothing");
  await page.getByText("No projects match your search.").waitFor();
});

const palette = (of: Page) => of.getByRole("combobox", { name: "Search or run a command" });

/** Opens the palette, searches, and chooses the result by keyboard. */
async function choose(on: Page, text: string, section: string, result: string | RegExp): Promise<void> {
  await on.keyboard.press("Control+k");
  await palette(on).fill(text);
  const option = on.getByRole("group", { name: section }).getByRole("option", { name: result }).first();
  await option.waitFor();
  while ((await option.getAttribute("aria-selected")) !== "true") {
    await on.keyboard.press("ArrowDown");
  }
  expect(await palette(on).getAttribute("aria-activedescendant")).toBe(await option.getAttribute("id"));
  await on.keyboard.press("Enter");
}

test("the palette finds every kind of thing and runs actions, by keyboard alone", async () => {
  const start = async () => {
    await page.goto(`${dashboard.url}/dashboard/acme/plants`);
    await page.getByRole("heading", { name: "Latest updates" }).waitFor();
  };
  // An open dialog handles all keys, so wait until it is gone.
  const closeDialog = async (name: RegExp) => {
    const dialog = page.getByRole("dialog", { name });
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  };
  await start();
  await choose(page, "zoo", "Projects", "Zoo");
  await page.waitForURL(/\/acme\/zoo$/);
  await choose(page, "plants", "Projects", "Plants");
  await page.waitForURL(/\/acme\/plants$/);
  await choose(page, "trailing spaces", "Jobs", "Remove trailing spaces");
  await page.waitForURL(/\/plants\/jobs\/job_/);
  await choose(page, "#1", "Pull requests", /#1/);
  await page.waitForURL(/\/plants\/pulls\/1$/);
  await choose(page, "trailing", "Updates", /Success/);
  await page.waitForURL(/\/plants\/updates\/upd_/);
  const site = context.waitForEvent("page");
  await choose(page, "watering", "Pages", "Watering");
  expect(new URL((await site).url()).pathname).toBe("/guides/watering");
  await (await site).close();
  await choose(page, "eve@example", "People", "Eve");
  await page.waitForURL(/\/acme\/-\/settings\?tab=members$/);

  await choose(page, "invite", "Actions", "Invite");
  await closeDialog(/^Invite/);
  await start();
  await choose(page, "api key", "Actions", "Create API key");
  await closeDialog(/^Create key/);
  await choose(page, "personal access", "Actions", "Create personal access token");
  await closeDialog(/token/i);
  await start();
  await choose(page, "new job", "Actions", "New job");
  await page.waitForURL(/\/jobs\/new$/);
  await choose(page, "agent settings", "Settings", "Agent settings");
  await page.waitForURL(/\/settings\?tab=agent$/);
  await choose(page, "dark", "Actions", "Theme: dark");
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe("dark");
  await choose(page, "theme system", "Actions", "Theme: system");
  await choose(page, "update now", "Actions", "Update now");
  await page.waitForURL(/\/plants\/updates\/upd_/);

  await page.keyboard.press("Control+k");
  await page.getByRole("group", { name: "Recent" }).getByRole("option", { name: "Agent settings" }).waitFor();
  expect(await violations(page)).toEqual([]);
  await palette(page).fill("xyzzy");
  await page.getByText("No results").waitFor();
  await page.keyboard.press("Escape");
});

test("single keys navigate unless someone is typing or has turned them off", async () => {
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  // A page that is still loading or closing a dialog doesn't handle its keys yet.
  const pressFor = (url: string | RegExp, ...keys: string[]) =>
    vi.waitFor(
      async () => {
        await press(...keys);
        await page.waitForURL(url, { timeout: keyMilliseconds });
      },
      { timeout: stepMilliseconds, interval: 100 },
    );
  await page.goto(`${dashboard.url}/dashboard/acme/plants`);
  await page.getByRole("heading", { name: "Latest updates" }).waitFor();
  await press("?");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).getByText("g then u").waitFor({ state: "attached" });
  expect(await violations(page)).toEqual([]);
  await press("Escape");
  for (const [key, path] of Object.entries({
    u: "updates",
    j: "jobs",
    r: "pulls",
    i: "analytics",
    a: "assistant",
    k: "keys",
    s: "settings",
  })) {
    await pressFor(`${dashboard.url}/dashboard/acme/plants/${path}`, "g", key);
  }
  await pressFor(/\/acme\/plants$/, "g", "o");
  await pressFor(/\/jobs\/new$/, "c");
  await page.getByRole("textbox").first().fill("");
  await press("g", "u");
  expect(await page.getByRole("textbox").first().inputValue()).toBe("gu");
  await page.goto(`${dashboard.url}/dashboard/acme/plants/updates`);
  await page.getByRole("table", { name: "Updates" }).locator("tbody a").nth(1).waitFor();
  await press("j", "j", "k", "j", "Enter");
  await page.waitForURL(/\/updates\/upd_/);
  await pressFor(/\/plants\/updates$/, "Escape");
  await pressFor(/\/dashboard\/acme$/, "g", "p");
  await page.getByRole("heading", { name: "Zoo" }).waitFor();
  await pressFor(/\/acme\/-\/new$/, "n");

  await page.goto(`${dashboard.url}/dashboard/account`);
  await page.getByLabel("Use single-key shortcuts").uncheck();
  await page.goto(`${dashboard.url}/dashboard/acme/plants/updates`);
  await page.getByRole("table", { name: "Updates" }).locator("tbody a").nth(1).waitFor();
  await press("?", "g", "o", "Control+k");
  await palette(page).waitFor();
  expect(await page.getByRole("dialog", { name: "Keyboard shortcuts" }).count()).toBe(0);
  expect(new URL(page.url()).pathname).toBe("/dashboard/acme/plants/updates");
  await press("Escape");
});

test("a person sees the actual state of everything that their pushes and prompts caused", async () => {
  await walkStates(dashboard, context, page);
});

test("signing out clears the recent pages, and an ended session leads to the sign-in page", async () => {
  await page.goto(`${dashboard.url}/dashboard/acme`);
  await page.getByRole("heading", { name: "Projects" }).waitFor();
  await choose(page, "sign out", "Actions", "Sign out");
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  expect(await page.evaluate(() => localStorage.getItem("lectern-recent"))).toBeNull();
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
async function waitForStatus(on: Page, word: string | RegExp): Promise<void> {
  await on.locator("dd").getByText(word, { exact: true }).first().waitFor();
}

/** Creates a key and returns the commands shown with it. */
async function makeKey(kind: "Admin" | "Assistant", name: string): Promise<string[]> {
  await page.getByRole("button", { name: "Create key" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: new RegExp(`^${kind}`) }).check();
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("button", { name: "Create key" }).click();
  await dialog.getByText("Copy the key now").waitFor();
  // The commands contain the latest update and job.
  await dialog.getByText(/_ID /).waitFor({ state: "detached" });
  const [, ...commands] = await dialog.locator("pre").allTextContents();
  await dialog.getByRole("button", { name: "Done" }).click();
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
