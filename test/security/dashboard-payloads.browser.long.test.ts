import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { pullRequestPageOperations } from "../../src/contract/pull-request-page-operations.ts";
import { anchorAt } from "../../src/editor/comments/anchors.ts";
import { openText } from "../../src/editor/draft-text.ts";
import { loadDoc } from "../../src/editor/shared-text.ts";
import { freePort } from "../../src/platform/free-port.ts";
import { commentPullRequest } from "../../src/pull-requests/comment-pull-request.ts";
import { openPullRequest } from "../../src/pull-requests/open-pull-request.ts";
import { pathOf } from "../contract/send.ts";
import {
  fillWithHostileContent,
  type HostileContent,
  hostile,
  hostileAddresses,
  hostileBranch,
  hostileSign,
} from "../dashboard/hostile-content.ts";
import { join, type Person } from "../dashboard/people.ts";
import { createDraftOf, createEditedProject } from "../editor/editor-files.ts";
import type { HostedProject } from "../support/hosted-project.ts";
import { launchBrowser, stepMilliseconds } from "../support/launch-browser.ts";
import { publishPages } from "../support/publish-pages.ts";
import { type Installation, type Node, startInstallation } from "../support/server.ts";
import { slow } from "../support/slow.ts";
import { textProcesses } from "../support/text-processes.ts";
import { payloads } from "./payloads.ts";
import { provoke, signsOn } from "./provoke.ts";

vi.setConfig(slow);

const raw = payloads.join("\n\n");
const settings = (name: string) =>
  JSON.stringify({ theme: "mint", name, colors: { primary: "#3b5bdb" }, navigation: { pages: ["index", "start"] } });
/** Git has no empty names of folders. */
const fileNames = payloads.map((payload) => `${payload.replaceAll(/\/+/g, "/").replace(/^\/|\/$/g, "")}.md`);

let lectern: Installation;
let node: Node;
let browser: Browser;
let person: Person;
let content: HostileContent;
let hosted: HostedProject;

beforeAll(async () => {
  lectern = await startInstallation("sqlite");
  const port = await freePort("127.0.0.1");
  [node, browser] = await Promise.all([lectern.startNode({ port }), launchBrowser()]);
  const { organizationId } = lectern.tenant;
  person = await join(lectern, organizationId, "admin", "admin@acme.test");
  content = await fillWithHostileContent(lectern, person);
  hosted = await createEditedProject(lectern, "hosted", {
    "docs.json": settings(hostile("site")),
    "index.mdx": `---\ntitle: ${JSON.stringify(hostile("title"))}\n---\n\n${raw}\n`,
    "start.md": `# Start\n\n${raw}\n`,
  });
});

afterAll(async () => {
  await browser?.close();
  await lectern?.stop();
});

/** A signed-in browser that ignores content security policies and can't change anything on the server. */
async function openPage(): Promise<Page> {
  const context = await browser.newContext({ bypassCSP: true, viewport: { width: 1440, height: 900 } });
  onTestFinished(() => context.close());
  context.setDefaultTimeout(stepMilliseconds);
  const [, value = ""] = /lectern\.session_token=([^;]+)/.exec(person.cookie) ?? [];
  await context.addCookies([{ name: "lectern.session_token", value, url: node.url, httpOnly: true, sameSite: "Lax" }]);
  await context.route("**", (route) => (route.request().method() === "GET" ? route.continue() : route.abort()));
  const page = await context.newPage();
  page.on("dialog", (dialog) => void dialog.dismiss());
  return page;
}

/** Shows an address and everything that its buttons open. Returns the signs that a payload has run. */
async function visit(page: Page, address: string): Promise<string[]> {
  await page.goto(address, { waitUntil: "load" });
  await page.getByText(hostileSign).first().waitFor({ state: "attached" });
  await page.locator("[aria-busy=true]").waitFor({ state: "detached" });
  // A button may lead to another page, so the signs are also collected before any is clicked.
  return [...(await signsOn(page)), ...(await provoke(page))];
}

test("the payloads run on a page that shows them as they are", async () => {
  const page = await openPage();
  await page.setContent(`<script>top.ran=1</script>${raw}`);
  expect(await provoke(page)).toEqual(expect.arrayContaining(["hacked", "ran", "IMG onerror=top.hacked=1"]));
});

test("no payload runs on any page of the dashboard", async () => {
  const page = await openPage();
  for (const address of hostileAddresses(node.url, lectern, content)) {
    expect([address, await visit(page, address)]).toEqual([address, []]);
  }
});

test("no payload runs in the diff, the file names, the comments or the rendered pages of a pull request", async () => {
  const { database, queue, objects } = lectern.node;
  const { clock } = lectern;
  const deps = { database, queue, objects, clock, repositoriesFolder: `${lectern.storage.dataFolder}/repositories` };
  const { project } = hosted;
  const changed = raw.replaceAll("hacked", "top.hacked");
  await hosted.commit(
    hostileBranch,
    { "start.md": `# Start\n\n${changed}\n`, ...Object.fromEntries(fileNames.map((name) => [name, "# Page\n"])) },
    hostile("commit"),
  );
  const request = { head: hostileBranch, base: "main", title: payloads.join(" ").slice(0, 200), labels: [] };
  const opened = { ...request, body: raw, draft: false, author: hostile("author") };
  const { number, headSha, baseSha } = await openPullRequest(deps, project, opened);
  const blob = await hosted.git("rev-parse", `${headSha}:start.md`);
  const place = { path: "start.md", side: "new" as const, line: 3, sha: headSha, blob, text: payloads[0] ?? "" };
  for (const body of payloads) {
    await database.transaction((tx) => commentPullRequest(deps, tx, project, { number, body, author: body, place }));
  }
  const publish = (branch: string, commitSha: string, html: string) =>
    publishPages(lectern, { project, branch, pages: { start: html }, commitSha });
  await publish("main", baseSha, `<p>Old.</p>${raw}`);
  await publish(
    hostileBranch,
    headSha,
    `<p>New.</p>${changed}${payloads.map((each) => `<div>${each}</div>`).join("")}`,
  );

  const page = await openPage();
  const address = `${node.url}/dashboard/${project.organizationId}/hosted/pulls/${number}`;
  await page.goto(address);
  await page.getByRole("button", { name: "Text", exact: true }).click();
  await page.getByRole("region", { name: "start.md", exact: true }).scrollIntoViewIfNeeded();
  await page.getByRole("region", { name: "start.md", exact: true }).getByRole("table").waitFor();
  expect([...(await signsOn(page)), ...(await provoke(page))]).toEqual([]);
  await page.goto(address);
  await page.getByRole("button", { name: "Rendered", exact: true }).click();
  await page.frameLocator('iframe[title="With these changes: /start"]').getByText("New.").waitFor();
  expect(await provoke(page)).toEqual([]);
  const params = { projectId: project.id, number: String(number) };
  for (const side of ["old", "new"]) {
    const search = new URLSearchParams({ path: "/start", side });
    await page.goto(`${node.url}${pathOf(pullRequestPageOperations.readRenderedPage, params)}?${search}`);
    expect(await page.getByText(side === "old" ? "Old." : "New.").count()).toBe(1);
    expect(await provoke(page)).toEqual([]);
  }
});

test("no payload runs in the editor, in comments or in suggestions", async () => {
  const { id: projectId, organizationId } = hosted.project;
  const draft = await createDraftOf(person, projectId, hostile("draft").slice(0, 100));
  const path = "start.md";
  const committed = `# Start\n\n${raw}\n`;
  const deps = { database: lectern.node.database, clock: lectern.clock, texts: textProcesses };
  const { state, text } = await openText(deps, { id: draft.draftId, organizationId }, { path, committed });
  const doc = loadDoc({ state, updates: [] });
  for (const body of payloads) {
    const start = text.indexOf(body);
    const anchor = anchorAt(doc, { start, end: start + body.length });
    for (const more of [{}, { anchor }, { anchor, replacement: `${body} ${body}` }]) {
      const reply = await person.call("addDraftComment", { params: draft, body: { path, body, ...more } });
      expect(reply.status).toBe(201);
    }
  }
  const page = await openPage();
  for (const name of [path, "index.mdx"]) {
    const search = new URLSearchParams({ draft: draft.draftId, page: name });
    await page.goto(`${node.url}/dashboard/${organizationId}/hosted/editor?${search}`);
    await page.locator("[contenteditable=true], .cm-content").first().waitFor();
    await page.locator("[aria-busy=true]").waitFor({ state: "detached" });
    expect([name, [...(await signsOn(page)), ...(await provoke(page))]]).toEqual([name, []]);
  }
});
