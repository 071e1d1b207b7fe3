import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, request as forward, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
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

describe.each(["http", "https"] as const)("over %s", (scheme) => {
  // One registrable domain: the dashboard at app.acme.localhost, sites at *.acme.localhost, and an attacker's server next
  // to them. The attacker sends no security policy, so that only Lectern's own defenses apply.
  let publisher: Publisher;
  let browser: Browser;
  let attacker: Server;
  let attackerUrl: string;
  let dashboard: string;
  let siteUrl: (domain: string) => string;
  let proxies: Server[];
  const sessionCookie = scheme === "https" ? "__Host-lectern.session_token" : "lectern.session_token";
  let victim: string;
  let stranger: string;
  let project: Project;
  let evil: Project;

  beforeAll(async () => {
    const port = await freePort("127.0.0.1");
    proxies = scheme === "https" ? [await startTlsProxy(port)] : [];
    const publicPort = portOf(proxies[0]) ?? port;
    dashboard = `${scheme}://app.acme.localhost:${publicPort}`;
    siteUrl = (domain) => `${scheme}://${domain}.acme.localhost:${publicPort}`;
    const settings = {
      PORT: String(port),
      LECTERN_URL: dashboard,
      SITE_HOST: "acme.localhost",
      LECTERN_TRUSTED_PROXIES: "127.0.0.1",
    };
    [publisher, browser] = await Promise.all([startPublisher("sqlite", "folder", settings), launchBrowser()]);
    attacker = createServer((request, response) => {
      const token = new URL(request.url ?? "/", "http://attacker").searchParams.get("token");
      const cookies = ["/", "/v1", "/dashboard"].flatMap((path) =>
        ["lectern.session_token", sessionCookie].map(
          (name) => `${name}=${token}; Domain=acme.localhost; Path=${path}${scheme === "https" ? "; Secure" : ""}`,
        ),
      );
      response.writeHead(200, { "content-type": "text/html", ...(token === null ? {} : { "set-cookie": cookies }) });
      response.end("<!doctype html><title>Attacker</title>");
    }).listen(0, "127.0.0.1");
    await once(attacker, "listening");
    if (scheme === "https") proxies.push(await startTlsProxy(portOf(attacker) ?? 0));
    attackerUrl = `${scheme}://evil.acme.localhost:${portOf(proxies[1] ?? attacker)}`;
    victim = await createAccount("victim@acme.test");
    stranger = await createAccount("stranger@acme.test");
    ({ project } = await publisher.publish("docs", smallProject));
    const script = "window.hasRun = true;\n";
    ({ project: evil } = await publisher.publish("evil", { ...smallProject, "attack.js": script, "sw.js": script }));
  });

  afterAll(async () => {
    attacker?.close();
    for (const proxy of proxies ?? []) proxy.close().closeAllConnections();
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
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    onTestFinished(() => context.close());
    const isSecure = scheme === "https";
    const cookie = { name: sessionCookie, value: victim, httpOnly: true, secure: isSecure, sameSite: "Lax" as const };
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
    // Over HTTPS, the browser itself refuses a cookie for the dashboard's host that a sibling sets.
    if (scheme === "https") expect(me).toContain("victim@acme.test");
    else expect(me).toMatch(/^401 /);
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
    const headers = { host: new URL(dashboard).host, cookie: `${sessionCookie}=${victim}`, origin: attackerUrl };
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

  test("a sibling host keeps no hold on a dashboard window that it opens", async () => {
    const { page } = await visit(attackerUrl);
    await page.evaluate((address) => {
      Object.assign(window, { opened: window.open(address) });
    }, `${dashboard}/dashboard`);
    // The opener policy takes the window away from the page that opened it, so it can't send messages or navigate it.
    await expect.poll(() => page.evaluate(() => (window as unknown as { opened: Window }).opened.closed)).toBe(true);
  });
});

function portOf(server: Server | undefined): number | undefined {
  return (server?.address() as AddressInfo | undefined)?.port;
}

/** A proxy with a self-signed certificate, as operators put one in front. */
async function startTlsProxy(port: number): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), "lectern-tls-"));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const subject = ["-subj", "/CN=acme.localhost", "-days", "2", "-nodes", "-newkey", "ec", "-pkeyopt"];
  execFileSync("openssl", ["req", "-x509", ...subject, "ec_paramgen_curve:prime256v1", "-keyout", key, "-out", cert], {
    stdio: "ignore",
  });
  const options = { key: readFileSync(key), cert: readFileSync(cert) };
  rmSync(folder, { recursive: true });
  const proxy = createSecureServer(options, (request, response) => {
    const { method, url, headers } = request;
    const passed = { ...headers, "x-forwarded-proto": "https", "x-forwarded-for": "127.0.0.1" };
    const sent = forward({ host: "127.0.0.1", port, method, path: url, headers: passed }, (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(response);
    });
    sent.on("error", () => response.destroy());
    request.pipe(sent);
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  return proxy;
}
