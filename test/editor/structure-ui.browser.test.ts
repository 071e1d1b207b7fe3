import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { listDraftFiles } from "../../src/editor/store.ts";
import { freePort } from "../../src/platform/free-port.ts";
import { newPage } from "../dashboard/dashboard-browser.ts";
import { join } from "../dashboard/people.ts";
import { createTestHostedProject } from "../support/hosted-project.ts";
import { launchBrowser, stepMilliseconds } from "../support/launch-browser.ts";
import { type Installation, startInstallation } from "../support/server.ts";
import { slow } from "../support/slow.ts";
import { violations } from "../support/violations.ts";

vi.setConfig(slow);

const docs = `{
  "theme": "mint",
  "name": "Plants",   "colors": { "primary": "#16A34A" },
  "navigation": {
    "groups": [
      { "group": "Start", "pages": ["index"] },
      {
        "group": "Guides",
        "pages": ["water", { "group": "More", "pages": ["soil"] }, "light"]
      }
    ]
  }
}
`;
const titles = { index: "Home", water: "Watering", soil: "Soil", light: "Light" };
const pages = Object.entries(titles).map(([name, title]) => [`${name}.mdx`, `---\ntitle: ${title}\n---\n\nText.\n`]);

let lectern: Installation;
let browser: Browser;
let page: Page;
let faults: string[];

beforeAll(async () => {
  const port = await freePort("127.0.0.1");
  lectern = await startInstallation("sqlite");
  const [node, launched] = await Promise.all([lectern.startNode({ port }), launchBrowser()]);
  browser = launched;
  const { organizationId } = lectern.tenant;
  const hosted = {
    ...lectern.node,
    clock: lectern.clock,
    repositoriesFolder: `${lectern.storage.dataFolder}/repositories`,
    url: node.url,
    organizationId,
  };
  const files = Object.fromEntries(pages);
  await createTestHostedProject({ ...hosted, domain: "plants", files: { "docs.json": docs, ...files } });
  await createTestHostedProject({ ...hosted, domain: "bare", files });
  const { cookie } = await join(lectern, organizationId, "editor", "ada@acme.test");
  const [, value = ""] = /lectern\.session_token=([^;]+)/.exec(cookie) ?? [];
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies([{ name: "lectern.session_token", value, url: node.url, httpOnly: true, sameSite: "Lax" }]);
  ({ page, faults } = await newPage(context));
  await page.goto(`${node.url}/dashboard/${organizationId}/plants/editor`);
  await page.waitForURL(/draft=drf_/);
  // The pointer starts in the corner, where it opens the narrow rail over the draft's pages.
  await page.mouse.move(1000, 500);
});
afterAll(async () => {
  await browser?.close();
  await lectern?.stop();
});

const pane = () => page.getByRole("region", { name: "Draft" });
const row = (name: string): Locator => page.getByRole("treeitem", { name, exact: true });

async function isFocused(name: string): Promise<void> {
  await vi.waitFor(async () => expect(await row(name).evaluate((one) => one.matches(":focus"))).toBe(true), {
    timeout: stepMilliseconds,
  });
}

const focusedLabel = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));

async function settingsText(): Promise<string | null | undefined> {
  const [, draftId = ""] = /draft=(drf_\w+)/.exec(page.url()) ?? [];
  const files = await listDraftFiles(lectern.node.database.query, draftId);
  return files.find(({ path }) => path === "docs.json")?.content;
}

async function drag(from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (start === null || end === null) throw new Error("A row isn't visible.");
  await page.mouse.move(start.x + 100, start.y + start.height / 2);
  await page.mouse.down();
  // A drop on a row's upper edge goes before the row.
  await page.mouse.move(end.x + 100, end.y + 3, { steps: 5 });
  await page.mouse.up();
}

test("the navigation opens pages, the filter finds every file, and tree keys work in both", async () => {
  await row("Watering, page").click();
  await page.waitForURL(/page=water\.mdx/);
  await page.getByRole("treeitem", { name: "Watering, page", selected: true }).waitFor();
  await row("Watering, page").focus();
  await page.keyboard.press("l");
  await isFocused("Light, page");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await row("Light, page").waitFor({ state: "detached" });
  await page.keyboard.press("ArrowRight");
  await row("Light, page").waitFor();

  const filter = pane().getByRole("searchbox", { name: "Filter pages and files" });
  await filter.fill("docs");
  await pane()
    .getByRole("treeitem", { name: /docs\.json/ })
    .waitFor();
  await filter.fill("so");
  await filter.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL(/page=soil\.mdx/);
  await filter.fill("");
  expect(await violations(page)).toEqual([]);

  await pane().getByRole("button", { name: "Files", exact: true }).click();
  const files = pane().getByRole("tree", { name: "Files" });
  await files.getByRole("treeitem", { name: "soil.mdx", selected: true }).waitFor();
  await files.getByRole("treeitem", { name: "index.mdx" }).click();
  await page.waitForURL(/page=index\.mdx/);
  expect(await violations(page)).toEqual([]);
  await pane().getByRole("button", { name: "Pages", exact: true }).click();
  await row("Home, page").waitFor();
});

test("changing the navigation and a setting in the editor changes only their lines of docs.json", async () => {
  await drag(row("Watering, page"), row("Home, page"));
  await page.getByText("Moved Watering before Home of Start.").first().waitFor();
  // The later elements now have other addresses, but stay open.
  await row("Soil, page").waitFor();
  await row("Light, page").focus();
  await page.keyboard.press("Alt+ArrowUp");
  await page.getByText("Moved Light before More.").first().waitFor();
  await isFocused("Light, page");
  await page.keyboard.press("Alt+ArrowDown");
  await page.getByText("Moved Light to the end.").first().waitFor();
  await page.keyboard.press("Alt+ArrowRight");
  await page.getByRole("treeitem", { name: "Light, page", level: 3 }).waitFor();
  await isFocused("Light, page");
  await page.keyboard.press("Alt+ArrowLeft");
  await page.getByRole("treeitem", { name: "Light, page", level: 2 }).waitFor();
  await isFocused("Light, page");
  await page.keyboard.press("Alt+ArrowUp");
  await vi.waitFor(async () => expect(await settingsText()).toContain('"pages": ["light", {'), {
    timeout: stepMilliseconds,
  });

  await row("More, group").getByRole("button", { name: "Actions for More" }).click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  const dialog = page.getByRole("dialog", { name: "Rename group" });
  await dialog.getByLabel("Name").fill("In depth");
  await dialog.getByRole("button", { name: "Rename" }).click();
  await row("In depth, group").waitFor();
  // The menu neither folds the group nor keeps the focus.
  await row("Soil, page").waitFor();
  expect(await focusedLabel()).toMatch(/^Actions for (?:More|In depth)$/);
  expect(await violations(page)).toEqual([]);

  await pane().getByRole("button", { name: "Settings", exact: true }).click();
  const settings = page.getByRole("region", { name: "Settings" });
  await settings.getByLabel("Section of the settings").selectOption({ label: "Branding" });
  const primary = settings.getByLabel("Primary", { exact: true });
  await primary.fill("greenish");
  await primary.press("Enter");
  await settings.getByText('is "greenish", but must be a color').waitFor();
  await primary.fill("#0055AA");
  await primary.press("Enter");
  await settings.getByLabel("Strict").selectOption("Off");
  await vi.waitFor(async () => expect(await settingsText()).toContain('"strict"'), { timeout: stepMilliseconds });
  expect(await violations(page)).toEqual([]);

  expect(await settingsText()).toBe(`{
  "theme": "mint",
  "name": "Plants",   "colors": { "primary": "#0055AA" },
  "navigation": {
    "groups": [
      { "group": "Start", "pages": ["water", "index"] },
      {
        "group": "Guides",
        "pages": ["light", { "group": "In depth", "pages": ["soil"] }]
      }
    ]
  },
  "appearance": {
    "strict": false
  }
}
`);

  await settings.getByLabel("Section of the settings").selectOption({ label: "Variables" });
  const [name, value] = [settings.getByLabel("New name"), settings.getByLabel("Value", { exact: true })];
  const add = settings.getByRole("button", { name: "Add", exact: true });
  await name.fill("product");
  await value.fill("Plants");
  await add.click();
  await vi.waitFor(async () => expect(await settingsText()).toContain('"product": "Plants"'), {
    timeout: stepMilliseconds,
  });
  // Adding a name again would replace its value.
  await name.fill(" product ");
  await value.fill("Trees");
  await settings.getByText("This name already exists.").waitFor();
  expect(await add.isDisabled()).toBe(true);
  expect(faults).toEqual([]);
});

test("a new page joins the group of the open page", async () => {
  await pane().getByRole("button", { name: "Pages", exact: true }).click();
  await row("Soil, page").click();
  await page.waitForURL(/page=soil\.mdx/);
  await page.getByRole("button", { name: "New page" }).click();
  await page.getByRole("dialog").getByLabel("Title").fill("Pots");
  await page.keyboard.press("Enter");
  await vi.waitFor(async () => expect(await settingsText()).toContain('"pages": ["soil", "pots"]'), {
    timeout: stepMilliseconds,
  });
});

test("the keys for a link open only its field, and an inserted image is described once", async () => {
  const title = page.getByRole("textbox", { name: "Title", exact: true });
  await vi.waitFor(async () => expect(await title.inputValue()).toBe("Pots"), { timeout: stepMilliseconds });
  await page.getByRole("textbox", { name: "Page", exact: true }).press("Control+k");
  await page.getByRole("form", { name: "Link" }).waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Insert block" }).click();
  await page.getByRole("option", { name: /^Image Upload/ }).click();
  const dialog = page.getByRole("dialog", { name: "Insert image" });
  const buffer = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>');
  await dialog
    .getByLabel("File", { exact: true })
    .setInputFiles({ name: "pot.svg", mimeType: "image/svg+xml", buffer });
  await dialog.getByLabel("Alt text").fill("A pot");
  await dialog.getByRole("button", { name: "Insert" }).click();
  await page.getByRole("img", { name: "A pot" }).waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);
});

test("an unsent comment survives when another panel is opened, and Escape doesn't drop it", async () => {
  await page.getByRole("button", { name: "Comments", exact: true }).click();
  await page.getByRole("button", { name: "Comment on this page" }).click();
  const comment = page.getByRole("textbox", { name: "Comment", exact: true });
  await comment.fill("Not sent yet");
  await comment.press("Escape");
  await page.getByRole("button", { name: "Changes", exact: true }).click();
  await comment.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Comments", exact: true }).click();
  expect(await comment.inputValue()).toBe("Not sent yet");
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Comment on this page" }).waitFor();
});

test("a project without docs.json gets one in the editor, with all of its pages", async () => {
  await page.goto(page.url().replace(/plants\/editor.*/, "bare/editor"));
  await page.getByRole("button", { name: "Create docs.json" }).click();
  await row("Home, page").waitFor();
  expect(JSON.parse((await settingsText()) ?? "").navigation).toEqual({ pages: ["index", "light", "soil", "water"] });
  await page.goBack();
});

test("on a narrow screen, the list of pages closes when a page is chosen", async () => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.reload();
  await page.getByRole("button", { name: "Show pages" }).click();
  await row("Light, page").click();
  await pane().waitFor({ state: "detached" });
  await page.waitForURL(/page=light\.mdx/);
});
