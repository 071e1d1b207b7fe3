import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Role } from "../../src/contract/operation.ts";
import { freePort } from "../../src/platform/free-port.ts";
import { triggerUpdate } from "../../src/updates/trigger-update.ts";
import { launchBrowser } from "../support/launch-browser.ts";
import { type Installation, type Node, startInstallation } from "../support/server.ts";
import { slow } from "../support/slow.ts";
import { newPage } from "./dashboard-browser.ts";
import { fillWithHostileContent, type HostileContent, hostileAddresses, hostileSign } from "./hostile-content.ts";
import { type IdentityProvider, startIdentityProvider } from "./identity-provider.ts";
import { callAs, join, type Person, password, read, sessionCookie } from "./people.ts";
import { walkSecondFactor } from "./second-factor-walk.ts";

vi.setConfig(slow);

let lectern: Installation;
let node: Node;
let browser: Browser;
let provider: IdentityProvider;
let people: Record<Role, Person>;
let content: HostileContent;
let projectUrl: string;

beforeAll(async () => {
  const port = await freePort("127.0.0.1");
  lectern = await startInstallation("sqlite");
  provider = await startIdentityProvider(
    [`http://127.0.0.1:${port}/dashboard/auth/oauth2/callback/oidc`],
    lectern.clock,
  );
  [node, browser] = await Promise.all([lectern.startNode({ port, oidc: provider.settings }), launchBrowser()]);
  const { organizationId, project } = lectern.tenant;
  people = {
    viewer: await join(lectern, organizationId, "viewer", "viewer@acme.test"),
    editor: await join(lectern, organizationId, "editor", "editor@acme.test"),
    admin: await join(lectern, organizationId, "admin", "admin@acme.test"),
  };
  content = await fillWithHostileContent(lectern, people.editor);
  projectUrl = `${node.url}/dashboard/${organizationId}/${project.domain}`;
});

afterAll(async () => {
  await browser?.close();
  await lectern.stop();
  await provider.close();
});

/** Opens a browser with a signed-in person. */
async function enter(person: Person): Promise<{ context: BrowserContext; page: Page; faults: string[] }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const [, value = ""] = /lectern\.session_token=([^;]+)/.exec(person.cookie) ?? [];
  await context.addCookies([{ name: "lectern.session_token", value, url: node.url, httpOnly: true, sameSite: "Lax" }]);
  const entered = await newPage(context);
  watchRequests(entered.page);
  return { context, ...entered };
}

const addresses = () => hostileAddresses(node.url, lectern, content);

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: "commit" });
  await page.locator("h1").waitFor();
  await page.locator("[aria-busy=true]").waitFor({ state: "detached" });
  // By the next frame, all queries of the page have started.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  await vi.waitFor(() => expect([...(asked.get(page) ?? [])]).toEqual([]), { timeout: 150_000, interval: 20 });
}

/** The pending requests of each page, except streams. */
const asked = new WeakMap<Page, Set<string>>();

function watchRequests(page: Page): void {
  const waiting = new Set<string>();
  asked.set(page, waiting);
  page.on("request", (request) => request.url().includes("/v1/") && waiting.add(request.url()));
  page.on("response", (reply) => waiting.delete(reply.url()));
  page.on("requestfailed", (request) => waiting.delete(request.url()));
}

/** Names of all buttons and links on the page. */
function namesOn(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("button, a")].map(
      (element) => element.getAttribute("aria-label") ?? element.textContent?.trim() ?? "",
    ),
  );
}

const seen: Record<Role, Set<string>> = { viewer: new Set(), editor: new Set(), admin: new Set() };

test("no user-written text runs as a script on any page", async () => {
  const { context, page, faults } = await enter(people.admin);
  const foreign: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).origin !== node.url && !request.url().startsWith("data:")) foreign.push(request.url());
  });
  for (const address of addresses()) {
    await open(page, address);
    await page.getByText(hostileSign).first().waitFor({ state: "attached" });
    const found = await page.evaluate(() => ({
      hacked: "hacked" in window || "ran" in window,
      links: [...document.querySelectorAll("[href], [src], [action]")]
        .map((element) => ["href", "src", "action"].map((name) => element.getAttribute(name) ?? "").join(""))
        // React replaces javascript: addresses with an expression that throws an error.
        .filter(
          (target) => /^\s*(javascript|data:text|vbscript)/i.test(target) && !target.includes("React has blocked"),
        ),
    }));
    expect(found, address).toEqual({ hacked: false, links: [] });
    for (const name of await namesOn(page)) seen.admin.add(name);
  }
  await page.goto(`${projectUrl}/assistant?tab=conversations`);
  await page.locator("#content").getByRole("button", { name: hostileSign }).first().click();
  await page.getByRole("dialog").getByText(hostileSign).first().waitFor();
  expect(await page.evaluate(() => "hacked" in window)).toBe(false);
  // Violations of the content security policy are console errors.
  expect(faults).toEqual([]);
  expect(foreign).toEqual([]);
  await context.close();
});

/** Actions by role. Each must be offered somewhere to people who may use it, and nowhere to others. */
const offered: Readonly<Record<"editor" | "admin", readonly string[]>> = {
  editor: [
    "Edit docs",
    "Update now",
    "Preview a branch",
    "Roll back to this",
    "New job",
    "Start job",
    "Send",
    "Merge",
    "Close",
    "Comment",
    "Add question",
    "Ask again now",
  ],
  admin: ["New project", "API keys", "Settings", "Create key", "Invite", "Delete project"],
};

test("pages offer each role exactly its allowed actions, and never send forbidden requests", async () => {
  for (const role of ["viewer", "editor"] as const) {
    const { context, page } = await enter(people[role]);
    const refused: string[] = [];
    page.on("response", (reply) => {
      if (reply.status() === 403) refused.push(`${page.url()} asks for ${reply.url()}`);
    });
    for (const address of addresses()) {
      await open(page, address);
      for (const name of await namesOn(page)) seen[role].add(name);
    }
    expect(refused, role).toEqual([]);
    await context.close();
  }
  const has = (role: Role, names: readonly string[]) => names.filter((name) => seen[role].has(name));
  expect(has("viewer", [...offered.editor, ...offered.admin])).toEqual([]);
  expect(has("editor", offered.admin)).toEqual([]);
  expect(has("editor", offered.editor)).toEqual(offered.editor);
  expect(has("admin", [...offered.editor, ...offered.admin])).toEqual([...offered.editor, ...offered.admin]);
});

test("a role in one project decides which actions are offered there", async () => {
  const { context: admins, page: settings } = await enter(people.admin);
  await open(settings, `${projectUrl}/settings?tab=members`);
  const role = settings.getByLabel("Role of viewer");
  expect(await role.inputValue()).toBe("inherit");
  const setRole = async (value: string) => {
    const saved = settings.waitForResponse((reply) => reply.url().includes("/role"));
    await role.selectOption(value);
    expect((await saved).status()).toBe(204);
  };
  await setRole("admin");

  const { context, page } = await enter(people.viewer);
  const refused: string[] = [];
  page.on("response", (reply) => {
    if (reply.status() === 403) refused.push(`${page.url()} asks for ${reply.url()}`);
  });
  const names = new Set<string>();
  for (const path of ["", "/updates", "/keys", "/settings", "/settings?tab=members", "/settings?tab=branches"]) {
    await open(page, projectUrl + path);
    for (const name of await namesOn(page)) names.add(name);
  }
  expect(
    ["Update now", "Create key", "Settings", "Branch rules", "Delete project"].filter((name) => !names.has(name)),
  ).toEqual([]);
  // These actions belong to the organization.
  expect(["New project", "Invite", "Audit log", "Invite and remove members"].filter((name) => names.has(name))).toEqual(
    [],
  );
  await open(page, `${projectUrl}/keys`);
  expect(await page.getByRole("heading", { name: "Admin keys" }).count()).toBe(0);

  await open(page, `${projectUrl}/settings?tab=branches`);
  await page.getByLabel("Require pull requests").check();
  await page.getByLabel("Required approvals").fill("2");
  await page.getByLabel("Other protected branches").fill("release\nv2");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Branch rules saved.").waitFor();
  const { params } = { params: { projectId: lectern.tenant.project.id } };
  expect(read("getProject", await people.admin.call("getProject", { params })).branchRules).toEqual({
    editorsPublish: true,
    forcePush: false,
    pullRequestsOnly: true,
    requiredApprovals: 2,
    otherBranches: ["release", "v2"],
  });
  expect(refused).toEqual([]);

  // The open dashboard is notified of the person's new role, but not of other changes in the project.
  await open(page, `${node.url}/dashboard/${lectern.tenant.organizationId}`);
  const shown = page.locator("#content").getByRole("link", { name: lectern.tenant.project.name });
  await shown.first().waitFor();
  await setRole("none");
  await shown.first().waitFor({ state: "detached" });
  await setRole("inherit");
  await shown.first().waitFor();
  await context.close();
  await admins.close();
});

test("everyone can create tokens, which are shown once and stop working when they are revoked", async () => {
  const { context, page, faults } = await enter(people.viewer);
  await open(page, `${node.url}/dashboard/account#tokens`);
  await page.getByRole("button", { name: "Create token" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Laptop");
  await dialog.getByLabel("Write").uncheck();
  await dialog.getByLabel("Organization").selectOption(lectern.tenant.organizationId);
  await dialog.getByRole("button", { name: "Create token" }).click();
  await dialog.getByText("You won’t be able to see it again").waitFor();
  const secret = (await dialog.locator("pre").textContent()) ?? "";
  lectern.secrets.push(secret);
  await dialog.getByRole("button", { name: "Done" }).click();
  const row = page.getByRole("row").filter({ hasText: "Laptop" });
  await row.getByText("svc_pat_").waitFor();
  expect(await page.content()).not.toContain(secret);
  const list = () => node.client(secret).listUpdates({ projectId: lectern.tenant.project.id });
  await list();

  const { context: admins, page: organization } = await enter(people.admin);
  await open(organization, `${node.url}/dashboard/${lectern.tenant.organizationId}/-/settings`);
  await organization.getByRole("button", { name: "Revoke Laptop" }).waitFor();
  await admins.close();

  await row.getByRole("button", { name: "Revoke Laptop" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await page.getByText("Revoked “Laptop”.").waitFor();
  await expect(list()).rejects.toThrow(/revoked/);
  expect(faults).toEqual([]);
  await context.close();
});

test("another website can't use a session to post a form or send a request", async () => {
  const { context, page } = await enter(people.admin);
  // Cookies ignore the port, so only the origin check protects against this site.
  const evil = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>Another website</title>");
  });
  evil.listen(0, "127.0.0.1");
  await once(evil, "listening");
  const statuses: number[] = [];
  page.on("response", (reply) => {
    if (reply.request().method() === "POST") statuses.push(reply.status());
  });
  const target = `${node.url}/v1/project/update/${lectern.tenant.project.id}`;
  await page.goto(`http://127.0.0.1:${(evil.address() as AddressInfo).port}`);
  await page.evaluate(async (address) => {
    for (const type of ["text/plain", "application/x-www-form-urlencoded"]) {
      const headers = { "content-type": type };
      await fetch(address, { method: "POST", mode: "no-cors", credentials: "include", headers, body: "{}" });
    }
    // The dashboard's header triggers a preflight request, which is refused.
    const headers = { "x-lectern-dashboard": "1" };
    await fetch(address, { method: "POST", credentials: "include", headers }).catch(() => {});
  }, target);
  const posted = page.waitForResponse((reply) => reply.request().method() === "POST");
  await page.evaluate((address) => {
    document.body.innerHTML = `<form method="post" action="${address}"></form>`;
    document.forms[0]?.submit();
  }, target);
  await posted;
  expect(statuses.every((status) => status === 403 || status === 415)).toBe(true);
  expect(statuses).toHaveLength(3);
  const rows = await node.database.query.selectFrom("updates").select("id").where("source", "=", "dashboard").execute();
  expect(rows).toEqual([]);
  await context.close();
  evil.close();
});

test("lists are updated by the event stream, or by polling if the stream is unavailable", async () => {
  const { context, page } = await enter(people.viewer);
  // Disables polling.
  await page.addInitScript(() => {
    const real = window.setInterval.bind(window);
    const still = (work: () => void, milliseconds?: number) => (milliseconds === 4_000 ? 0 : real(work, milliseconds));
    window.setInterval = still as typeof window.setInterval;
  });
  const stream = page.waitForResponse((reply) => reply.url().endsWith("/events"));
  await open(page, `${projectUrl}/updates`);
  await stream;
  await trigger("Grace Hopper");
  await page.getByText("Grace Hopper").last().waitFor();

  const { page: cut } = await newPage(context);
  await cut.route(/\/organization\/[^/]+\/events$/, (route) => route.abort());
  await open(cut, `${projectUrl}/updates`);
  await trigger("Alan Turing");
  await cut.getByText("Alan Turing").last().waitFor();
  await context.close();
});

test("ending a session elsewhere closes its open page", async () => {
  const { context, page } = await enter(people.viewer);
  await open(page, `${projectUrl}/updates`);
  await page.getByRole("table", { name: "Updates" }).waitFor();
  expect(await page.evaluate(() => document.cookie)).toBe("");
  const signIn = { body: { email: people.viewer.email, password } };
  const elsewhere = callAs(lectern, sessionCookie(await callAs(lectern, undefined)("signIn", signIn)));
  const { sessions } = read("listSessions", await elsewhere("listSessions"));
  for (const { id } of sessions.filter(({ isCurrent }) => !isCurrent)) {
    await elsewhere("endSession", { params: { sessionId: id } });
  }
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  expect(await page.getByText("Grace Hopper").count()).toBe(0);
  await page.getByLabel("Email").fill(people.viewer.email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Updates" }).waitFor();
  const [cookie] = await context.cookies();
  expect(cookie).toMatchObject({ name: "lectern.session_token", httpOnly: true, sameSite: "Lax", path: "/" });
  await context.close();
});

test("removing a member closes their open page", async () => {
  const person = await join(lectern, lectern.tenant.organizationId, "viewer", "leaves@acme.test");
  const { context, page } = await enter(person);
  await open(page, `${projectUrl}/updates`);
  const { organizationId } = lectern.tenant;
  await people.admin.call("removeMember", { params: { organizationId, userId: person.userId } });
  await page.getByRole("table", { name: "Updates" }).waitFor({ state: "detached" });
  await page.getByRole("heading", { name: "Not found" }).waitFor();
  await context.close();
});

test("the dashboard opened as localhost redirects to its configured address, where sign-in works", async () => {
  const context = await browser.newContext();
  const { page, faults } = await newPage(context);
  await page.goto(`${node.url.replace("127.0.0.1", "localhost")}/dashboard/sign-in?to=%2Faccount#part`);
  expect(page.url()).toBe(`${node.url}/dashboard/sign-in?to=%2Faccount#part`);
  await page.getByRole("button", { name: "Continue with Acme ID" }).click();
  await page.getByRole("heading", { name: "Account" }).waitFor();
  expect(await page.getByLabel("Shown to other members").inputValue()).toBe("Ada");
  expect(faults).toEqual([]);
  await context.close();
});

/** Lets a button lead to the provider. Returns the address that the provider redirects to, without visiting it. */
async function visitProvider(page: Page, button: string): Promise<string> {
  const redirected = Promise.withResolvers<string>();
  await page.route(`${provider.settings.issuer}/**`, async (route) => {
    redirected.resolve(await provider.visit(route.request().url()));
    await route.fulfill({ body: "" });
  });
  await page.getByRole("button", { name: button }).click();
  const address = await redirected.promise;
  await page.waitForURL(`${provider.settings.issuer}/**`);
  return address;
}

test("the provider's reply counts only in the browser that asked for it, and only with its own state", async () => {
  const contexts = await Promise.all([browser.newContext(), browser.newContext()]);
  const [own, other] = contexts;
  const { page } = await newPage(own);
  const signIn = async () => {
    await page.goto(`${node.url}/dashboard/sign-in`);
    return visitProvider(page, "Continue with Acme ID");
  };
  const states = {
    "another state": async (address: string) => address.replace(/state=[^&]+/, "state=another"),
    "the state of an earlier sign-in": async (address: string) =>
      address.replace(/state=[^&]+/, `state=${new URL(await signIn()).searchParams.get("state")}`),
    "no state": async (address: string) => address.replace(/&state=[^&]+/, ""),
  };
  for (const [name, change] of Object.entries(states)) {
    await page.goto(await change(await signIn()));
    await page.getByRole("alert").waitFor();
    expect([name, await page.getByRole("heading", { name: "Sign in" }).count()]).toEqual([name, 1]);
  }
  const reply = await signIn();
  const { page: stranger } = await newPage(other);
  await stranger.goto(reply);
  await stranger.getByText("was started in another browser").waitFor();
  expect((await other.cookies()).map(({ name }) => name)).not.toContain("lectern.session_token");
  await page.goto(await signIn());
  await page.getByText("Ada").first().waitFor();
  for (const context of contexts) await context.close();
});

test("the provider's reply links an account only to the session that asked for it", async () => {
  const before = provider.person;
  provider.person = { sub: "linked", email: "linked@acme.test", email_verified: true, name: "Linked" };
  const { context: attackers, page: attacker } = await enter(people.editor);
  await attacker.goto(`${node.url}/dashboard/account`);
  const reply = await visitProvider(attacker, "Link Acme ID");
  const { context: victims, page: victim } = await enter(people.admin);
  await victim.goto(reply);
  await victim.waitForLoadState();
  const linked = () =>
    node.database.query.selectFrom("credentials").select("userId").where("accountId", "=", "linked").execute();
  expect(await linked()).toEqual([]);
  await attacker.goto(`${node.url}/dashboard/account`);
  await attacker.goto(await visitProvider(attacker, "Link Acme ID"));
  await attacker.getByRole("heading", { name: "Account" }).waitFor();
  expect(await linked()).toEqual([{ userId: people.editor.userId }]);
  provider.person = before;
  await victims.close();
  await attackers.close();
});

test("a required second factor is set up and used: authenticator app, passkey, recovery code", async () => {
  await walkSecondFactor(lectern, browser, people.admin);
});

/** Triggers an update that appears in the list. */
async function trigger(author: string): Promise<void> {
  const { tenant, clock } = lectern;
  const { queue, database } = lectern.node;
  const request = {
    project: tenant.project,
    source: "api",
    author: { name: author, avatarUrl: null, githubUserId: null },
  } as const;
  await database.transaction((tx) => triggerUpdate({ queue, clock }, tx, request));
}
