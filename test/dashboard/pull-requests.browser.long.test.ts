import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { listAuditEntries } from "../../src/activity/audit/store.ts";
import { freePort } from "../../src/platform/free-port.ts";
import { commentPullRequest } from "../../src/pull-requests/comment-pull-request.ts";
import { putStatus } from "../../src/pull-requests/comment-store.ts";
import { getPullRequest } from "../../src/pull-requests/get-pull-request.ts";
import { openPullRequest } from "../../src/pull-requests/open-pull-request.ts";
import { expectError } from "../contract/expect-reply.ts";
import { send } from "../contract/send.ts";
import { createTestHostedProject, type HostedProject } from "../support/hosted-project.ts";
import { launchBrowser } from "../support/launch-browser.ts";
import { publishPages } from "../support/publish-pages.ts";
import { type Installation, type Node, startInstallation } from "../support/server.ts";
import { slow } from "../support/slow.ts";
import { violations } from "../support/violations.ts";
import { newPage } from "./dashboard-browser.ts";
import { type IdentityProvider, startIdentityProvider } from "./identity-provider.ts";
import { inviteByLink, join, type Person, password } from "./people.ts";

vi.setConfig(slow);

const start = `---
title: Start
---

# Start

Lectern publishes documentation from git. Install it with one command, and look at the page in your browser.

\`\`\`js
const port = 3000; // the default
listen(port);
\`\`\`

## Next

Read the guide.
`;
const body = `Two pages said the same thing. This says it **once**.

## What changed

- \`start.mdx\` names the port
- the guide is [moved](https://example.com/guide)

| Page | Lines |
| --- | --- |
| start | 3 |

<script>alert(1)</script> <img src=x onerror=alert(2)> [bad](javascript:alert(3))
`;
const changed = {
  "start.mdx": start.replace("3000", "8080").replace("one command", "a single command").replace("Read", "Now read"),
  "old-guide.mdx": undefined,
  "guides/first/guide.mdx": "# Guide\n\nOne.\n\nTwo.\n",
  "guides/second.mdx": "# Second\n",
  "guides/third.mdx": "# Third\n",
  "guides/fourth.mdx": "# Fourth\n",
  "docs.json": '{ "name": "The handbook" }',
};

let lectern: Installation;
let node: Node;
let provider: IdentityProvider;
let hosted: HostedProject;
let browser: Browser;
let editor: Person;
let viewer: Person;
let count = 0;

beforeAll(async () => {
  const port = await freePort("127.0.0.1");
  lectern = await startInstallation("sqlite");
  const callback = `http://127.0.0.1:${port}/dashboard/auth/oauth2/callback/oidc`;
  provider = await startIdentityProvider([callback], lectern.clock);
  [node, browser] = await Promise.all([lectern.startNode({ port, oidc: provider.settings }), launchBrowser()]);
  const { organizationId } = lectern.tenant;
  hosted = await createTestHostedProject({
    ...depsOf(),
    url: node.url,
    domain: "handbook",
    files: { "start.mdx": start, "docs.json": '{ "name": "Handbook" }', "old-guide.mdx": "# Guide\n\nOne.\n\nTwo.\n" },
    organizationId,
  });
  editor = await join(lectern, organizationId, "editor", "editor@acme.test");
  viewer = await join(lectern, organizationId, "viewer", "viewer@acme.test");
});
afterAll(async () => {
  await browser?.close();
  await lectern?.stop();
  await provider?.close();
});

function depsOf() {
  const { database, queue, objects } = lectern.node;
  const repositoriesFolder = `${lectern.storage.dataFolder}/repositories`;
  return { database, queue, objects, clock: lectern.clock, repositoriesFolder };
}

/** Opens a pull request that changes the files. */
async function open(files: Record<string, string | undefined>, draft = false) {
  count += 1;
  const head = `change-${count}`;
  await hosted.commit(head, files, "Say it once\n\nTwo pages said the same.");
  const request = { head, base: "main", title: "Say it <once>", body, labels: ["docs"], draft, author: "Ada" };
  const { number, headSha } = await openPullRequest(depsOf(), hosted.project, request);
  const path = `/dashboard/${hosted.project.organizationId}/handbook/pulls/${number}`;
  return { number, headSha, path, params: { projectId: hosted.project.id, number: String(number) } };
}

const statusOf = async (number: number) => (await getPullRequest(depsOf(), hosted.project, number)).status;

interface Visit {
  person?: Person | undefined;
  width?: number;
  scheme?: "light" | "dark";
}

async function visit(path: string, { person, width = 1440, scheme = "light" }: Visit = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: scheme });
  onTestFinished(() => context.close());
  if (person !== undefined) {
    const [, value = ""] = /lectern\.session_token=([^;]+)/.exec(person.cookie) ?? [];
    const cookie = { name: "lectern.session_token", value, url: node.url, httpOnly: true, sameSite: "Lax" } as const;
    await context.addCookies([cookie]);
  }
  const { page } = await newPage(context);
  await page.goto(node.url + path);
  return page;
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

describe("the page of a pull request", () => {
  test("the page of a pull request fits a phone and a desktop in both themes, and passes axe", async () => {
    const { path, number, headSha } = await open(changed);
    const { database, clock } = depsOf();
    const status = { commit: headSha, context: "lectern/preview", url: "https://preview.acme.test" };
    const description = "The preview is published.";
    await putStatus(database.query, hosted.project.id, { ...status, state: "success", description }, clock.now());
    const comment = { number, body: "Looks **good**. <script>alert(4)</script>", author: "Grace Hopper" };
    await database.transaction((tx) => commentPullRequest(depsOf(), tx, hosted.project, comment));
    for (const { width, scheme } of [
      { width: 390, scheme: "light" },
      { width: 1440, scheme: "dark" },
    ] as const) {
      const page = await visit(path, { person: editor, width, scheme });
      await page.getByRole("heading", { level: 1, name: "Say it <once>" }).waitFor();
      await page.getByRole("link", { name: "lectern/preview" }).waitFor();
      expect(await page.getByRole("article").textContent()).toContain("Looks good. <script>alert(4)</script>");
      expect(await page.getByRole("navigation", { name: "Files" }).isVisible()).toBe(width >= 1024);
      const caption = width < 1200 ? "Changes, one line after the other" : "Before and after, side by side";
      for (const path of Object.keys(changed).filter((each) => !/guide\.mdx$/.test(each))) {
        const file = page.getByRole("region", { name: path, exact: true });
        await file.scrollIntoViewIfNeeded();
        await file.getByRole("table", { name: caption }).waitFor();
      }
      await page.getByRole("region", { name: "guides/first/guide.mdx" }).scrollIntoViewIfNeeded();
      await page.getByText("Renamed without changes.").waitFor();
      await page.getByText("renamed, 100% unchanged").waitFor();
      await page.getByText("3000", { exact: true }).first().waitFor();
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
      expect(await violations(page)).toEqual([]);
    }
  });

  test("the page of a pull request shows HTML in Markdown as text", async () => {
    const { path } = await open({ "start.mdx": start.replace("3000", "8080") });
    const page = await visit(path, { person: editor });
    await page.getByText("<script>alert(1)</script>").waitFor();
    expect(await page.locator("main script, main img, a[href^='javascript']").count()).toBe(0);
    expect(await page.getByRole("link", { name: "moved" }).getAttribute("href")).toBe("https://example.com/guide");
  });

  test("a pull request can be merged on its page, which then says who merged it", async () => {
    const { number, path } = await open({ "merged.mdx": "# Merged\n" });
    const page = await visit(path, { person: editor });
    await button(page, "Merge and publish").click();
    const question = page.getByRole("dialog", { name: "Merge and publish to handbook.sites.lectern.test" });
    await question.getByText("become part of the published docs, and readers see them").waitFor();
    await button(page, "Cancel").click();
    expect(await statusOf(number)).toBe("open");
    await button(page, "Merge and publish").click();
    await question.getByRole("button", { name: "Merge and publish" }).click();
    await page.getByText("Merged by editor.").waitFor();
    expect(await statusOf(number)).toBe("merged");
    expect(await hosted.git("show", "main:merged.mdx")).toBe("# Merged");
  });

  test("a pull request can be closed, reopened and made ready on its page, with audit entries", async () => {
    const { number, path } = await open({ "draft.mdx": "# Draft\n" }, true);
    const page = await visit(path, { person: editor });
    await button(page, "Mark as ready").click();
    await button(page, "Merge and publish").waitFor();
    await button(page, "Close").click();
    await page.getByText("Closed by editor.").waitFor();
    await button(page, "Reopen").click();
    await button(page, "Close").waitFor();
    expect(await statusOf(number)).toBe("open");
    const entries = await listAuditEntries(lectern.node.database.query, hosted.project.organizationId, { limit: 3 });
    for (const entry of entries.slice(0, 3)) {
      expect(entry).toMatchObject({
        action: "changePullRequest",
        actor: { kind: "member", name: "editor@acme.test" },
        details: { number: String(number) },
      });
    }
  });

  test("a comment can be added on the page of a pull request", async () => {
    const { path } = await open({ "commented.mdx": "# Commented\n" });
    const page = await visit(path, { person: editor });
    await page.getByLabel("Add a comment").fill("Is this *still* true?");
    await button(page, "Comment").click();
    await page.getByRole("article").getByText("Is this still true?").waitFor();
    expect(await page.getByLabel("Add a comment").inputValue()).toBe("");
  });

  test("a comment on a line can be answered, edited, resolved, reopened and deleted", async () => {
    const { path, params } = await open({ "start.mdx": start.replace("3000", "8080") });
    const page = await visit(path, { person: editor });
    const file = page.getByRole("region", { name: "start.mdx", exact: true });
    await file.scrollIntoViewIfNeeded();
    await file.getByRole("button", { name: "Comment on line 10", exact: true }).click();
    await file.getByRole("textbox", { name: "Comment on line 10" }).fill("Why **this** port?");
    await file.getByRole("button", { name: "Comment", exact: true }).click();
    const thread = file.getByRole("region", { name: "Thread by editor" });
    await thread.getByText("Why this port?").waitFor();
    await thread.getByRole("button", { name: "Reply" }).click();
    await thread.getByRole("textbox", { name: "Reply" }).fill("It is free.");
    await thread.getByRole("button", { name: "Reply" }).click();
    await thread.getByText("It is free.").waitFor();
    await thread.getByRole("button", { name: "Actions for the comment by editor" }).first().click();
    await page.getByRole("menuitem", { name: "Edit" }).click();
    await thread.getByLabel("Edit comment").fill("Which port?");
    await thread.getByRole("button", { name: "Save" }).click();
    await thread.getByText("Which port?").waitFor();
    await thread.getByRole("button", { name: "Resolve" }).click();
    await thread.getByText("Resolved by editor").waitFor();
    expect(await thread.getByText("It is free.").count()).toBe(0);
    await thread.getByRole("button", { name: "Show" }).click();
    await thread.getByRole("button", { name: "Reopen thread" }).click();
    await thread.getByRole("button", { name: "Resolve" }).waitFor();
    await thread.getByRole("button", { name: "Actions for the comment by editor" }).last().click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expect.poll(() => thread.getByText("It is free.").count()).toBe(0);
    await hosted.commit(`change-${count}`, { "start.mdx": start.replace("3000", "9090") });
    await page.reload();
    await page.getByText("Outdated").waitFor();
    const { comments } = JSON.parse((await viewer.call("readPullRequest", { params })).text);
    expect(comments).toEqual([
      expect.objectContaining({ body: "Which port?", place: expect.objectContaining({ isOutdated: true }) }),
    ]);
  });

  test("a pull request can't be merged before the reviews that the branch requires", async () => {
    const { path, number } = await open({ "reviewed.mdx": "# Reviewed\n" });
    const rules = (requiredApprovals: number) =>
      lectern.node.database.query
        .updateTable("projects")
        .set({ branchRules: JSON.stringify({ requiredApprovals }) })
        .where("id", "=", hosted.project.id)
        .execute();
    await rules(1);
    onTestFinished(async () => void (await rules(0)));
    const page = await visit(path, { person: editor });
    await page.getByText("1 more approval required.").waitFor();
    expect(await button(page, "Merge and publish").count()).toBe(0);
    const review = async (verdict: string, text: string) => {
      await button(page, "Review").click();
      await page.getByLabel(verdict).check();
      await page.getByRole("dialog").getByRole("textbox").fill(text);
      await button(page, "Submit review").click();
    };
    await review("Request changes", "Say *what* was reviewed.");
    await page.getByText("editor requested changes.").waitFor();
    await page.getByText("Say what was reviewed.").waitFor();
    await review("Approve", "");
    await page.getByText("1 of 1 required approval.").waitFor();
    await button(page, "Merge and publish").waitFor();
    expect(await violations(page)).toEqual([]);
    await hosted.commit(`change-${count}`, { "reviewed.mdx": "# Reviewed again\n" });
    await page.reload();
    await page.getByText("Doesn't count: there are newer changes.").waitFor();
    await page.getByText("1 more approval required.").waitFor();
    expect(await statusOf(number)).toBe("open");
  });

  test("a pull request with 961 edits in 88 files opens with few elements and loads files on scrolling", async () => {
    const word = (line: number, name: string) => `Line ${line} says ${name}.`;
    const text = (edits: number, name: string) =>
      Array.from({ length: edits * 10 }, (_, line) => word(line, line % 10 === 0 ? name : "nothing")).join("\n\n");
    const files = Array.from({ length: 88 }, (_, index) => ({
      path: `guides/part-${index % 8}/page-${index}.mdx`,
      edits: index < 81 ? 11 : 10,
    }));
    expect(files.reduce((sum, { edits }) => sum + edits, 0)).toBe(961);
    await hosted.commit("main", Object.fromEntries(files.map(({ path, edits }) => [path, text(edits, "partner")])));
    const { path, number } = await open(
      Object.fromEntries(files.map(({ path: file, edits }) => [file, text(edits, "affiliate")])),
    );
    const rows = Array.from({ length: 961 }, (_, row) => `| page-${row}.mdx:${row} | partner | affiliate |`);
    const long = `Asked for:\n\n> rename\n\n| Where | Before | After |\n|---|---|---|\n${rows.join("\n")}`;
    await lectern.node.database.query
      .updateTable("pullRequests")
      .set({ body: long })
      .where("projectId", "=", hosted.project.id)
      .where("number", "=", number)
      .execute();
    const page = await visit(path, { person: editor });
    await page.getByText("88 files changed").waitFor();
    const elements = () => page.evaluate(() => document.querySelectorAll("*").length);
    await page.getByRole("button", { name: "Show all 961 rows" }).waitFor();
    expect(await elements()).toBeLessThan(2_000);
    const cell = page.getByRole("cell", { name: "affiliate" }).first();
    expect(await cell.evaluate((td) => td.getBoundingClientRect().height)).toBeLessThan(60);

    const last = page.getByRole("region", { name: "guides/part-7/page-87.mdx" });
    expect(await last.getByRole("table").count()).toBe(0);
    await page.getByLabel("Filter files").fill("page-87");
    await last.getByRole("table").waitFor();
    expect(await page.getByRole("region", { name: /^guides/ }).count()).toBe(1);
    await last.getByLabel("Viewed").check();
    await last.getByRole("table").waitFor({ state: "detached" });
    await page.getByLabel("Filter files").fill("");
    await page.getByText("1 of 88 viewed").waitFor();
    await button(page, "Collapse all").click();
    expect(
      await page
        .getByRole("region", { name: /^guides/ })
        .getByRole("table")
        .count(),
    ).toBe(0);
    await page.reload();
    await page.getByText("1 of 88 viewed").waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("k");
    const first = page.getByRole("region", { name: "guides/part-0/page-0.mdx" });
    await first.getByRole("button", { expanded: true }).waitFor();
    expect(await first.evaluate((section) => section.contains(document.activeElement))).toBe(true);
  });

  test("the page of a pull request compares the rendered pages, and says which are missing", async () => {
    const { path, number } = await open({ "rendered.mdx": "# Rendered\n" });
    const page = await visit(path, { person: viewer });
    await button(page, "Rendered").click();
    await page.getByText("The preview is being built.").waitFor();
    const { project } = hosted;
    const { headSha, baseSha } = await getPullRequest(depsOf(), project, number);
    const shared = "<p>Same.</p><ul><li>One</li><li>Two</li></ul>";
    const publish = (branch: string, commitSha: string, pages: Record<string, string>) =>
      publishPages(lectern, { project, branch, pages, commitSha });
    await publish("main", baseSha, { start: `${shared}<p>Between.</p><p>Old words.</p>`, gone: "<p>Gone.</p>" });
    const evil = "<script>document.body.innerHTML = 'pwned'</script><img src=x onerror=\"alert(1)\">";
    const next = `<p>Same.</p><ul><li>One</li><li>2</li></ul><p>Between.</p><p>New words.</p>${evil}`;
    await publish(`change-${count}`, headSha, { start: next, added: "<p>Added.</p>" });
    await page.reload();
    await button(page, "Rendered").click();
    await page.getByLabel("3 pages changed").selectOption("/start");
    await page.getByText("2 changes").waitFor();
    const after = page.frameLocator('iframe[title="With these changes: /start"]');
    const before = page.frameLocator('iframe[title="Published: /start"]');
    await after.locator(".lectern-added", { hasText: "New words." }).waitFor();
    await before.locator(".lectern-removed", { hasText: "Old words." }).waitFor();
    expect(await after.locator(".lectern-added").allTextContents()).toEqual(["2", "New words.", ""]);
    expect(await after.locator("script, [onerror]").count()).toBe(0);
    expect(
      await after
        .locator("p")
        .first()
        .evaluate((text) => getComputedStyle(text).color),
    ).toBe("rgb(0, 128, 128)");
    await button(page, "Next change").click();
    await button(page, "Next change").click();
    await page.getByText("Change 2 of 2").waitFor();
    await after.locator("#change-2:target").waitFor();
    await before.locator("#change-2:target").waitFor();
    await page.getByLabel("3 pages changed").selectOption("/added");
    await page.getByText("This page is new.").waitFor();
    await page.getByLabel("3 pages changed").selectOption("/gone");
    await page.getByText("This page was removed.").waitFor();
    expect(await violations(page)).toEqual([]);
  });

  test("a pull request can be opened for a pushed branch, with a title from its commit", async () => {
    const files = { "pushed.mdx": "# Pushed\n\nBy hand.\n" };
    await hosted.commit("pushed-by-hand", files, "Add a page by hand\n\nNobody asked.");
    const page = await visit(`/dashboard/${hosted.project.organizationId}/handbook/pulls`, { person: editor });
    await page.getByRole("link", { name: "Open pull request" }).first().click();
    await page.getByLabel("Branch").selectOption("pushed-by-hand");
    expect(await page.getByLabel("Title").inputValue()).toBe("Add a page by hand");
    expect(await page.getByLabel("Description").inputValue()).toBe("Nobody asked.");
    await page.getByText("No conflicts with main.").waitFor();
    await page.getByText("By hand.", { exact: true }).waitFor();
    expect(await violations(page)).toEqual([]);
    await button(page, "Open pull request").click();
    await page.getByRole("heading", { level: 1, name: "Add a page by hand" }).waitFor();
    await page.getByText("editor wants to publish these changes").waitFor();
    await page
      .getByRole("complementary", { name: "State" })
      .getByText("No conflicts with the published docs.")
      .waitFor();
    expect(await page.locator("main").innerText()).not.toMatch(/\b(main|branch(es)?|pushed-by-hand)\b/);
    await page.getByText("Branch and commits").click();
    await page.getByText("From pushed-by-hand to main.").waitFor();
    await button(page, "Review").click();
    expect(await page.getByLabel("Approve").count()).toBe(0);
  });

  test("the page of a pull request with conflicts names the files and offers no merge", async () => {
    const { number, path, params } = await open({ "start.mdx": start.replace("Lectern publishes", "We publish") });
    const moved = await editor.call("mergePullRequest", { params, body: { sha: "a".repeat(40) } });
    expectError(409, moved);
    expect(moved.text).toContain("newer changes than those you reviewed");
    await hosted.commit("main", { "start.mdx": start.replace("Lectern publishes", "It publishes") });
    const page = await visit(path, { person: editor });
    await page.getByText("The same lines have also changed in the published docs").waitFor();
    await page.getByRole("complementary", { name: "State" }).getByText("start.mdx").waitFor();
    expect(await button(page, "Merge and publish").count()).toBe(0);
    expectError(409, await editor.call("mergePullRequest", { params, body: {} }));
    expect(await statusOf(number)).toBe("open");
  });
});

describe("access to a pull request", () => {
  test("a viewer can see a pull request but not change it, and other organizations can't see it", async () => {
    const { path, params } = await open({ "secret.mdx": "# Hidden words\n" });
    const page = await visit(path, { person: viewer });
    await page.getByText("Only editors and admins can merge pull requests.").waitFor();
    for (const name of ["Merge and publish", "Close", "Comment", "Review", "Reply"]) {
      expect(await button(page, name).count()).toBe(0);
    }
    expectError(403, await viewer.call("changePullRequest", { params, body: { status: "closed" } }));
    expectError(403, await viewer.call("commentPullRequest", { params, body: { body: "No." } }));
    const stranger = await join(lectern, lectern.stranger.organizationId, "admin", "admin@zenith.test");
    expectError(404, await stranger.call("getPullRequest", { params }));
    expectError(404, await stranger.call("changePullRequest", { params, body: { status: "closed" } }));
    const theirs = await visit(path, { person: stranger });
    await theirs.getByRole("heading", { name: "Not found" }).waitFor();
  });

  test("signing in leads back to the page of the pull request", async () => {
    const { path } = await open({ "signed-in.mdx": "# Signed in\n" });
    const page = await visit(path);
    await page.getByLabel("Email").fill(viewer.email);
    await page.getByLabel("Password").fill(password);
    await button(page, "Sign in").click();
    await page.getByRole("heading", { name: "Say it <once>" }).waitFor();
    expect(new URL(page.url()).pathname).toBe(path);
  });

  test("an old link leads to the page of the pull request, even through the identity provider", async () => {
    const { number, path } = await open({ "old-link.mdx": "# Old link\n" });
    const token = await inviteByLink(lectern, hosted.project.organizationId, "viewer", "ada@acme.test");
    const page = await visit(`/git/handbook/pull/${number}`);
    await button(page, "Continue with Acme ID").click();
    await page.getByRole("heading", { name: "Not found" }).waitFor();
    await page.goto(`${node.url}/dashboard/join#${token}`);
    await page.getByRole("button", { name: /^Join as/ }).click();
    await page.waitForURL(/\/dashboard\/acme/);
    await page.context().clearCookies();
    await page.goto(`${node.url}/git/handbook/pull/${number}`);
    await button(page, "Continue with Acme ID").click();
    await page.getByRole("heading", { name: "Say it <once>" }).waitFor();
    expect(new URL(page.url()).pathname).toBe(path);
  });

  test("an old link does not reveal whether the pull request exists", async () => {
    for (const path of ["/git/handbook/pull/1", "/git/nothing/pull/1"]) {
      const reply = await send(node.url, { path });
      expect([reply.status, reply.headers.location]).toEqual([302, `/dashboard${path}`]);
    }
  });

  test.each(["//evil.test", "/\\evil.test", "https://evil.test", "/sign-in"])(
    "signing in does not lead to %s",
    async (to) => {
      const page = await visit(`/dashboard/sign-in?to=${encodeURIComponent(to)}`);
      await page.getByLabel("Email").fill(viewer.email);
      await page.getByLabel("Password").fill(password);
      await button(page, "Sign in").click();
      await page.getByRole("heading", { name: "Projects" }).waitFor();
      expect(new URL(page.url()).origin).toBe(node.url);
    },
  );
});
