import { createHmac, createPublicKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { openSecrets } from "../../src/platform/secrets.ts";
import type { JwtSettings } from "../../src/projects/access/access.ts";
import { type IdentityProvider, startIdentityProvider } from "../dashboard/identity-provider.ts";
import { join, type Person } from "../dashboard/people.ts";
import { onDatabaseOfRun } from "../support/database.ts";
import { setAccess, sitePassword } from "../support/private-site.ts";
import { publishPages } from "../support/publish-pages.ts";
import { type Installation, type Node, publicUrl, startInstallation } from "../support/server.ts";
import { openSiteBrowser, type SiteBrowser } from "../support/site-browser.ts";

const site = "https://acme-docs.sites.lectern.test";
const ownDomain = "https://docs.acme.example";
const signInPage = "/_lectern/sign-in";
const secret = "a shared secret with at least 32 characters";
const mailServer = {
  host: "mail.lectern.test",
  port: 587,
  tls: "required" as const,
  login: undefined,
  from: { name: "Lectern", address: "docs@lectern.test" },
};

/** Signs claims as a product would. `alg` may differ from what the key is for. */
function makeToken(alg: string, key: KeyObject | string, claims: object, header: object = {}): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const text = `${part({ alg, typ: "JWT", ...header })}.${part(claims)}`;
  if (alg === "none") return `${text}.`;
  if (typeof key === "string") return `${text}.${createHmac("sha256", key).update(text).digest("base64url")}`;
  const digest = alg === "EdDSA" ? null : "sha256";
  return `${text}.${sign(digest, Buffer.from(text), { key, dsaEncoding: "ieee-p1363" }).toString("base64url")}`;
}

/** The second valid signature that every ES256 signature has: anybody can compute it. */
function otherHalf(signature: Buffer): Buffer {
  const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
  const other = order - BigInt(`0x${signature.subarray(32).toString("hex")}`);
  return Buffer.concat([signature.subarray(0, 32), Buffer.from(other.toString(16).padStart(64, "0"), "hex")]);
}

onDatabaseOfRun((dialect) => {
  let lectern: Installation;
  let node: Node;
  let provider: IdentityProvider;
  const sharedUri = `${publicUrl}/dashboard/auth/readers/callback`;
  const redirectUris = [sharedUri];
  let projectId: string;
  let admin: Person;
  let browser: SiteBrowser;

  beforeAll(async () => {
    lectern = await startInstallation(dialect);
    const { tenant, clock } = lectern;
    projectId = tenant.project.id;
    provider = await startIdentityProvider(redirectUris, clock);
    const oidc = provider.settings;
    node = await lectern.startNode({ oidc, mail: mailServer, allowedHosts: ["127.0.0.1"] });
    const pages = { index: "<p>Welcome</p>", secret: "<p>Roadmap</p>" };
    await publishPages(lectern, { project: tenant.project, branch: tenant.project.branch, pages, commitSha: null });
    const domain = { domain: "docs.acme.example", projectId, createdAt: clock.now() };
    await node.database.query.insertInto("projectDomains").values(domain).execute();
    admin = await join(lectern, tenant.organizationId, "admin", "ada@acme.test");
  });
  afterAll(async () => {
    await lectern.stop();
    await provider.close();
  });
  beforeEach(() => {
    lectern.clock.advance(3_600_000);
    browser = openSiteBrowser(node.url);
    provider.forgery = {};
    provider.person.groups = ["beta"];
  });

  const change = (body: Record<string, unknown>) =>
    admin.call("changeSiteAccess", { params: { projectId }, body }, { url: node.url });
  const sessions = () => node.database.query.selectFrom("readerSessions").selectAll().orderBy("id", "desc").execute();

  /** Follows a reader to the provider, and returns the address on the site that they come back to. */
  async function withProvider(method: string, at = site): Promise<string> {
    const left = await browser.open(`${at}${signInPage}/start?method=${method}&redirect=/secret`);
    const started = await browser.open(left.headers.location ?? "");
    const back = await browser.open(await provider.visit(started.headers.location ?? ""));
    return back.headers.location ?? "";
  }

  test.each(["server", "provider"])("a reader signs in with the %s, and groups come from a claim", async (method) => {
    const own = { ...provider.settings, name: "Acme ID", groupsClaim: "groups", scopes: "openid email groups" };
    const changed = await change({
      kind: "readers",
      server: method === "server" ? { groupsClaim: "groups" } : null,
      provider: method === "provider" ? own : null,
      jwt: null,
      mail: null,
    });
    expect([changed.status, changed.text.includes("provider-secret")]).toEqual([200, false]);
    redirectUris.push(JSON.parse(changed.text).providerCallbackUrl);
    expect((await browser.open(`${ownDomain}${signInPage}`)).text).toContain("Continue with Acme ID");
    const back = await withProvider(method, ownDomain);
    expect(back).toMatch(/^https:\/\/docs\.acme\.example\/_lectern\/sign-in\/callback\?code=/);
    expect((await browser.open(back)).headers.location).toBe("/secret");
    expect((await browser.open(`${ownDomain}/secret`)).status).toBe(200);
    const [session] = await sessions();
    expect(session).toMatchObject({ method, subject: "ada@acme.test", groups: '["beta"]' });
    provider.forgery = { withOtherKey: true };
    expect(await withProvider(method)).toContain("error=failed");
  });

  /** A tenant's own provider, which sends browsers on to `next` and keeps the codes that reach its token endpoint. */
  async function startMaliciousProvider() {
    const codes: string[] = [];
    const server = createServer(async (request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? "", malicious.issuer);
      if (pathname === "/token") codes.push(await text(request));
      const location = new URL(malicious.next);
      location.searchParams.set("state", searchParams.get("state") ?? "");
      if (pathname === "/authorize") return response.writeHead(302, { location: location.href }).end();
      const [authorization_endpoint, token_endpoint] = ["/authorize", "/token"].map((path) => malicious.issuer + path);
      const configuration = { issuer: malicious.issuer, authorization_endpoint, token_endpoint };
      return response.setHeader("content-type", "application/json").end(JSON.stringify(configuration));
    });
    const malicious = { issuer: "", next: publicUrl, codes, close: () => server.close() };
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    malicious.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return malicious;
  }

  const ownProvider = (issuer: string, clientId = "lectern") => {
    const named = { name: "ID", issuer, clientId, groupsClaim: "groups", scopes: "openid" };
    return { kind: "readers", server: null, provider: { ...named, clientSecret: "provider-secret" } };
  };
  const locationOf = async (at: SiteBrowser, address: string) => (await at.open(address)).headers.location ?? "";
  const begin = async (at: SiteBrowser, host: string, method: string) =>
    locationOf(at, await locationOf(at, `${host}${signInPage}/start?method=${method}&redirect=/secret`));

  test.each(
    ["server", "provider"].flatMap((method) => ["the shared address", "its own address"].map((uri) => [method, uri])),
  )("no other tenant's provider gets a code for the %s, sent to %s", async (method, uri) => {
    const malicious = await startMaliciousProvider();
    const { stranger } = lectern;
    const pages = { index: "<p>Welcome</p>" };
    await publishPages(lectern, { project: stranger.project, branch: stranger.project.branch, pages, commitSha: null });
    const { provider: foreign } = ownProvider(malicious.issuer);
    const clientSecret = openSecrets({ keys: [], dataFolder: lectern.storage.dataFolder }).seal("secret");
    await setAccess(lectern, stranger.project.id, "readers", { provider: { ...foreign, clientSecret } });
    const own = await change(ownProvider(provider.settings.issuer));
    redirectUris.push(JSON.parse(own.text).providerCallbackUrl);
    if (method === "server") await change({ kind: "readers", server: { groupsClaim: "groups" }, provider: null });

    const attacker = openSiteBrowser(node.url);
    const asked = new URL(await begin(attacker, site, method));
    asked.searchParams.set("redirect_uri", uri === "its own address" ? (redirectUris.at(-1) ?? "") : sharedUri);
    malicious.next = asked.href;
    const lured = await provider.visit(await begin(browser, "https://zenith-docs.sites.lectern.test", "provider"));
    const callback = await provider.visit(lured);
    expect(callback).toContain("code=");
    expect(await locationOf(browser, callback)).toContain(
      "zenith-docs.sites.lectern.test/_lectern/sign-in?error=failed",
    );
    expect(malicious.codes).toEqual([]);
    malicious.close();
  });

  test("a code that was asked for before the provider was replaced isn't sent to the new one", async () => {
    const malicious = await startMaliciousProvider();
    redirectUris.push(JSON.parse((await change(ownProvider(provider.settings.issuer))).text).providerCallbackUrl);
    const callback = await provider.visit(await begin(browser, site, "provider"));
    await change(ownProvider(malicious.issuer));
    expect(await locationOf(browser, callback)).toContain("error=failed");
    expect(malicious.codes).toEqual([]);
    malicious.close();
  });

  test.each([
    ["another issuer", "&iss=https://evil.example", false],
    ["two issuers", "&iss=https://evil.example&iss=https://id.example", false],
    ["no issuer, although it promises one", "", true],
  ])("a provider that answers with %s signs nobody in", async (_case, search, announcesIssuer) => {
    await change({ kind: "readers", server: { groupsClaim: "groups" }, provider: null });
    const callback = await provider.visit(await begin(browser, site, "server"));
    provider.forgery = { announcesIssuer };
    expect(await locationOf(browser, callback + search)).toContain("error=failed");
  });

  test("a provider's secret is never sent to another address than the one it was entered for", async () => {
    const own = { name: "Acme ID", clientId: "lectern", groupsClaim: "groups", scopes: "openid" };
    const { issuer, clientSecret } = provider.settings;
    expect((await change({ kind: "readers", provider: { ...own, issuer, clientSecret } })).status).toBe(200);
    expect((await change({ provider: { ...own, issuer: "https://evil.example" } })).status).toBe(400);
  });

  test("the callback of a provider needs the browser that began", async () => {
    await change({ kind: "readers", server: { groupsClaim: "groups" } });
    const left = await browser.open(`${site}${signInPage}/start?method=server&redirect=/`);
    const started = await browser.open(left.headers.location ?? "");
    const callback = await provider.visit(started.headers.location ?? "");
    expect((await openSiteBrowser(node.url).open(callback)).status).toBe(404);
  });

  const now = () => Math.floor(lectern.clock.now() / 1_000);
  const claims = (more: object = {}) => ({ host: "acme-docs.sites.lectern.test", exp: now() + 10, ...more });
  const setKey = (key: JwtSettings["key"]) =>
    change({ kind: "readers", jwt: { name: "Acme", loginUrl: "https://app.acme.example/docs", key }, mail: null });
  const enter = (token: string, at = site) => browser.submit(`${at}${signInPage}/jwt`, { token, redirect: "/secret" });
  const pairs = {
    EdDSA: generateKeyPairSync("ed25519"),
    ES256: generateKeyPairSync("ec", { namedCurve: "prime256v1" }),
    RS256: generateKeyPairSync("rsa", { modulusLength: 2_048 }),
  };
  const pemOf = (alg: keyof typeof pairs) => pairs[alg].publicKey.export({ type: "spki", format: "pem" }).toString();

  test.each(["EdDSA", "ES256", "RS256"] as const)("a product signs readers in with %s", async (alg) => {
    expect((await setKey({ kind: "public_key", value: pemOf(alg) })).status).toBe(200);
    const page = await browser.open(`${site}/login/jwt-callback?redirect=%2Fsecret`);
    expect(page.text).toContain('name="redirect" value="/secret"');
    const token = makeToken(alg, pairs[alg].privateKey, {
      ...claims({ expiresAt: now() + 60, groups: ["beta"], content: { plan: "pro" } }),
      apiPlaygroundInputs: { header: { "X-Key": "k" } },
    });
    expect((await enter(token)).headers.location).toBe("/secret");
    expect((await browser.open(`${site}/secret`)).status).toBe(200);
    const [session] = await sessions();
    expect(session).toMatchObject({ groups: '["beta"]', expiresAt: (now() + 60) * 1_000 });
    expect(JSON.parse(session?.profile ?? "")).toMatchObject({
      content: { plan: "pro" },
      apiPlaygroundInputs: { header: { "X-Key": "k" } },
    });
    const again = await enter(token);
    expect([again.status, again.text]).toEqual([401, expect.stringContaining("used before")]);
    // Decoders skip the padding, so this is the same signature in other letters.
    const padded = await enter(`${token}=`);
    expect([padded.status, padded.text]).toEqual([401, expect.stringContaining("used before")]);
    lectern.clock.advance(61_000);
    expect((await browser.open(`${site}/secret`)).status).toBe(302);
  });

  test("a product signs readers in with a shared secret, or with the keys at an address", async () => {
    expect((await setKey({ kind: "secret", value: "too short" })).status).toBe(400);
    await setKey({ kind: "secret", value: secret });
    expect((await enter(makeToken("HS256", secret, claims()))).status).toBe(303);
    const jwk = { ...pairs.ES256.publicKey.export({ format: "jwk" }), kid: "one" };
    const server = createServer((_request, response) => response.end(JSON.stringify({ keys: [{ kty: "oct" }, jwk] })));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const value = `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks`;
    expect((await setKey({ kind: "jwks", value })).status).toBe(200);
    const { privateKey } = pairs.ES256;
    expect((await enter(makeToken("ES256", privateKey, claims(), { kid: "one" }))).status).toBe(303);
    expect((await enter(makeToken("ES256", privateKey, claims(), { kid: "two" }))).status).toBe(401);
    server.close();
  });

  test.each<[string, (signature: Buffer) => string]>([
    ["with padding", (signature) => `${signature.toString("base64url")}=`],
    ["in another alphabet", (signature) => signature.toString("base64")],
    ["with other last bits", (signature) => `${signature.toString("base64url")}A`],
    ["that the key's owner didn't make", (signature) => otherHalf(signature).toString("base64url")],
  ])("a token that was used isn't accepted again with a signature %s", async (_case, rewrite) => {
    await setKey({ kind: "public_key", value: pemOf("ES256") });
    const token = makeToken("ES256", pairs.ES256.privateKey, claims());
    expect((await enter(token)).status).toBe(303);
    const [head = "", body = "", signature = ""] = token.split(".");
    const again = await enter(`${head}.${body}.${rewrite(Buffer.from(signature, "base64url"))}`);
    expect([again.status, again.text]).toEqual([401, expect.stringMatching(/used before|signature is wrong/)]);
  });

  test("a token is accepted if the clocks differ by up to ten seconds", async () => {
    await setKey({ kind: "public_key", value: pemOf("EdDSA") });
    const { privateKey } = pairs.EdDSA;
    const status = async (times: object) => (await enter(makeToken("EdDSA", privateKey, claims(times)))).status;
    expect(await status({ exp: now() - 8 })).toBe(303);
    expect(await status({ exp: now() - 12 })).toBe(401);
    expect(await status({ nbf: now() + 8 })).toBe(303);
    expect(await status({ nbf: now() + 12 })).toBe(401);
  });

  test("keys for tokens are never fetched from the operator's own network, nor after a redirect", async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? "");
      response.writeHead(302, { location: "/keys" }).end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect((await setKey({ kind: "jwks", value: `${origin}/jwks` })).status).toBe(200);
    const token = makeToken("ES256", pairs.ES256.privateKey, claims());
    const strict = await lectern.startNode({});
    for (const [url, paths] of [
      [strict.url, []],
      [node.url, ["/jwks"]],
    ] as const) {
      asked.length = 0;
      const reply = await openSiteBrowser(url).submit(`${site}${signInPage}/jwt`, { token, redirect: "/" });
      expect([reply.status, reply.text, asked]).toEqual([401, expect.stringContaining("available"), paths]);
    }
    server.close();
  });

  test.each<[string, () => string]>([
    ["for another host", () => makeToken("EdDSA", pairs.EdDSA.privateKey, claims({ host: "docs.other.example" }))],
    ["without a host", () => makeToken("EdDSA", pairs.EdDSA.privateKey, { exp: now() + 10 })],
    ["that has expired", () => makeToken("EdDSA", pairs.EdDSA.privateKey, claims({ exp: now() - 60 }))],
    ["without an end", () => makeToken("EdDSA", pairs.EdDSA.privateKey, { host: "acme-docs.sites.lectern.test" })],
    ["that is valid for a day", () => makeToken("EdDSA", pairs.EdDSA.privateKey, claims({ exp: now() + 86_400 }))],
    ["whose session has ended", () => makeToken("EdDSA", pairs.EdDSA.privateKey, claims({ expiresAt: now() - 1 }))],
    ["without a signature", () => makeToken("none", "", claims())],
    ["signed with the public key as a secret", () => makeToken("HS256", pemOf("EdDSA"), claims())],
    ["of another key", () => makeToken("EdDSA", generateKeyPairSync("ed25519").privateKey, claims())],
    ["of another algorithm", () => makeToken("RS256", pairs.RS256.privateKey, claims())],
    [
      "with a header that must be understood",
      () => makeToken("EdDSA", pairs.EdDSA.privateKey, claims(), { crit: ["exp"] }),
    ],
    ["with an end that isn't a number", () => makeToken("EdDSA", pairs.EdDSA.privateKey, claims({ exp: "soon" }))],
    ["that is no token", () => "a.b.c"],
    ["that is empty", () => ""],
    ["that is huge", () => "a".repeat(20_000)],
  ])("a token %s is refused", async (_case, make) => {
    await setKey({ kind: "public_key", value: pemOf("EdDSA") });
    const reply = await enter(make());
    expect([reply.status, reply.headers["set-cookie"]]).toEqual([401, undefined]);
    expect(reply.text).toContain("The token was refused");
  });

  test("a private key, weak keys and keys that take long are not accepted to check tokens with", async () => {
    const weak = generateKeyPairSync("rsa", { modulusLength: 1_024 }).publicKey;
    const usual = pairs.RS256.publicKey.export({ format: "jwk" });
    // Nobody has the private key of this one, but checking any signature with it takes as long as signing.
    const slow = createPublicKey({ format: "jwk", key: { ...usual, e: usual.n ?? "" } });
    const own = pairs.EdDSA.privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    const others = [weak, slow].map((key) => key.export({ type: "spki", format: "pem" }).toString());
    for (const value of [own, ...others, "nonsense"]) {
      expect((await setKey({ kind: "public_key", value })).status).toBe(400);
    }
  });

  const lastLink = async (email: string) => (await allLinks(email)).at(-1);

  async function allLinks(email: string): Promise<string[]> {
    const { dataFolder } = lectern.storage;
    const secrets = openSecrets({ keys: [], dataFolder });
    const rows = await node.database.query.selectFrom("mails").select("sealed").execute();
    const mails = rows.map(({ sealed }) => JSON.parse(secrets.open(sealed ?? "")));
    return mails.filter(({ to }) => to.email === email).map(({ content }) => content.action.url);
  }

  test("a link by mail works once, on any device, and the reply doesn't tell who may read", async () => {
    const set = { kind: "readers", jwt: null, server: null, provider: null };
    await change({ ...set, mail: { allowed: ["@acme.example", "bob@other.example"], groups: ["partners"] } });
    const ask = (email: string) => browser.submit(`${site}${signInPage}/mail`, { email, redirect: "/secret" });
    const strange = await ask("eve@evil.example");
    const known = await ask("Ada@acme.example");
    expect([known.status, known.text]).toEqual([strange.status, strange.text]);
    const link = await vi.waitFor(async () => {
      const found = await lastLink("ada@acme.example");
      expect(found).toBeDefined();
      return found ?? "";
    });
    expect(await lastLink("eve@evil.example")).toBeUndefined();
    const [address = "", token = ""] = link.split("#");
    expect(address).toBe(`${site}${signInPage}/mail-link`);
    const phone = openSiteBrowser(node.url);
    expect((await phone.open(address)).text).not.toContain("data-auto");
    expect((await phone.submit(address, { token: `${token.slice(1)}x` })).headers.location).toContain("expired");
    expect((await phone.submit(address, { token })).headers.location).toBe("/secret");
    expect((await phone.open(`${site}/secret`)).status).toBe(200);
    expect((await browser.submit(address, { token })).headers.location).toContain("expired");
    expect((await sessions())[0]).toMatchObject({ subject: "ada@acme.example", groups: '["partners"]' });
  });

  test("one mailbox gets at most five links in an hour, whoever asks, and links lead to the server's own port", async () => {
    const mail = { allowed: ["@acme.example"], groups: [] };
    await change({ kind: "readers", mail, jwt: null, server: null, provider: null });
    const email = `flood-${dialect}@acme.example`;
    const count = async () => {
      const rows = await node.database.query.selectFrom("rateLimits").selectAll().execute();
      const running = rows.filter(({ resetAt }) => resetAt > lectern.clock.now());
      const asked = running.filter(
        ({ name, subject }) => name === "reader-mails" && subject.startsWith(`${projectId}/`),
      );
      return asked.reduce((sum, row) => sum + row.count, 0);
    };
    for (let times = 1; times <= 7; times += 1) {
      const asking = openSiteBrowser(node.url);
      const before = await count();
      const reply = await asking.submit(`${site}:8443${signInPage}/mail`, { email });
      expect(reply.status).toBe(200);
      await vi.waitFor(async () => expect(await count()).toBe(before + 1));
    }
    const links = await allLinks(email);
    expect(links.length).toBe(5);
    expect(links.map((link) => new URL(link).host)).toEqual(links.map(() => new URL(site).host));
  });

  test("a link by mail expires after 15 minutes, and when the access changes", async () => {
    const mail = { allowed: ["@acme.example"], groups: [] };
    await change({ kind: "readers", mail, jwt: null, server: null, provider: null });
    const ask = async (email: string) => {
      await browser.submit(`${site}${signInPage}/mail`, { email });
      return vi.waitFor(async () => {
        const found = await lastLink(email);
        expect(found).toBeDefined();
        return (found ?? "").split("#")[1] ?? "";
      });
    };
    const late = await ask("late@acme.example");
    lectern.clock.advance(901_000);
    const open = (token: string) => browser.submit(`${site}${signInPage}/mail-link`, { token });
    expect((await open(late)).headers.location).toContain("expired");
    const early = await ask("early@acme.example");
    await change({ mail: { ...mail, groups: ["staff"] } });
    expect((await open(early)).headers.location).toContain("expired");
  });

  test("a way in that a project hasn't set up doesn't exist", async () => {
    await setAccess(lectern, projectId, "password");
    expect((await browser.open(`${site}/login/jwt-callback`)).status).toBe(404);
    expect((await browser.submit(`${site}${signInPage}/mail`, { email: "ada@acme.example" })).status).toBe(404);
    for (const method of ["server", "provider", "jwt", "mail"]) {
      expect((await browser.open(`${site}${signInPage}/start?method=${method}`)).status).toBe(404);
    }
  });

  test("an operator's choice of ways to sign in applies to sessions, too", async () => {
    await change({ kind: "readers", mail: { allowed: ["@acme.example"], groups: [] }, jwt: null });
    const strict = await lectern.startNode({ mail: mailServer, readers: { methods: ["jwt"], sessionHoursMax: 1 } });
    const there = openSiteBrowser(strict.url);
    expect((await there.open(`${site}${signInPage}`)).text).toContain("no way to sign in");
    await setAccess(lectern, projectId, "password");
    const entered = await browser.submit(`${site}${signInPage}/password`, { password: sitePassword });
    expect(entered.status).toBe(303);
    expect((await browser.open(`${site}/secret`)).status).toBe(200);
    const [, value = ""] = /reader=([\w-]+)/.exec(String(entered.headers["set-cookie"])) ?? [];
    const cookie = `__Host-lectern.reader=${value}`;
    expect((await there.open(`${site}/secret`, { cookie })).status).toBe(302);
    const reply = await admin.call(
      "changeSiteAccess",
      { params: { projectId }, body: { kind: "members" } },
      { url: strict.url },
    );
    expect(reply.status).toBe(400);
  });
});
