import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import type { Browser, BrowserContextOptions } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { openPromise } from "yauzl";
import { temporaryFolder, temporaryProject, writeFiles } from "../site/temporary-folder.ts";
import { hasBrowser } from "../support/has-browser.ts";
import { launchBrowser, stepMilliseconds } from "../support/launch-browser.ts";
import { slow } from "../support/slow.ts";
import { violations } from "../support/violations.ts";
import { lectern, RunningLectern } from "./lectern.ts";

vi.setConfig(slow);

const settings = {
  theme: "mint",
  name: "Kettle",
  colors: { primary: "#16A34A" },
  contextual: { options: ["copy", "assistant"] },
  navigation: { pages: ["index", "guides/timers", "chat", "staff"] },
};
const project = {
  "docs.json": JSON.stringify(settings),
  "index.mdx": "---\ntitle: Welcome\n---\n\nBoil water.\n\n```sh\nkettle boil\n```\n",
  "guides/timers.mdx": "---\ntitle: Timers\n---\n\nOverview.\n\n## Create a timer\n\nTurn the walrus dial.\n",
  "chat.mdx": "---\ntitle: Ask us\nmode: assistant\n---\n\nWrite to us about the walrus.\n",
  "draft.mdx": "---\ntitle: Draft\nhidden: true\n---\n\nThe hidden walrus.\n",
  "quiet.mdx": "---\ntitle: Quiet\nnoindex: true\n---\n\nThe quiet walrus.\n",
  "staff.mdx": "---\ntitle: Staff\ngroups: [staff]\n---\n\nThe walrus of the staff.\n",
};

const work = mkdtempSync(join(tmpdir(), "lectern-build-test-"));
const source = join(work, "project");
const out = join(work, "out");
const zip = join(work, "site.zip");
let building: RunningLectern;
let server: Server;
let url: string;
let browser: Browser | undefined;

beforeAll(async () => {
  writeFiles(source, project);
  building = new RunningLectern({ LECTERN_DATA: work }, ["build", source, "--out", out, "--zip", zip]);
  await building.ended;
  server = serveFolder(out);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  building.kill();
  await browser?.close();
  server.closeAllConnections();
  server.close();
  rmSync(work, { recursive: true, force: true });
});

function build(...options: string[]) {
  return lectern({ LECTERN_DATA: work }, "build", source, ...options);
}

/** Serves a folder like a static host, with pages available without their extension. */
function serveFolder(folder: string): Server {
  const types: Record<string, string> = { html: "text/html", js: "text/javascript", css: "text/css" };
  return createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://host").pathname);
    const found = [path, `${path}.html`, join(path, "index.html")].find((name) => isFile(join(folder, name)));
    const name = found ?? "404.html";
    const type = types[name.split(".").at(-1) ?? ""] ?? "application/octet-stream";
    response.writeHead(found === undefined ? 404 : 200, { "content-type": type });
    response.end(readFileSync(join(folder, name)));
  });
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

async function read(path: string, options: BrowserContextOptions) {
  browser ??= await launchBrowser();
  const context = await browser.newContext(options);
  onTestFinished(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(stepMilliseconds);
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  const requested: string[] = [];
  page.on("request", (request) => requested.push(request.url()));
  await page.goto(url + path);
  return { page, problems, requested };
}

test.runIf(hasBrowser).each<[string, BrowserContextOptions]>([
  ["a desktop", { viewport: { width: 1440, height: 900 } }],
  ["a phone", { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: "dark" }],
])("on %s, search in a built folder works without a server and doesn't find hidden pages", async (_, options) => {
  const { page, problems, requested } = await read("/", options);
  expect(requested.some((address) => address.includes("/_lectern/search"))).toBe(false);
  await page.locator(".search-field").click();
  await page.getByRole("combobox", { name: "Search" }).fill("walrus");
  await page.getByRole("option", { name: /Turn the walrus dial/ }).waitFor();
  const titles = await page.locator(".row-title").allTextContents();
  expect(titles.toSorted()).toEqual(["Ask us", "Timers"]);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/guides\/timers#create-a-timer$/);
  expect(requested.filter((address) => address.includes("/_lectern/api") || !address.startsWith(url))).toEqual([]);
  expect(problems).toEqual([]);
});

test.runIf(hasBrowser)("a built folder contains no link to the assistant", async () => {
  for (const path of ["/", "/guides/timers", "/chat", "/nowhere"]) {
    const { page } = await read(path, {});
    expect(await page.getByRole("button", { name: /\bask\b/i }).count(), path).toBe(0);
    expect(await page.locator(".ask-button, [data-ask], .ask-code").count(), path).toBe(0);
  }
  expect(building.stdout).toContain("The assistant needs a Lectern server, so this site has none.");
  expect(building.stdout).toMatch(/which loads up to \d+ KB of its index/);
});

test("the zip file contains exactly the files of the folder, and building it again gives the same bytes", async () => {
  const archive = await openPromise(zip, { autoClose: false });
  const packed = new Map<string, Buffer>();
  for await (const entry of archive.eachEntry()) {
    packed.set(entry.fileName, await buffer(await archive.openReadStreamPromise(entry)));
  }
  archive.close();
  const written = readdirSync(out, { recursive: true })
    .map(String)
    .filter((path) => isFile(join(out, path)));
  expect([...packed.keys()].toSorted()).toEqual(written.toSorted());
  for (const [path, bytes] of packed) expect(bytes.equals(readFileSync(join(out, path))), path).toBe(true);
  const again = join(work, "again.zip");
  expect(await build("--zip", again, "--json")).toMatchObject({ exitCode: 0 });
  expect(readFileSync(again).equals(readFileSync(zip))).toBe(true);
});

test("a build needs an output, and a failed strict build leaves no zip file", async () => {
  expect(await build()).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("--out") });
  const file = join(work, "none.zip");
  const faulty = temporaryProject({ ...project, "index.mdx": "[gone](/gone)" });
  const failed = await lectern({ LECTERN_DATA: temporaryFolder() }, "build", faulty, "--zip", file, "--strict");
  expect([failed.exitCode, existsSync(file)]).toEqual([1, false]);
});

test("a listed page that is left out fails the command, after the rest of the site is written", async () => {
  const out = join(work, "partial");
  const broken = temporaryProject({ ...project, "guides/timers.mdx": "<Steps>", "draft.mdx": "<Steps>" });
  const { exitCode, stderr } = await lectern({ LECTERN_DATA: temporaryFolder() }, "build", broken, "--out", out);
  expect([exitCode, existsSync(join(out, "index.html"))]).toEqual([1, true]);
  expect(stderr).toContain("1 page of the navigation is not on the site; fix the errors above.");
});
