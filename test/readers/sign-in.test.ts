import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { join, type Person } from "../dashboard/people.ts";
import { onDatabaseOfRun } from "../support/database.ts";
import { setAccess, sitePassword } from "../support/private-site.ts";
import { publishPages } from "../support/publish-pages.ts";
import { type Installation, publicUrl, startInstallation } from "../support/server.ts";
import { openSiteBrowser, type SiteBrowser } from "../support/site-browser.ts";

const site = "https://acme-docs.sites.lectern.test";
const otherSite = "https://zenith-docs.sites.lectern.test";
const ownDomain = "https://docs.acme.example";
const signInPage = "/_lectern/sign-in";

onDatabaseOfRun((dialect) => {
  let lectern: Installation;
  let projectId: string;
  let ada: Person;
  let browser: SiteBrowser;

  beforeAll(async () => {
    lectern = await startInstallation(dialect);
    const { tenant, stranger, node, clock } = lectern;
    projectId = tenant.project.id;
    for (const { project } of [tenant, stranger]) {
      const pages = { index: "<p>Welcome</p>", secret: "<p>Roadmap</p>" };
      await publishPages(lectern, { project, branch: project.branch, pages, commitSha: null });
      await publishPages(lectern, { project, branch: "draft", pages, commitSha: null });
    }
    const domain = { domain: "docs.acme.example", projectId, createdAt: clock.now() };
    await node.database.query.insertInto("projectDomains").values(domain).execute();
    ada = await join(lectern, tenant.organizationId, "viewer", "ada@acme.test");
  });
  afterAll(() => lectern.stop());
  beforeEach(() => {
    lectern.clock.advance(3_600_000);
    browser = openSiteBrowser(lectern.node.url);
  });

  const signIn = (by = browser, at = site, redirect = "/secret") =>
    by.submit(`${at}${signInPage}/password`, { password: sitePassword, redirect });

  test("a public site is read without a session, and private pages are never stored by shared caches", async () => {
    await setAccess(lectern, projectId, "public");
    const open = await browser.open(`${site}/secret`);
    expect([open.status, open.headers["cache-control"]]).toEqual([200, "public, max-age=0, must-revalidate"]);
    expect((await browser.open(`${site}${signInPage}`)).status).toBe(404);
    await setAccess(lectern, projectId, "password");
    await signIn();
    const own = await browser.open(`${site}/secret`);
    expect(own.status).toBe(200);
    expect(own.headers["cache-control"]).toBe("private, max-age=0, must-revalidate");
    expect(own.headers.vary).toContain("cookie");
    expect(own.headers["x-robots-tag"]).toBe("noindex");
    expect((await browser.open(`${site}/_lectern/site.css`)).headers["cache-control"]).toMatch(/^private, .*immutable/);
  });

  test("an unlisted site is read by everyone, but search engines must not list it", async () => {
    await setAccess(lectern, projectId, "unlisted");
    const page = await browser.open(`${site}/secret`);
    expect([page.status, page.headers["x-robots-tag"]]).toEqual([200, "noindex"]);
    expect((await browser.open(`${site}/sitemap.xml`)).status).toBe(404);
  });

  test("a reader without a session learns nothing about a private site, not even which pages exist", async () => {
    await setAccess(lectern, projectId, "public");
    const { etag = "" } = (await browser.open(`${site}/secret`)).headers;
    await setAccess(lectern, projectId, "password");
    const strip = ({ status, text, headers }: Awaited<ReturnType<SiteBrowser["open"]>>) => {
      const { "x-request-id": _id, date: _date, location = "", ...rest } = headers;
      return { status, text, ...rest, location: location.replace(/=%2F.*/, "=") };
    };
    for (const at of [site, ownDomain]) {
      const hidden = strip(await browser.open(`${at}/secret`, { "if-none-match": etag }));
      expect(hidden).toMatchObject({ status: 302, location: `${signInPage}?redirect=`, text: "" });
      expect(strip(await browser.open(`${at}/nothing-here`))).toEqual(hidden);
      expect(strip(await browser.open(`${at}/secret?utm=1`))).toEqual(hidden);
    }
    const others = [
      "/secret.md",
      "/sitemap.xml",
      "/llms.txt",
      "/robots.txt",
      "/_lectern/site.css",
      "/mcp",
      "/ask?q=roadmap",
      "/secret.md?ask=roadmap",
      "/none.png",
    ];
    for (const path of others) {
      const reply = await browser.open(`${site}${path}`, { accept: "*/*" });
      expect([path, reply.status, reply.text]).toEqual([path, 401, "Sign in to read this site."]);
      expect(reply.headers.etag).toBeUndefined();
    }
    const calls = ["/_lectern/api/token", "/_lectern/api/search", "/mcp"];
    for (const path of calls) expect((await browser.submit(`${site}${path}`, {})).status).toBe(401);
  });

  test("a reply for one reader is never sent to another", async () => {
    await setAccess(lectern, projectId, "password");
    await signIn();
    for (let times = 0; times < 3; times += 1) {
      expect((await browser.open(`${site}/secret`)).text).toContain("Roadmap");
      expect((await openSiteBrowser(lectern.node.url).open(`${site}/secret`)).status).toBe(302);
    }
  });

  test("the password signs a reader in on this host only, with a cookie that scripts can't read", async () => {
    await setAccess(lectern, projectId, "password");
    await setAccess(lectern, lectern.stranger.project.id, "password");
    const reply = await signIn(browser, ownDomain);
    expect([reply.status, reply.headers.location]).toEqual([303, "/secret"]);
    expect(reply.headers["set-cookie"]?.[0]).toMatch(
      /^__Host-lectern\.reader=[\w-]{32}; .*HttpOnly; SameSite=Lax; Secure$/,
    );
    expect((await browser.open(`${ownDomain}/secret`)).status).toBe(200);
    const cookie = [...(browser.cookies.get("docs.acme.example") ?? [])].map((pair) => pair.join("=")).join("; ");
    expect((await openSiteBrowser(lectern.node.url).open(`${otherSite}/secret`, { cookie })).status).toBe(302);
    expect(
      (await openSiteBrowser(lectern.node.url).open("https://draft--acme-docs.sites.lectern.test/", { cookie })).status,
    ).toBe(302);
  });

  test("a wrong password is refused with the same work, and a flood of guesses is slowed down", async () => {
    await setAccess(lectern, projectId, "password");
    const guess = () => browser.submit(`${site}${signInPage}/password`, { password: "wrong", redirect: "/" });
    const first = await guess();
    expect([first.status, first.headers["set-cookie"]]).toEqual([401, undefined]);
    expect(first.text).toContain("Wrong password.");
    const statuses = [];
    for (let count = 0; count < 7; count += 1) statuses.push((await guess()).status);
    expect(statuses.at(-1)).toBe(429);
    lectern.clock.advance(3_600_000);
    expect((await signIn()).status).toBe(303);
  });

  test("a form from another website is refused", async () => {
    await setAccess(lectern, projectId, "password");
    for (const headers of [{ origin: otherSite }, { origin: "null" }, { "sec-fetch-site": "cross-site" }]) {
      const reply = await browser.submit(`${site}${signInPage}/password`, { password: sitePassword }, headers);
      expect(reply.status).toBe(403);
    }
  });

  test.each(["//evil.example", "/\\evil.example", "https://evil.example", "/ok\r\nx: y", "javascript:alert(1)"])(
    "a reader is never sent on to %j",
    async (redirect) => {
      await setAccess(lectern, projectId, "password");
      expect((await signIn(browser, site, redirect)).headers.location).toBe("/");
      const again = await browser.open(`${site}${signInPage}?${new URLSearchParams({ redirect })}`);
      expect(again.headers.location).toBe("/");
    },
  );

  test("the sign-in page leads back to the page of the site that linked to it", async () => {
    await setAccess(lectern, projectId, "password");
    const lead = async (referer: string) =>
      /name="redirect" value="([^"]*)"/.exec((await browser.open(`${site}${signInPage}`, { referer })).text)?.[1];
    expect(await lead(`${site}/secret?tab=2#top`)).toBe("/secret?tab=2");
    for (const referer of ["https://evil.example//evil.example/x", "javascript:alert(1)", `${site}${signInPage}`, ""]) {
      expect([referer, await lead(referer)]).toEqual([referer, "/"]);
    }
  });

  test("a session that was set before signing in is not kept, and sign-out ends the session", async () => {
    await setAccess(lectern, projectId, "password");
    await signIn();
    const jar = browser.cookies.get("acme-docs.sites.lectern.test") ?? new Map();
    const fixed = jar.get("__Host-lectern.reader") ?? "";
    await signIn();
    const own = jar.get("__Host-lectern.reader") ?? "";
    expect(own).not.toBe(fixed);
    const open = (token: string) =>
      openSiteBrowser(lectern.node.url).open(`${site}/secret`, { cookie: `__Host-lectern.reader=${token}` });
    expect((await open(fixed)).status).toBe(302);
    expect((await open(own)).status).toBe(200);
    expect((await browser.submit(`${site}/_lectern/sign-out`, {})).status).toBe(303);
    expect((await open(own)).status).toBe(302);
  });

  test("a session ends after the time in the settings", async () => {
    await setAccess(lectern, projectId, "password", { sessionHours: 2 });
    await signIn();
    lectern.clock.advance(7_190_000);
    expect((await browser.open(`${site}/secret`)).status).toBe(200);
    lectern.clock.advance(20_000);
    expect((await browser.open(`${site}/secret`)).status).toBe(302);
  });

  /** Goes to the dashboard's host and back, as a member who is signed in there. */
  async function asMember(person: Pick<Person, "cookie">, at = site): Promise<string> {
    const left = await browser.open(`${at}${signInPage}/start?method=members&redirect=/secret`);
    const passed = await browser.open(left.headers.location ?? "", { cookie: person.cookie });
    return passed.headers.location ?? "";
  }

  test.each([site, ownDomain])(
    "a member signs in on %s with the dashboard's session, by a code that works once",
    async (at) => {
      await setAccess(lectern, projectId, "members");
      const asked = await browser.open(
        (await browser.open(`${at}${signInPage}/start?method=members&redirect=/secret`)).headers.location ?? "",
      );
      expect(asked.headers.location).toMatch(
        /^https:\/\/docs\.lectern\.test\/dashboard\/sign-in\?to=%2Fauth%2Freaders%2Fstart/,
      );
      const back = await asMember(ada, at);
      expect(back).toMatch(new RegExp(`^${at}${signInPage}/callback\\?code=[\\w-]{32}$`));
      const elsewhere = openSiteBrowser(lectern.node.url);
      expect((await elsewhere.open(back)).headers.location).toBe(`${signInPage}?error=expired`);
      const entered = await browser.open(back);
      expect([entered.status, entered.headers.location]).toEqual([303, "/secret"]);
      expect((await browser.open(`${at}/secret`)).status).toBe(200);
      expect((await browser.open(back)).headers.location).toBe(`${signInPage}?error=expired`);
    },
  );

  test("an expired code signs nobody in", async () => {
    await setAccess(lectern, projectId, "members");
    const back = await asMember(ada);
    lectern.clock.advance(61_000);
    expect((await browser.open(back)).headers.location).toBe(`${signInPage}?error=expired`);
  });

  test("somebody who isn't a member, or no longer is one, can't read the site", async () => {
    await setAccess(lectern, projectId, "members");
    const eve = await join(lectern, lectern.stranger.organizationId, "admin", `eve-${dialect}@zenith.test`);
    expect(await asMember(eve)).toContain("error=not_member");
    const bob = await join(lectern, lectern.tenant.organizationId, "viewer", `bob-${dialect}@acme.test`);
    await browser.open(await asMember(bob));
    expect((await browser.open(`${site}/secret`)).status).toBe(200);
    const admin = await join(lectern, lectern.tenant.organizationId, "admin", `root-${dialect}@acme.test`);
    const { organizationId } = lectern.tenant;
    await admin.call("removeMember", { params: { organizationId, userId: bob.userId } });
    expect((await browser.open(`${site}/secret`)).status).toBe(302);
  });

  test("only sites of this server are sent a code", async () => {
    await setAccess(lectern, projectId, "members");
    const browserHash = "a".repeat(43);
    for (const host of ["evil.example", "docs.lectern.test", "nothing.sites.lectern.test"]) {
      const query = new URLSearchParams({ host, method: "members", browser: browserHash, redirect: "/" });
      const reply = await browser.open(`${publicUrl}/dashboard/auth/readers/start?${query}`, { cookie: ada.cookie });
      expect(reply.status).toBe(404);
    }
  });

  test("an admin changes the access, which ends sessions, and sees and ends them", async () => {
    const admin = await join(lectern, lectern.tenant.organizationId, "admin", `grace-${dialect}@acme.test`);
    const params = { projectId };
    const change = (body: Record<string, unknown>) => admin.call("changeSiteAccess", { params, body });
    expect((await ada.call("changeSiteAccess", { params, body: { kind: "public" } })).status).toBe(403);
    await setAccess(lectern, projectId, "public");
    expect((await change({ kind: "password" })).status).toBe(400);
    expect((await change({ kind: "readers" })).status).toBe(400);
    const changed = await change({ kind: "password", password: sitePassword });
    expect([changed.status, changed.text.includes(sitePassword)]).toEqual([200, false]);
    await signIn();
    const listed = JSON.parse((await admin.call("listReaderSessions", { params })).text);
    expect(listed).toMatchObject({ count: 1, sessions: [{ method: "password", reader: "" }] });
    await change({ previews: "members" });
    expect((await browser.open(`${site}/secret`)).status).toBe(200);
    await change({ password: `${sitePassword}!` });
    expect((await browser.open(`${site}/secret`)).status).toBe(302);
    expect((await signIn()).status).toBe(401);
    await browser.submit(`${site}${signInPage}/password`, { password: `${sitePassword}!` });
    expect((await browser.open(`${site}/secret`)).status).toBe(200);
    expect((await admin.call("endReaderSessions", { params })).status).toBe(204);
    expect((await browser.open(`${site}/secret`)).status).toBe(302);
  });

  test("a key reaches nothing of a private site, and a member's session everything", async () => {
    await setAccess(lectern, projectId, "password");
    const { url } = lectern.node;
    const search = { path: "/discovery/v1/search/acme-docs", method: "POST", json: { query: "roadmap" } };
    const { send } = await import("../contract/send.ts");
    const reply = await send(url, { ...search, key: lectern.tenant.assistant.secret });
    expect([reply.status, JSON.parse(reply.text).error]).toEqual([403, expect.stringContaining("private")]);
    await setAccess(lectern, projectId, "public");
    expect((await send(url, { ...search, key: lectern.tenant.assistant.secret })).status).toBe(200);
  });

  test("the previews of a private site open for members, or with a link that can be revoked", async () => {
    await setAccess(lectern, projectId, "password");
    const preview = "https://draft--acme-docs.sites.lectern.test";
    const admin = await join(lectern, lectern.tenant.organizationId, "admin", `link-${dialect}@acme.test`);
    const params = { projectId };
    expect((await browser.open(`${preview}/`)).status).toBe(302);
    expect((await browser.open(`${preview}${signInPage}`)).text).not.toContain("password");
    await browser.open(await asMember(ada, preview));
    expect((await browser.open(`${preview}/`)).status).toBe(200);

    const created = JSON.parse(
      (await admin.call("createPreviewLink", { params, body: { branch: "draft", days: 2 } })).text,
    );
    const [address = "", token = ""] = created.url.split("#");
    expect(address).toBe(`${preview}/_lectern/preview`);
    const guest = openSiteBrowser(lectern.node.url);
    expect((await guest.open(address)).text).toContain("data-auto");
    expect((await guest.submit(address, { token: "wrong" })).headers.location).toContain("error=expired");
    await guest.submit(address, { token });
    expect((await guest.open(`${preview}/`)).status).toBe(200);
    expect((await guest.open(`${site}/`)).status).toBe(302);
    await admin.call("revokePreviewLink", { params: { projectId, linkId: created.link.id } });
    expect((await guest.open(`${preview}/`)).status).toBe(302);
  });

  test("the previews of a public site are public unless the project keeps them for members", async () => {
    const preview = "https://draft--acme-docs.sites.lectern.test/";
    await setAccess(lectern, projectId, "public");
    expect((await browser.open(preview)).status).toBe(200);
    await setAccess(lectern, projectId, "public", { previews: "members" });
    expect((await browser.open(preview)).status).toBe(302);
    expect((await browser.open(`${site}/secret`)).status).toBe(200);
  });

  test("a preview link and the sessions that began with it expire", async () => {
    await setAccess(lectern, projectId, "password");
    const admin = await join(lectern, lectern.tenant.organizationId, "admin", `late-${dialect}@acme.test`);
    const body = { branch: "draft", days: 1 };
    const created = JSON.parse((await admin.call("createPreviewLink", { params: { projectId }, body })).text);
    const [address = "", token = ""] = created.url.split("#");
    const preview = new URL(address).origin;
    await browser.submit(address, { token });
    expect((await browser.open(`${preview}/`)).status).toBe(200);
    lectern.clock.advance(24 * 3_600_000 + 1_000);
    expect((await browser.open(`${preview}/`)).status).toBe(302);
    expect((await browser.submit(address, { token })).headers.location).toContain("error=expired");
    expect((await browser.open(`${preview}/`)).status).toBe(302);
  });

  test.each(["members", "password", "readers"] as const)(
    "a reader of another site is nobody on a site for %s",
    async (kind) => {
      await setAccess(lectern, projectId, kind);
      await setAccess(lectern, lectern.stranger.project.id, "password");
      await signIn(browser, otherSite);
      expect((await browser.open(`${otherSite}/secret`)).status).toBe(200);
      const [cookie] = [...(browser.cookies.get(new URL(otherSite).host) ?? [])].map((pair) => pair.join("="));
      for (const path of ["/secret", "/", "/_lectern/sign-in"]) {
        const reply = await openSiteBrowser(lectern.node.url).open(`${site}${path}`, { cookie: cookie ?? "" });
        const anyone = await openSiteBrowser(lectern.node.url).open(`${site}${path}`);
        expect([path, reply.status, reply.text]).toEqual([path, anyone.status, anyone.text]);
        expect(reply.text).not.toContain("Roadmap");
      }
    },
  );

  test("a preview for members of a public site below a path is opened, read and left at its own host", async () => {
    await setAccess(lectern, projectId, "public", { previews: "members" });
    const { project } = lectern.tenant;
    const pages = { index: "<p>Welcome</p>", secret: "<p>Roadmap</p>" };
    await publishPages(lectern, { project, branch: "below", pages, commitSha: null, basePath: "/docs" });
    const preview = "https://below--acme-docs.sites.lectern.test";
    const asked = await browser.open(`${preview}/docs/secret`);
    expect([asked.status, asked.headers.location]).toEqual([302, `${signInPage}?redirect=%2Fdocs%2Fsecret`]);
    const left = await browser.open(`${preview}${signInPage}/start?method=members&redirect=/docs/secret`);
    const passed = await browser.open(left.headers.location ?? "", { cookie: ada.cookie });
    expect((await browser.open(passed.headers.location ?? "")).headers.location).toBe("/docs/secret");
    const page = await browser.open(`${preview}/docs/secret`);
    expect([page.status, page.headers["cache-control"]]).toEqual([200, "private, max-age=0, must-revalidate"]);
    expect((await browser.open(`${preview}/secret`)).headers.location).toBe("/docs/secret");
    expect(JSON.parse((await browser.open(`${preview}/_lectern/reader`)).text)).toMatchObject({ user: {} });
    expect((await browser.submit(`${preview}/_lectern/sign-out`, {})).status).toBe(303);
    expect((await browser.open(`${preview}/docs/secret`)).status).toBe(302);
  });

  test("a site is private or below a path, never both", async () => {
    const admin = await join(lectern, lectern.tenant.organizationId, "admin", `path-${dialect}@acme.test`);
    const params = { projectId };
    await setAccess(lectern, projectId, "members");
    const moved = await admin.call("changeProject", { params, body: { basePath: "/docs" } });
    expect([moved.status, moved.text]).toEqual([400, expect.stringContaining("path")]);
    await setAccess(lectern, projectId, "public");
    expect((await admin.call("changeProject", { params, body: { basePath: "/docs" } })).status).toBe(200);
    for (const kind of ["members", "password"]) {
      const body = { kind, ...(kind === "password" && { password: sitePassword }) };
      const closed = await admin.call("changeSiteAccess", { params, body });
      expect([closed.status, closed.text]).toEqual([400, expect.stringContaining("path")]);
    }
    expect((await admin.call("changeProject", { params, body: { basePath: "" } })).status).toBe(200);
    expect((await admin.call("changeSiteAccess", { params, body: { kind: "members" } })).status).toBe(200);
  });
});
