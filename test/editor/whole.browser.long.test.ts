import { execFile } from "node:child_process";
import { globSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { BrowserContext, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Dashboard, newPage, openDashboard } from "../dashboard/dashboard-browser.ts";
import { stepMilliseconds } from "../support/launch-browser.ts";
import { withSharedFolder } from "../support/shared-folder.ts";
import { slow } from "../support/slow.ts";
import { violations } from "../support/violations.ts";

vi.setConfig(slow);

const run = promisify(execFile);
const shortMilliseconds = 5_000;
const slowly = { timeout: stepMilliseconds, interval: 100 };
const password = "correct horse battery";
const watering = `---
title: Watering
description:   How often plants need water
---

import { Greeting } from "/snippets/greeting.mdx"

Water the plants every morning.
Never at *noon*.

| Plant   | Every |
| ------- | ----- |
| Cactus  | month |
| Basil   | day   |

<Card title="Tools" icon="wrench"
      href="/index">
  A watering can.
</Card>

\`\`\`js title="timer.js"
setInterval(water, 86400)
\`\`\`

{/* Keep this note. */}
`;
const settings = `{
  "theme": "mint",
  "name": "Plants", "colors": { "primary": "#2f9e44" },
  "navigation": {
    "pages": ["index", "guides/watering", "guides/light"]
  }
}
`;

let dashboard: Dashboard;
let folder: string;
let context: BrowserContext;
let page: Page;
let faults: string[];

beforeAll(async () => {
  folder = await writeDocs();
  dashboard = await openDashboard();
  context = await dashboard.browser.newContext({ viewport: { width: 1600, height: 1000 } });
  ({ page, faults } = await newPage(context));
  await page.goto(dashboard.ownerLink);
  await fillAccount(page, "Ada", "ada@example.com");
  await page.goto(`${dashboard.url}/dashboard/acme/-/new`);
  await page.getByLabel("Choose a folder").setInputFiles(folder);
  await page.getByLabel("Name").fill("Plants");
  await page.getByLabel("Subdomain").fill("plants");
  await page.getByRole("button", { name: "Create project" }).click();
  await page.waitForURL(/\/updates\/upd_/);
  await page
    .getByText(/^Success/)
    .first()
    .waitFor();
});

afterAll(async () => {
  await dashboard?.close();
  await rm(folder, { recursive: true, force: true });
});

async function writeDocs(): Promise<string> {
  const docs = await mkdtemp(join(tmpdir(), "editor-"));
  for (const below of ["guides", "snippets", "images"]) await mkdir(join(docs, below));
  await writeFile(join(docs, "docs.json"), settings);
  await writeFile(join(docs, "index.mdx"), "---\ntitle: Plants at home\n---\n\nSee [watering](/guides/watering).\n");
  await writeFile(join(docs, "guides/watering.mdx"), watering);
  await writeFile(join(docs, "guides/light.mdx"), "---\ntitle: Light\n---\n\nMost plants like light.\n");
  await writeFile(join(docs, "snippets/greeting.mdx"), "Hello.\n");
  await writeFile(join(docs, "images/leaf.svg"), '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>');
  return docs;
}

async function fillAccount(on: Page, name: string, email: string): Promise<void> {
  await on.getByLabel("Name").fill(name);
  await on.getByLabel("Email").fill(email);
  await on.getByLabel("Password").fill(password);
  await on.getByRole("button", { name: "Create account" }).click();
  await on.waitForURL(/\/dashboard\/acme$/);
}

const text = (on: Page): Locator => on.getByRole("textbox", { name: "Page", exact: true });
const preview = (on: Page) => on.frameLocator("iframe[title='Preview of the page']");

async function openEditor(on: Page, title: string): Promise<void> {
  await on.getByRole("tree").getByText(title, { exact: true }).first().click();
  await text(on).waitFor();
}

/** Puts the caret at the end of a text and types. An editor that isn't ready ignores clicks, so clicks are repeated. */
async function typeAfter(on: Page, place: Locator, words: string): Promise<void> {
  const hasCaret = () => place.evaluate((element) => element.contains(getSelection()?.anchorNode ?? null));
  do {
    await place.click();
    await on.waitForTimeout(100);
  } while (!(await hasCaret()));
  await on.keyboard.press("End");
  await on.keyboard.type(words);
}

const saved = (on: Page) => on.getByText("Saved", { exact: true }).waitFor();

/** Runs git in the server's repository and returns the output. */
async function git(...args: string[]): Promise<string> {
  const repositories = join(dashboard.dataFolder, "repositories");
  const [name = ""] = (await readdir(repositories)).filter((entry) => entry.endsWith(".git"));
  const { stdout } = await run("git", [`--git-dir=${join(repositories, name)}`, ...args]);
  return stdout;
}

test("a writer without git edits a page, previews it, gets it reviewed and reads it on the site", async () => {
  const before = (await git("rev-parse", "main")).trim();
  await page.goto(`${dashboard.url}/dashboard/acme/plants/editor`);
  await page.waitForURL(/draft=drf_/);
  await openEditor(page, "Watering");
  await page.getByRole("button", { name: "Preview", exact: true }).click();

  await typeAfter(page, text(page).getByText("Never at"), " Ask first.");
  await typeAfter(page, text(page).getByRole("cell", { name: "month" }), "s");
  await text(page).getByRole("textbox", { name: "Title of Card" }).fill("All tools");
  await typeAfter(page, text(page).getByText("setInterval(water, 86400)"), " // seconds");
  await preview(page).getByText("Ask first.").waitFor();
  await preview(page).getByText("All tools").waitFor();
  await saved(page);
  expect(await violations(page)).toEqual([]);

  const image = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    const bytes = Uint8Array.from(
      atob("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII="),
      (each) => each.charCodeAt(0),
    );
    data.items.add(new File([bytes], "Green Leaf.PNG", { type: "image/png" }));
    return data;
  });
  const box = await text(page).getByText("Never at").boundingBox();
  await text(page).dispatchEvent("drop", {
    dataTransfer: image,
    clientX: (box?.x ?? 0) + 5,
    clientY: (box?.y ?? 0) + 8,
  });
  await page.getByLabel("Alternative text").fill("A green leaf");
  await page.getByRole("button", { name: "Insert", exact: true }).click();
  await preview(page).getByRole("img", { name: "A green leaf" }).waitFor();
  await saved(page);

  const tree = page.getByRole("tree", { name: "Pages in the navigation" });
  await tree.getByRole("treeitem", { name: /^Light/ }).focus();
  await page.keyboard.press("Alt+ArrowUp");
  await vi.waitFor(async () => {
    const rows = await tree.getByRole("treeitem").allTextContents();
    expect(rows.findIndex((row) => row.includes("Light"))).toBeLessThan(
      rows.findIndex((row) => row.includes("Watering")),
    );
  }, slowly);

  await page.getByRole("button", { name: "Other ways to publish" }).click();
  await page.getByRole("menuitem", { name: "Request review" }).click();
  const dialog = page.getByRole("dialog");
  expect(await dialog.getByLabel("Title").inputValue()).toMatch(/Watering/);
  await dialog.getByRole("button", { name: "Request review" }).click();
  await page.getByRole("link", { name: "View pull request" }).click();
  await page.waitForURL(/\/pulls\/1$/);
  await page.getByText("Ada wants to publish these changes").waitFor();
  expect(await page.locator("main").innerText()).not.toMatch(/\bmain\b|draft\/|[+−]\d/);
  await page.getByLabel("Add a comment").fill("Looks good");
  await page.getByRole("button", { name: "Comment", exact: true }).click();
  await page.getByText("Looks good").waitFor();
  await page.getByRole("button", { name: "Merge and publish" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Merge and publish" }).click();
  await page.getByText("Merged", { exact: true }).waitFor();

  await vi.waitFor(async () => expect((await git("rev-parse", "main")).trim()).not.toBe(before), { timeout: 60_000 });
  const changed = (await git("diff", "--no-color", "-U0", before, "main", "--", "guides/watering.mdx", "docs.json"))
    .split("\n")
    .filter((line) => /^[+-](?![+-])/.test(line));
  expect(changed).toEqual([
    '-    "pages": ["index", "guides/watering", "guides/light"]',
    '+    "pages": ["index", "guides/light", "guides/watering"]',
    "-Water the plants every morning.",
    "-Never at *noon*.",
    "+![A green leaf](/images/green-leaf.png)Water the plants every morning.",
    "+Never at *noon*. Ask first.",
    "-| Cactus  | month |",
    "+| Cactus  | months |",
    '-<Card title="Tools" icon="wrench"',
    '+<Card title="All tools" icon="wrench"',
    "-setInterval(water, 86400)",
    "+setInterval(water, 86400) // seconds",
  ]);
  const added = await git("diff", "--name-status", before, "main");
  expect(added).toContain("A\timages/green-leaf.png");
  expect(await git("log", "-1", "--format=%an <%ae>", "main^2")).toBe("Ada <ada@example.com>\n");

  const site = await context.newPage();
  await vi.waitFor(
    async () => {
      await site.goto(`${dashboard.url.replace("127.0.0.1", "plants.localhost")}/guides/watering`);
      expect(await site.locator("article").textContent()).toContain("Ask first.");
    },
    { timeout: 120_000, interval: 500 },
  );
  await site.close();
});

withSharedFolder("corpora", "edits a page of each corpus in a browser", (corpora) => {
  test("editing a sentence in a page of each corpus changes one line", async () => {
    await page.goto(`${dashboard.url}/dashboard/acme/plants/editor`);
    await page.waitForURL(/draft=drf_/);
    const draft = new URL(page.url()).searchParams.get("draft") ?? "";
    const { projects } = await page.evaluate(async () => {
      const me = await (await fetch("/v1/dashboard/me")).json();
      return (await fetch(`/v1/dashboard/organization/${me.organizations[0].id}/projects`)).json();
    });
    const address = `/v1/dashboard/project/${projects[0].id}/drafts/${draft}`;
    for (const corpus of listCorpora(corpora)) {
      const path = `corpora/${corpus.name}.mdx`;
      await page.evaluate(
        ([url, file, content]) =>
          fetch(`${url}/file`, {
            method: "POST",
            headers: { "content-type": "application/json", "x-lectern-dashboard": "1" },
            body: JSON.stringify({ path: file, text: content }),
          }),
        [address, path, corpus.text] as const,
      );
      await page.goto(`${dashboard.url}/dashboard/acme/plants/editor?${new URLSearchParams({ draft, page: path })}`);
      await text(page).waitFor();
      await typeAfter(page, text(page).locator(":scope > p").first(), " Really.");
      const now = await vi.waitFor(async () => {
        const read = await page.evaluate(
          async ([url, file]) =>
            (await (await fetch(`${url}/file?path=${encodeURIComponent(file)}`)).json()).text as string,
          [address, path] as const,
        );
        expect(read).toContain(" Really.");
        return read;
      }, slowly);
      const [before, after] = [corpus.text.split("\n"), now.split("\n")];
      expect(after.length).toBe(before.length);
      const changed = after.filter((line, index) => line !== before[index]);
      expect(changed, path).toEqual([expect.stringContaining(" Really.")]);
    }
  });
});

/** The first page of each corpus that starts with a paragraph. */
function listCorpora(folder: string): { name: string; text: string }[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap(({ name }) => {
    const pages = globSync(`${join(folder, name)}/**/*.mdx`).sort();
    const found = pages
      .map((file) => readFileSync(file, "utf8"))
      .find((each) => /\n---\n\n[A-Z][^<{\n]+\n\n/.test(each));
    return found === undefined ? [] : [{ name, text: found }];
  });
}

let eve: Page;

test("a writer's first hour goes from the invitation to the published page and back to an earlier version", async () => {
  await page.goto(`${dashboard.url}/dashboard/acme/-/settings?tab=members`);
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  await page.getByLabel("Email").fill("eve@example.com");
  await page.getByRole("dialog").getByLabel("Role").selectOption("editor");
  await page.getByRole("button", { name: "Create invitation" }).click();
  const link = (await page.getByRole("dialog").locator("pre").textContent()) ?? "";
  const other = await dashboard.browser.newContext({ viewport: { width: 1440, height: 900 } });
  ({ page: eve } = await newPage(other));
  await eve.goto(link);
  await eve.getByLabel("Name").fill("Eve");
  await eve.getByLabel("Password").fill(password);
  await eve.getByRole("button", { name: "Create account" }).click();
  await eve.getByRole("heading", { name: "Projects" }).waitFor();
  await eve.getByRole("link", { name: "Plants" }).first().click();
  await eve.getByRole("link", { name: "Edit docs" }).click();
  await eve.waitForURL(/draft=drf_/);
  await openEditor(eve, "Light");

  await typeAfter(eve, text(eve).getByText("Most plants like light."), " Eve knows.");
  await eve.keyboard.press("Enter");
  await eve.keyboard.type("/tip");
  await eve.getByRole("option", { name: /^Tip/ }).waitFor();
  await eve.keyboard.press("Enter");
  await eve.keyboard.type("Turn them every week.");
  await eve.getByRole("button", { name: "Settings of Tip" }).click();
  const settingsOfTip = eve.getByRole("complementary", { name: "Settings of Tip" });
  await settingsOfTip.getByRole("combobox", { name: /^icon ?optional/ }).fill("nosuchicon");
  await eve.getByRole("button", { name: "1 problem" }).click();
  await eve.getByRole("menuitem", { name: /nosuchicon/ }).click();
  await text(eve).getByText("Turn them every week.").click();
  await eve.getByRole("button", { name: "Settings of Tip" }).click();
  await settingsOfTip.getByRole("combobox", { name: /^icon ?optional/ }).fill("drople");
  await settingsOfTip.getByRole("option", { name: "droplet" }).first().click();
  await settingsOfTip.getByRole("button", { name: "Close" }).click();
  await text(eve).locator(".look-callout svg").waitFor();
  await eve.getByRole("button", { name: "1 problem" }).waitFor({ state: "detached" });
  await eve.getByRole("button", { name: "Preview", exact: true }).click();
  await preview(eve).getByText("Turn them every week.").waitFor();
  await saved(eve);
  expect(await violations(eve)).toEqual([]);

  await eve.getByRole("button", { name: "Publish", exact: true }).click();
  const dialog = eve.getByRole("dialog");
  await dialog.getByLabel("Title").waitFor();
  expect(await dialog.innerText()).not.toMatch(/commit|branch|\bmain\b/i);
  await dialog.getByRole("button", { name: "Publish", exact: true }).click();
  await eve.getByText("Published. Live in a few seconds.").waitFor();
  expect(await eve.evaluate(() => document.activeElement?.textContent)).toContain("Published.");
  const site = await other.newPage();
  const address = await eve.getByRole("link", { name: "View site" }).getAttribute("href");
  await vi.waitFor(
    async () => {
      await site.goto((address ?? "").replace("127.0.0.1", "plants.localhost"));
      expect(await site.locator("article").textContent()).toContain("Eve knows.");
    },
    { timeout: 120_000, interval: 500 },
  );
  await site.close();

  const published = eve.url();
  await eve.getByRole("button", { name: "Keep editing" }).click();
  await eve.waitForURL((url) => /draft=drf_/.test(url.href) && url.href !== published);
  await text(eve).getByText("Eve knows.").waitFor();
  await eve.getByRole("button", { name: "More actions" }).click();
  await eve.getByRole("menuitem", { name: "Page history" }).click();
  const versions = eve.getByRole("list", { name: "Versions of the page" }).getByRole("listitem");
  await versions.nth(1).locator("summary").click();
  await eve.getByRole("button", { name: "Restore this version" }).click();
  await text(eve).getByText("Eve knows.").waitFor({ state: "detached" });
  await eve.getByRole("button", { name: "Close page history" }).click();
  await versions.first().waitFor({ state: "detached" });
  await text(eve).click();
  await eve.keyboard.press("Control+z");
  await text(eve).getByText("Eve knows.").waitFor();
});

test("suggestions are written in a copy, survive a reload and change the page when they are accepted", async () => {
  await eve.getByRole("button", { name: "More actions" }).click();
  await eve.getByRole("menuitem", { name: "Suggest changes" }).click();
  await eve.getByText("You're suggesting.").waitFor();
  await typeAfter(eve, text(eve).getByText("Eve knows."), " Suggested.");
  await eve.getByRole("button", { name: "Discard", exact: true }).click();
  await eve.getByRole("dialog", { name: "Discard your suggestions?" }).getByRole("button", { name: "Cancel" }).click();
  await eve.reload();
  await text(eve).getByText("Suggested.").waitFor();
  await eve.getByRole("button", { name: "Send suggestions" }).click();
  const suggestion = eve.getByRole("article", { name: "Suggestion by Eve" });
  await suggestion.waitFor();
  expect(await text(eve).getByText("Suggested.").count()).toBe(0);
  await suggestion.getByRole("button", { name: "Accept" }).click();
  await text(eve).getByText("Eve knows. Suggested.").waitFor();

  await eve.getByRole("button", { name: "Comment on this page" }).click();
  await eve.getByRole("textbox", { name: "Comment", exact: true }).fill("@Ad");
  await eve.getByRole("button", { name: "@Ada" }).waitFor();
  await eve.keyboard.press("Enter");
  await eve.keyboard.type("please read it.");
  await eve.getByRole("button", { name: "Comment", exact: true }).click();
  await eve.getByText("@Ada please read it.").waitFor();
});

test("nothing is lost when the server dies while two people type on one page", async () => {
  await page.goto(`${dashboard.url}/dashboard/acme/plants/editor`);
  await page.waitForURL(/draft=drf_/);
  const earlier = page.url();
  // Tried again, because the menu closes if the page is still loading and takes the focus.
  await vi.waitFor(async () => {
    await page.getByRole("button", { name: /^Draft:/ }).click({ timeout: shortMilliseconds });
    await page.getByRole("menuitem", { name: "New draft" }).click({ timeout: shortMilliseconds });
  }, slowly);
  await page.waitForURL((url) => /draft=drf_/.test(url.href) && url.href !== earlier);
  await openEditor(page, "Light");
  await eve.goto(page.url());
  await text(eve).waitFor();
  await page.getByRole("list", { name: "People in this draft" }).getByText("Eve").waitFor();

  await typeAfter(page, text(page).getByText("Most plants like light."), " Ada was here.");
  await text(eve).getByText("Ada was here.").waitFor();
  await eve.getByRole("button", { name: "Source", exact: true }).click();
  await eve.getByText("title: Light").waitFor();

  await dashboard.restart();
  await eve.locator(".cm-content").click();
  await eve.keyboard.press("Control+End");
  await eve.keyboard.type("Eve was here.");
  await text(page).getByText("Eve was here.").waitFor();
  await saved(page);
  await saved(eve);
  await page.reload();
  await text(page).getByText("Ada was here.").waitFor();
  await text(page).getByText("Eve was here.").waitFor();
  await eve.getByRole("button", { name: "Visual", exact: true }).click();
  await text(eve).getByText("Eve was here.").waitFor();
  expect(await violations(eve)).toEqual([]);
});

test("the editor tests caused no policy violations and no exceptions", () => {
  expect(faults.filter((fault) => !/WebSocket|ERR_CONNECTION_REFUSED/.test(fault))).toEqual([]);
});
