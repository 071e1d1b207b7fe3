import { readdirSync, readFileSync, rmSync } from "node:fs";
import { get } from "node:http";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { readEventStream } from "../../src/contract/event-stream.ts";
import { temporaryFolder, temporaryProject, writeFiles } from "../site/temporary-folder.ts";
import { hasBrowser } from "../support/has-browser.ts";
import { isRunning } from "../support/is-running.ts";
import { launchBrowser, stepMilliseconds } from "../support/launch-browser.ts";
import { slow } from "../support/slow.ts";
import { lectern, occupyPort, RunningLectern } from "./lectern.ts";

vi.setConfig(slow);

const settings = {
  theme: "mint",
  name: "Example",
  colors: { primary: "#16A34A" },
  navigation: { pages: ["index", "a"] },
  redirects: [{ source: "/old", destination: "/a" }],
};
const files = { "docs.json": JSON.stringify(settings), "index.mdx": "Home.", "a.mdx": "Ape." };

interface State {
  revision: string;
  changed: string[] | "all";
  errors: string[];
}

interface States {
  next(): Promise<State>;
  /** Skips earlier states: on a busy machine, the preview may read a file that is still empty while it is written. */
  until(isReached: (state: State) => boolean | Promise<boolean>): Promise<State>;
}

let browser: Browser | undefined;
afterAll(() => browser?.close());

async function openTab(): Promise<Page> {
  browser ??= await launchBrowser();
  const tab = await browser.newPage();
  tab.setDefaultTimeout(stepMilliseconds);
  onTestFinished(() => tab.close());
  return tab;
}

async function preview(project: Record<string, string> = files, ...options: string[]) {
  const folder = temporaryProject(project);
  const temporary = temporaryFolder();
  const variables = { LECTERN_DATA: temporaryFolder(), TMPDIR: temporary };
  const running = new RunningLectern(variables, ["dev", folder, "--port", "0", ...options]);
  onTestFinished(() => running.kill());
  await running.waitFor(() => running.stdout.includes("Ctrl+C to stop"));
  const url = /http:\/\/localhost:\d+/.exec(running.stdout)?.[0] ?? "";
  const page = async (path: string) => (await fetch(url + path)).text();
  const save = (changed: Record<string, string>) => writeFiles(folder, changed);
  return { folder, running, url, page, save, temporary };
}

/** Follows the events that the preview sends to the script in a page. */
async function follow(url: string): Promise<States> {
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  const reply = await fetch(`${url}/_lectern/preview/events`, { signal: leaving.signal });
  const states = readEventStream(reply);
  const next = async () => (await states.next()).value?.data as State;
  return {
    next,
    async until(isReached) {
      for (;;) {
        const state = await next();
        if (await isReached(state)) return state;
      }
    },
  };
}

test("a saved page is shown, only open copies of it reload, and added and removed pages and folders are noticed", async () => {
  const { folder, url, page, save, running } = await preview();
  expect(await page("/a")).toContain("Ape.");
  const states = await follow(url);
  const first = await states.next();
  expect(first).toMatchObject({ changed: "all", errors: [] });
  save({ "a.mdx": "Bee." });
  const saved = await states.until(async () => (await page("/a")).includes("Bee."));
  expect(saved).toMatchObject({ changed: ["/a"], errors: [] });
  expect(saved.revision).not.toBe(first.revision);
  await running.waitFor(() => running.stdout.includes("1 page changed"));

  save({ "new/folder/page.mdx": "New." });
  const shows = (text: string) => async () => (await page("/new/folder/page")).includes(text);
  await states.until(shows("New."));
  save({ "new/folder/page.mdx": "Newer." });
  expect((await states.until(shows("Newer."))).changed).toEqual(["/new/folder/page"]);
  rmSync(join(folder, "new"), { recursive: true });
  const isGone = async () => (await fetch(`${url}/new/folder/page`)).status === 404;
  expect((await states.until(isGone)).changed).toBe("all");
});

test("dev --groups shows the site as members of a group see it, and broken links are reported", async () => {
  const project = { ...files, "a.mdx": "---\ngroups: [staff]\n---\n\nFor us.", "index.mdx": "[x](/nowhere)" };
  const { page, running } = await preview(project, "--groups", "staff, partners");
  expect(await page("/a")).toContain("For us.");
  expect(running.stderr).toBe("warning: index.mdx:1: links to /nowhere, but there is no such page\n");
});

test("while the settings are invalid, the preview keeps the last site and the terminal shows the problem", async () => {
  const { url, page, save, running } = await preview();
  const states = await follow(url);
  await states.next();
  save({ "docs.json": "{" });
  const broken = await states.until(({ errors }) => errors.some((error) => error.startsWith("docs.json:1:2")));
  expect(broken.errors).toEqual([expect.stringContaining("is not valid JSON")]);
  expect(await page("/a")).toContain("Ape.");
  await running.waitFor(() => /^error: docs\.json:1/m.test(running.stderr));
  save({ "docs.json": files["docs.json"] });
  await states.until(({ errors }) => errors.length === 0);
  await running.waitFor(() => running.stdout.includes("1 problem fixed"));
});

test("the preview of a project that cannot be built shows why, until it can be built", async () => {
  const { url, save } = await preview({ ...files, "docs.json": "{" });
  const empty = await fetch(`${url}/`);
  expect(empty.status).toBe(503);
  expect(empty.headers.get("content-security-policy")).toContain("script-src localhost");
  const states = await follow(url);
  expect((await states.next()).errors.length).toBe(1);
  save({ "docs.json": files["docs.json"] });
  expect((await states.until(({ errors }) => errors.length === 0)).changed).toBe("all");
  expect((await fetch(`${url}/`)).status).toBe(200);
});

test("a preview serves pages like a published site, refuses other host names, and leaves no process and no folder", async () => {
  const { url, running, temporary } = await preview();
  const follows = (path: string) => fetch(url + path, { redirect: "manual" });
  expect((await follows("/a.html")).headers.get("location")).toBe("/a");
  expect((await follows("/old")).status).toBe(308);
  expect((await follows("/none")).status).toBe(404);
  const policy = (await follows("/a")).headers.get("content-security-policy");
  expect(policy).toContain(`script-src ${new URL(url).host}/_lectern/;`);
  const status = await new Promise((resolve) => {
    get(`${url}/`, { headers: { host: "evil.example" } }, (response) => resolve(response.statusCode));
  });
  expect(status).toBe(421);

  const { pid = 0 } = running.process;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").map(Number);
  expect(children.length).toBeGreaterThan(0);
  expect(readdirSync(temporary)).not.toEqual([]);
  expect(await running.stop()).toBe(0);
  expect(readdirSync(temporary)).toEqual([]);
  expect(children.filter(isRunning)).toEqual([]);
});

test.runIf(hasBrowser)(
  "an open browser shows saved changes, and an error covers the page until it is fixed",
  async () => {
    const { url, save } = await preview();
    const tab = await openTab();
    const faults: string[] = [];
    tab.on("console", (message) => {
      if (message.type() === "error") faults.push(message.text());
    });
    await tab.goto(`${url}/a`);
    save({ "a.mdx": "Bee." });
    await tab.getByText("Bee.").waitFor();
    save({ "index.mdx": "<Note>never closed" });
    const overlay = tab.getByRole("alert");
    await overlay.getByText("index.mdx:1").waitFor();
    await overlay.getByRole("button", { name: "Close" }).click();
    expect(await overlay.count()).toBe(0);
    save({ "index.mdx": "<Note>still not closed" });
    await overlay.waitFor();
    save({ "index.mdx": "Mended." });
    await overlay.waitFor({ state: "detached" });
    expect(faults).toEqual([]);
  },
);

test.runIf(hasBrowser)(
  "search and the assistant of a preview use the last saved pages that the chosen groups may see",
  async () => {
    const project = {
      ...files,
      "a.mdx": "# Ape\n\nAn ape climbs the tallest tree.",
      "staff.mdx": "---\ngroups: [staff]\n---\n\nThe badger sleeps in the cellar.",
      "board.mdx": "---\ngroups: [board]\n---\n\nThe walrus counts the money.",
      "docs.json": JSON.stringify({ ...settings, navigation: { pages: ["index", "a", "staff", "board"] } }),
    };
    const { url, save, page: read } = await preview(project, "--groups", "staff");
    const tab = await openTab();
    await tab.goto(`${url}/`);
    await tab.keyboard.press("Control+k");
    const field = tab.getByRole("combobox", { name: "Search" });
    const option = (name: RegExp) => tab.getByRole("option", { name }).first();
    await field.fill("badger");
    await option(/cellar/).waitFor();
    await field.fill("tallest");
    await option(/climbs/).waitFor();
    await field.fill("walrus");
    await tab.getByText("No results").waitFor();
    const states = await follow(url);
    save({ "a.mdx": "# Ape\n\nAn ape plays the trombone." });
    await states.until(async () => (await read("/a")).includes("trombone"));
    await field.fill("trombone");
    await option(/plays/).waitFor();
    await field.fill("What does an ape play?");
    await option(/Ask/).click();
    const panel = tab.getByRole("dialog", { name: "Ask Example" });
    await panel.getByText("An ape plays the trombone.").first().waitFor();
    await panel.getByRole("button", { name: "Helpful", exact: true }).click();
    await panel.getByPlaceholder(/./).last().waitFor();
    const asked = (origin: string) => fetch(`${url}/_lectern/api/token`, { method: "POST", headers: { origin } });
    expect([(await asked(url)).status, (await asked("http://evil.example")).status]).toEqual([200, 403]);
  },
);

test("Ctrl+C stops a preview during its first build", async () => {
  const slow = { ...files, "a.mdx": `${">".repeat(50_000)} a` };
  const folder = temporaryProject(slow);
  const running = new RunningLectern({ LECTERN_DATA: temporaryFolder(), TMPDIR: temporaryFolder() }, ["dev", folder]);
  onTestFinished(() => running.kill());
  const { pid = 0 } = running.process;
  // Once child processes exist, the build is running and Ctrl+C is handled.
  await running.waitFor(() => readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim() !== "");
  expect(await running.stop()).toBe(0);
  expect(running.stdout).toBe("");
});

test("a port in use and a missing folder are reported in one sentence", async () => {
  const variables = { LECTERN_DATA: temporaryFolder() };
  const taken = await lectern(variables, "dev", temporaryProject(files), "--port", await occupyPort());
  expect(taken).toMatchObject({ exitCode: 1, stderr: expect.stringMatching(/^Port \d+ is in use; [^\n]+\.\n$/) });
  const nameless = await lectern(variables, "dev", temporaryProject(files), "--groups", "staff,,partners");
  expect(nameless).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("comma-separated") });
  const missing = await lectern(variables, "dev", "nowhere");
  expect(missing).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(/^Folder not found: nowhere;[^\n]+\n$/),
  });
});
