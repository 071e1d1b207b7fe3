import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { invite } from "../../src/accounts/invite.ts";
import { dashboardOperations } from "../../src/contract/dashboard-operations.ts";
import { freePort } from "../../src/platform/free-port.ts";
import { findProjectById, type Project } from "../../src/projects/store.ts";
import { visitorOperations } from "../../src/visitors/api/operations.ts";
import { send } from "../contract/send.ts";
import { password } from "../dashboard/people.ts";
import { launchBrowser } from "../support/launch-browser.ts";
import { slow } from "../support/slow.ts";
import { type Publisher, smallProject, startPublisher } from "../updates/publisher.ts";

vi.setConfig(slow);

// One registrable domain: the dashboard at app.acme.localhost, sites at *.acme.localhost, and an attacker's server next
// to them. The attacker sends no security policy, so that only Lectern's own defenses apply.
let publisher: Publisher;
let browser: Browser;
let attacker: Server;
let attackerUrl: string;
let dashboard: string;
let siteUrl: (domain: string) => string;
let victim: string;
let stranger: string;
let project: Project;
let evil: Project;

beforeAll(async () => {
  const port = await freePort("127.0.0.1");
  dashboard = `http://app.acme.localhost:${port}`;
  siteUrl = (domain) => `http://${domain}.acme.localhost:${port}`;
  const settings = { PORT: String(port), LECTERN_URL: dashboard, SITE_HOST: "acme.localhost" };
  [publisher, browser] = await Promise.all([startPublisher("sqlite", "folder", settings), launchBrowser()]);
  attacker = createServer((request, response) => {
    const token = new URL(request.url ?? "/", "http://attacker").searchParams.get("token");
    const cookies = ["/", "/v1", "/dashboard"].map(
      (path) => `lectern.session_token=${token}; Domain=acme.localhost; Path=${path}`,
    );
    response.writeHead(200, { "content-type": "text/html", ...(token === null ? {} : { "set-cookie": cookies }) });
    response.end("<!doctype html><title>Attacker</title>");
  }).listen(0, "127.0.0.1");
  await once(attacker, "listening");
  attackerUrl = `http://evil.acme.localhost:${(attacker.address() as AddressInfo).port}`;
  victim = await createAccount("victim@acme.test");
  stranger = await createAccount("stranger@acme.test");
  ({ project } = await publisher.publish("docs", smallProject));
  const script = "window.hasRun = true;\n";
  ({ project: evil } = await publisher.publish("evil", { ...smallProject, "attack.js": script, "sw.js": script }));
});

afterAll(async () => {
  attacker?.close();
  await browser?.close();
  await publisher?.close();
});

/** Returns the token of the new account's session. */
async function createAccount(email: string): Promise<string> {
  const { app, organizationId, port } = publisher;
  const { token } = await invite(app, app.database.query, { organizationId, email, role: "admin", invitedBy: null });
  const reply = await send(`http://127.0.0.1:${port}`, {
    method: "POST",
    path: dashboardOperations.createAccount.path,
    headers: { "x-lectern-dashboard": "1", origin: dashboard, host: new URL(dashboard).host },
    json: { token, name: email, email, password },
  });
  return /lectern\.session_token=([\w-]+)/.exec(String(reply.headers["set-cookie"]))?.[1] ?? "";
}

/** The victim's browser, signed in to the dashboard, on a page of the attacker. */
async function visit(address: string): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  const cookie = { name: "lectern.session_token", value: victim, httpOnly: true, sameSite: "Lax" as const };
  await context.addCookies([{ ...cookie, url: dashboard }]);
  const page = await context.newPage();
  await page.goto(address);
  return { context, page };
}

interface AskedRequest {
  method?: string;
  body?: string;
  mode?: "no-cors";
  headers?: Record<string, string>;
}

/**
 * Sends a request with the visitor's cookies from a page. Returns the status and text, or "kept from the page" if the
 * browser hides the reply.
 */
function readFrom(page: Page, address: string, options: AskedRequest = {}): Promise<string> {
  return page.evaluate(
    ([target, given]) =>
      fetch(target, { credentials: "include", ...given }).then(
        async (reply) => `${reply.status} ${await reply.text()}`,
        () => "kept from the page",
      ),
    [address, options] as const,
  );
}

const mePath = dashboardOperations.getMe.path;

test("scripts of a published site run if the project allows it", async () => {
  const { page } = await visit(siteUrl("evil"));
  await page.waitForFunction(() => "hasRun" in window);
});

test("a sibling host can't plant its own session in the dashboard", async () => {
  const { page } = await visit(`${attackerUrl}/?token=${stranger}`);
  await page.goto(dashboard);
  const me = await readFrom(page, `${dashboard}${mePath}`);
  expect(me).not.toContain("stranger@acme.test");
  expect(me).toMatch(/^401 /);
});

test("a sibling host can't show the dashboard in a frame", async () => {
  const { page } = await visit(attackerUrl);
  await page.evaluate((address) => {
    const frame = document.createElement("iframe");
    frame.src = address;
    document.body.append(frame);
    return new Promise((resolve) => frame.addEventListener("load", resolve));
  }, `${dashboard}/dashboard`);
  const [frame] = page.frames().filter((candidate) => candidate !== page.mainFrame());
  expect(frame?.url()).not.toContain("/dashboard");
  const reply = await fetch(`http://127.0.0.1:${publisher.port}/dashboard/account`);
  expect(reply.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  expect(reply.headers.get("x-frame-options")).toBe("DENY");
});

test("a sibling host can't change anything with the visitor's session", async () => {
  const { page } = await visit(attackerUrl);
  const address = `${dashboard}/v1/dashboard/project/${project.id}`;
  const body = JSON.stringify({ name: "Hacked" });
  const post = { method: "POST", body };
  await readFrom(page, address, { ...post, mode: "no-cors" });
  for (const type of ["text/plain", "application/json", "application/x-www-form-urlencoded"]) {
    await readFrom(page, address, { ...post, headers: { "content-type": type } });
    await readFrom(page, address, { ...post, headers: { "content-type": type, "x-lectern-dashboard": "1" } });
  }
  const sent = page.waitForResponse((reply) => reply.url() === address);
  await page.evaluate((action) => {
    const form = document.createElement("form");
    Object.assign(form, { action, method: "post", enctype: "text/plain" });
    const field = document.createElement("input");
    field.name = '{"name":"Hacked","x":"';
    field.value = '"}';
    form.append(field);
    document.body.append(form);
    form.submit();
  }, address);
  expect((await sent).status()).toBeGreaterThanOrEqual(400);
  expect((await findProjectById(publisher.app.database.query, project.id))?.name).toBe(project.name);
});

test("a sibling host can't read API replies for the visitor's session", async () => {
  const { page } = await visit(attackerUrl);
  for (const path of [mePath, `/v1/dashboard/project/${project.id}`, "/openapi.json", "/dashboard"]) {
    expect(await readFrom(page, `${dashboard}${path}`), path).toBe("kept from the page");
  }
  const headers = { host: new URL(dashboard).host, cookie: `lectern.session_token=${victim}`, origin: attackerUrl };
  const ask = (more: Record<string, string>) =>
    send(`http://127.0.0.1:${publisher.port}`, { path: mePath, headers: { ...headers, ...more } });
  expect((await ask({ "sec-fetch-site": "same-origin" })).status).toBe(200);
  const refused = await ask({ "sec-fetch-site": "same-site" });
  expect(refused.status).toBe(403);
  expect(refused.headers["access-control-allow-origin"]).toBeUndefined();
  expect(refused.headers["access-control-allow-credentials"]).toBeUndefined();
});

test("a site can't read another site's pages or get a token for it", async () => {
  const { page } = await visit(attackerUrl);
  expect(await readFrom(page, siteUrl("docs"))).toBe("kept from the page");
  const { path } = visitorOperations.readerToken;
  const token = (host: string, origin: string) =>
    send(`http://127.0.0.1:${publisher.port}`, {
      method: "POST",
      path,
      headers: { host: new URL(host).host, origin },
      json: {},
    });
  expect((await token(siteUrl("docs"), siteUrl("docs"))).status).toBe(200);
  expect((await token(siteUrl("docs"), siteUrl("evil"))).status).toBeGreaterThanOrEqual(400);
  expect((await token(siteUrl("docs"), attackerUrl)).status).toBeGreaterThanOrEqual(400);
});

test("a site can't register a service worker, which could intercept Lectern's own paths", async () => {
  const { page } = await visit(siteUrl("evil"));
  const result = await page.evaluate(() =>
    navigator.serviceWorker.register("/sw.js").then(
      () => "registered",
      () => "refused",
    ),
  );
  expect(result).toBe("refused");
  const host = new URL(siteUrl("evil")).host;
  const asScript = await send(`http://127.0.0.1:${publisher.port}`, { path: "/sw.js", headers: { host } });
  expect(asScript.status).toBe(200);
  const asWorker = { host, "service-worker": "script" };
  expect((await send(`http://127.0.0.1:${publisher.port}`, { path: "/sw.js", headers: asWorker })).status).toBe(403);
});

test("a project whose scripts are turned off is published without them", async () => {
  const { database } = publisher.app;
  await database.query.updateTable("projects").set({ authorCode: 0 }).where("id", "=", evil.id).execute();
  const { statusId } = await publisher.client.triggerUpdate({ projectId: evil.id });
  await publisher.ended(statusId);
  const { page } = await visit(siteUrl("evil"));
  await page.waitForLoadState("load");
  expect(await page.locator('script[src="/attack.js"]').count()).toBe(0);
  expect(await page.evaluate(() => "hasRun" in window)).toBe(false);
});
