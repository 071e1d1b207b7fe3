import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { listAuditEntries } from "../../src/platform/audit/store.ts";
import { revokeKey } from "../../src/keys/store.ts";
import { openPullRequest } from "../../src/pull-requests/open-pull-request.ts";
import { seePullRequest } from "../../src/pull-requests/see-pull-request.ts";
import { send } from "../contract/send.ts";
import { join } from "../dashboard/people.ts";
import { createTestHostedProject, type HostedProject } from "../support/hosted-project.ts";
import { launchBrowser, stepMilliseconds } from "../support/launch-browser.ts";
import { type Installation, publicUrl, startInstallation } from "../support/server.ts";
import { violations } from "../support/violations.ts";

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

let lectern: Installation;
let hosted: HostedProject;
let browser: Browser;
let count = 0;

beforeAll(async () => {
  lectern = await startInstallation("sqlite");
  hosted = await createTestHostedProject({
    ...depsOf(),
    url: publicUrl,
    domain: "handbook",
    files: { "start.mdx": start, "docs.json": '{ "name": "Handbook" }', "old-guide.mdx": "# Guide\n\nOne.\n\nTwo.\n" },
    organizationId: lectern.tenant.organizationId,
  });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await lectern?.stop();
});

function depsOf() {
  const { database, queue } = lectern.node;
  const repositoriesFolder = `${lectern.storage.dataFolder}/repositories`;
  return { database, queue, clock: lectern.clock, repositoriesFolder };
}

/** A pull request that changes `files`, and the path of its page. */
async function open(files: Record<string, string | undefined>, draft = false) {
  count += 1;
  const head = `change-${count}`;
  await hosted.commit(head, files, "Say it once\n\nTwo pages said the same.");
  const request = { head, base: "main", title: "Say it <once>", body, labels: ["docs"], draft, author: "Ada" };
  const { number } = await openPullRequest(depsOf(), hosted.project, request);
  return { number, path: `/git/handbook/pull/${number}` };
}

const changed = {
  "start.mdx": start.replace("3000", "8080").replace("one command", "a single command").replace("Read", "Now read"),
  "old-guide.mdx": undefined,
  "guides/first/guide.mdx": "# Guide\n\nOne.\n\nTwo.\n",
  "guides/second.mdx": "# Second\n",
  "guides/third.mdx": "# Third\n",
  "guides/fourth.mdx": "# Fourth\n",
  "docs.json": '{ "name": "The handbook" }',
};

const statusOf = async (number: number) => (await seePullRequest(depsOf(), hosted.project, number)).status;

interface Visit {
  width?: number;
  scheme?: "light" | "dark";
  key?: string;
}

/** A visitor of their own, signed in with a key. */
async function visit(path: string, { width = 1440, scheme = "light", key = lectern.tenant.admin.secret }: Visit = {}) {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: scheme });
  context.setDefaultTimeout(stepMilliseconds);
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(lectern.node.url + path);
  await page.getByLabel("Or with an admin key").fill(key);
  await page.getByRole("button", { name: "Use the key" }).click();
  await page.getByRole("heading", { level: 1 }).waitFor();
  return page;
}

const get = (path: string, cookie?: string) => send(lectern.node.url, { path, headers: present({ cookie }) });
const post = (
  path: string,
  cookie: string | undefined,
  { form = "", origin = publicUrl }: { form?: string; origin?: string } = {},
) =>
  send(lectern.node.url, {
    method: "POST",
    path,
    headers: present({ cookie, origin, "content-type": "application/x-www-form-urlencoded" }),
    body: form,
  });

function present(headers: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** The cookie of who signs in with a key. */
async function cookieOf(path: string, key: string): Promise<string> {
  const reply = await post(`${path}/sign-in`, undefined, { form: `key=${key}` });
  expect(reply.status).toBe(303);
  const [cookie = ""] = [reply.headers["set-cookie"] ?? ""].flat();
  expect(cookie).toMatch(/^lectern_pull_requests=[^;]+; Max-Age=43200; Path=\/git\/; HttpOnly; SameSite=Lax; Secure$/);
  return cookie.split(";")[0] ?? "";
}

describe("the page of a pull request", () => {
  test("shows all of it on a phone and on a desktop, in both themes, and axe finds nothing", async () => {
    const { path } = await open(changed);
    for (const { width, scheme } of [
      { width: 390, scheme: "light" },
      { width: 1440, scheme: "dark" },
    ] as const) {
      const page = await visit(path, { width, scheme });
      expect(await page.getByRole("heading", { level: 1 }).textContent()).toContain("Say it <once>");
      expect(await page.locator(".commits").textContent()).toContain("Say it once");
      expect(await page.locator(".tree a").count()).toBe(6);
      const [shown, hidden] = width < 1200 ? ["inline", "split"] : ["split", "inline"];
      expect(await page.locator(`.diff.${shown}`).first().isVisible()).toBe(true);
      expect(await page.locator(`.diff.${hidden}`).first().isVisible()).toBe(false);
      expect(await page.locator(`.diff.${shown} .removed mark`).allTextContents()).toEqual(
        expect.arrayContaining(["3000", "one"]),
      );
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
        0,
      );
      expect(await violations(page)).toEqual([]);
    }
  });

  test("keeps to the layout that was chosen, and shows Markdown as text where it could do harm", async () => {
    const { path } = await open({ "start.mdx": start.replace("3000", "8080") });
    const page = await visit(path);
    await page.getByRole("link", { name: "Inline" }).click();
    expect(await page.locator(".diff.inline").isVisible()).toBe(true);
    expect(await page.locator(".diff.split").count()).toBe(0);
    expect(await page.locator(".tree").count()).toBe(0);
    expect(await page.locator(".prose script, .prose img, a[href^='javascript']").count()).toBe(0);
    expect(await page.locator(".prose").first().textContent()).toContain("<script>alert(1)</script>");
  });

  test("merges with a click, and says by whom", async () => {
    const { number, path } = await open({ "merged.mdx": "# Merged\n" });
    const page = await visit(path);
    await page.getByRole("button", { name: "Merge", exact: true }).click();
    await page.getByText("It was merged by").waitFor();
    expect(await statusOf(number)).toBe("merged");
    expect(await hosted.git("show", "main:merged.mdx")).toBe("# Merged");
  });

  test("closes, opens again, and lets a draft be made ready", async () => {
    const { number, path } = await open({ "draft.mdx": "# Draft\n" }, true);
    const page = await visit(path);
    await page.getByRole("button", { name: "Mark as ready" }).click();
    await page.getByRole("button", { name: "Squash and merge" }).waitFor();
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: "Open it again" }).click();
    await page.getByRole("button", { name: "Close" }).waitFor();
    expect(await statusOf(number)).toBe("open");
  });

  test("names the files that conflict, and does not merge a head that moved since it was read", async () => {
    const { number, path } = await open({ "start.mdx": start.replace("Lectern publishes", "We publish") });
    const cookie = await cookieOf(path, lectern.tenant.admin.secret);
    const moved = await post(`${path}/merge`, cookie, { form: `sha=${"a".repeat(40)}` });
    expect(moved.status).toBe(409);
    expect(moved.text).toContain("has moved meanwhile");
    await hosted.commit("main", { "start.mdx": start.replace("Lectern publishes", "It publishes") });
    const page = await get(path, cookie);
    expect(page.text).toContain("Both branches change the same lines of");
    expect(page.text).not.toContain(`${path}/merge`);
    expect((await post(`${path}/merge`, cookie)).status).toBe(409);
    expect(await statusOf(number)).toBe("open");
  });
});

describe("who may see it", () => {
  let number: number;
  let path: string;
  beforeAll(async () => {
    ({ number, path } = await open({ "secret.mdx": "# Hidden words\n" }));
  });

  test("nobody who is not signed in, and they do not learn whether it exists", async () => {
    const [real, none] = [await get(path), await get("/git/nothing/pull/1")];
    expect([real.status, none.status]).toEqual([401, 401]);
    expect(real.text.replaceAll(path, "")).toBe(none.text.replaceAll("/git/nothing/pull/1", ""));
    expect(real.text).not.toContain("Say it");
    expect((await post(`${path}/merge`, undefined)).status).toBe(401);
    expect((await get(path, "lectern_pull_requests=forged.value")).status).toBe(401);
  });

  test("a member of the organization by their session, to change it only as an editor", async () => {
    const { organizationId } = lectern.tenant;
    const viewer = await join(lectern, organizationId, "viewer", "viewer@acme.test");
    const stranger = await join(lectern, lectern.stranger.organizationId, "admin", "admin@zenith.test");
    const seen = await get(path, viewer.cookie);
    expect(seen.status).toBe(200);
    expect(seen.text).toContain("You may read this, but not merge it.");
    expect(seen.text).not.toContain(`${path}/sign-out`);
    expect((await post(`${path}/close`, viewer.cookie)).status).toBe(403);
    expect((await get(path, stranger.cookie)).status).toBe(404);
    const editor = await join(lectern, organizationId, "editor", "editor@acme.test");
    expect((await post(`${path}/close`, editor.cookie)).status).toBe(303);
    expect((await get(path, editor.cookie)).text).toContain("It was closed by editor.");
    expect((await post(`${path}/reopen`, editor.cookie)).status).toBe(303);
    const entries = await listAuditEntries(lectern.node.database.query, organizationId, { limit: 2 });
    expect(entries.slice(0, 2)).toMatchObject([
      {
        action: "reopenPullRequest",
        actor: { kind: "member", name: "editor@acme.test" },
        projectId: hosted.project.id,
      },
      { action: "closePullRequest", details: { number: String(number) } },
    ]);
  });

  test("a key of the organization until it is revoked, and no other kind of key", async () => {
    const { tenant, stranger } = lectern;
    const refused = await post(`${path}/sign-in`, undefined, { form: `key=${tenant.assistant.secret}` });
    expect([refused.status, refused.headers["set-cookie"]]).toEqual([403, undefined]);
    expect((await post(`${path}/sign-in`, undefined, { form: "key=svc_wrong" })).status).toBe(401);
    expect((await get(path, await cookieOf(path, stranger.admin.secret))).status).toBe(404);
    const reader = await cookieOf(path, tenant.reader.secret);
    expect((await get(path, reader)).status).toBe(200);
    expect((await post(`${path}/merge`, reader)).status).toBe(403);
    const { key, secret } = await lectern.issueKey({
      kind: "admin",
      organizationId: tenant.organizationId,
      projectId: null,
    });
    const cookie = await cookieOf(path, secret);
    expect((await get(path, cookie)).status).toBe(200);
    await revokeKey(lectern.node.database.query, key.id, lectern.clock.now());
    expect((await get(path, cookie)).status).toBe(401);
  });

  test("not another website: what it sends with the cookie is refused", async () => {
    const cookie = await cookieOf(path, lectern.tenant.admin.secret);
    for (const origin of ["https://evil.test", "https://handbook.sites.lectern.test", "null"]) {
      expect((await post(`${path}/close`, cookie, { origin })).status).toBe(403);
    }
    expect(await statusOf(number)).toBe("open");
    const { headers } = await get(path, cookie);
    expect(headers["content-security-policy"]).toContain("default-src 'none'");
    expect(headers["content-security-policy"]).not.toContain("unsafe");
    expect(headers["cache-control"]).toBe("private, no-store");
  });

  test("not on the domain of a site", async () => {
    const cookie = await cookieOf(path, lectern.tenant.admin.secret);
    const headers = { cookie, host: "handbook.sites.lectern.test" };
    const reply = await send(lectern.node.url, { path, headers });
    expect(reply.status).toBe(404);
    expect(reply.text).not.toContain("Say it");
  });
});
