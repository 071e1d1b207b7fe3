import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { expectError, expectSuccess } from "../contract/expect-reply.ts";
import { parseJson, type Received, send } from "../contract/send.ts";
import { onDatabaseOfRun } from "../support/database.ts";
import { type Installation, type Node, publicUrl, startInstallation } from "../support/server.ts";
import { type Forgery, type IdentityProvider, startIdentityProvider } from "./identity-provider.ts";
import { callAs, inviteByLink, join, operationOf, read, sessionCookie } from "./people.ts";

const callbackUri = `${publicUrl}/dashboard/auth/oauth2/callback/oidc`;

onDatabaseOfRun((dialect) => {
  let lectern: Installation;
  let node: Node;
  let provider: IdentityProvider;

  beforeAll(async () => {
    lectern = await startInstallation(dialect);
    provider = await startIdentityProvider([callbackUri], lectern.clock);
    node = await lectern.startNode({ oidc: provider.settings });
  });
  afterAll(async () => {
    await lectern.stop();
    await provider.close();
  });
  beforeEach(() => {
    lectern.clock.advance(3_600_000);
    provider.forgery = {};
  });

  const guest = () => callAs(lectern, undefined);
  const begin = (returnTo = "/dashboard/org_1/acme?tab=1") =>
    guest()("signInWithProvider", { body: { returnTo } }, { url: node.url });
  const comeBack = (location: string, cookie: string): Promise<Received> =>
    send(node.url, { path: location.slice(publicUrl.length), headers: { cookie } });

  async function signIn(): Promise<Received> {
    const begun = await begin();
    expectSuccess(operationOf("signInWithProvider"), begun);
    return comeBack(await provider.visit(read("signInWithProvider", begun).url), sessionCookie(begun));
  }

  test("the sign-in page names the provider if there is one", async () => {
    const named = await guest()("getSignInOptions", {}, { url: node.url });
    expect(parseJson(named)).toMatchObject({ provider: "Acme ID" });
    expect(parseJson(await guest()("getSignInOptions"))).toMatchObject({ provider: null });
    expectError(404, await guest()("signInWithProvider", { body: {} }));
  });

  test("a provider that cannot be reached is reported as unavailable", async () => {
    const gone = await startIdentityProvider([callbackUri], lectern.clock);
    await gone.close();
    const { url } = await lectern.startNode({ oidc: gone.settings });
    expectError(503, await guest()("signInWithProvider", { body: {} }, { url }));
  });

  test("a user of the provider can sign in but has no access until invited", async () => {
    const back = await signIn();
    expect([back.status, back.headers.location]).toEqual([302, "/dashboard/org_1/acme?tab=1"]);
    const ada = callAs(lectern, sessionCookie(back));
    const me = read("getMe", await ada("getMe"));
    expect(me).toMatchObject({ user: { email: "ada@acme.test", name: "Ada", hasPassword: false }, organizations: [] });
    expectError(404, await ada("getProject", { params: { projectId: lectern.tenant.project.id } }));
    expectError(403, await ada("createOrganization", { body: { name: "Mine" } }));

    const token = await inviteByLink(lectern, lectern.tenant.organizationId, "editor", "ada@acme.test");
    expectSuccess(operationOf("acceptInvitation"), await ada("acceptInvitation", { body: { token } }));
    const again = callAs(lectern, sessionCookie(await signIn()));
    expect(read("getMe", await again("getMe"))).toMatchObject({
      user: { id: me.user.id },
      organizations: [{ role: "editor" }],
    });
  });

  test("a code that is replayed, forged or returned to another browser creates no session", async () => {
    const begun = await begin();
    const location = await provider.visit(read("signInWithProvider", begun).url);
    const stolen = await comeBack(location, "");
    expect(stolen.headers.location).toMatch(/^https:\/\/docs\.lectern\.test\/dashboard\/sign-in\?.*error=/);
    expect(sessionCookie(stolen)).not.toContain("session_token");
    const other = await begin();
    expect(sessionCookie(await comeBack(location, sessionCookie(other)))).not.toContain("session_token");
    const made = await comeBack(`${callbackUri}?code=made-up&state=made-up`, sessionCookie(other));
    expect(sessionCookie(made)).not.toContain("session_token");
  });

  const minutes = (count: number) => Math.floor(lectern.clock.now() / 1_000) + count * 60;

  test.each<[string, () => Forgery]>([
    ["signed with another key", () => ({ withOtherKey: true })],
    ["not signed at all", () => ({ algorithm: "none" })],
    ["signed with the shared client secret", () => ({ algorithm: "HS256" })],
    ["from another issuer", () => ({ claims: { iss: "https://evil.test" } })],
    ["for another client", () => ({ claims: { aud: "another" } })],
    ["for two clients, requested by the other one", () => ({ claims: { aud: ["lectern", "b"], azp: "b" } })],
    ["for two clients, without saying which one requested it", () => ({ claims: { aud: ["lectern", "b"] } })],
    ["that has expired", () => ({ claims: { iat: minutes(-10), exp: minutes(-5) } })],
    ["that never expires", () => ({ claims: { exp: undefined } })],
    ["from another sign-in", () => ({ claims: { nonce: "of-another" } })],
    ["without a nonce", () => ({ claims: { nonce: undefined } })],
    ["without a subject", () => ({ claims: { sub: undefined } })],
  ])("an ID token %s does not start a session", async (_what, forgery) => {
    provider.forgery = forgery();
    const back = await signIn();
    expect(back.headers.location).toMatch(/\/dashboard\/sign-in\?.*error=/);
    expect(sessionCookie(back)).not.toContain("session_token");
  });

  test("claims missing from the ID token are fetched, and only for the same subject", async () => {
    provider.forgery = { claims: { email: undefined, name: undefined } };
    const ada = callAs(lectern, sessionCookie(await signIn()));
    expect(read("getMe", await ada("getMe")).user).toMatchObject({ email: "ada@acme.test", name: "Ada" });
    provider.forgery = { claims: { sub: "another", email: undefined, name: undefined } };
    const back = await signIn();
    expect(back.headers.location).toMatch(/error=email_is_missing/);
    expect(sessionCookie(back)).not.toContain("session_token");
  });

  test("a provider account cannot take over an account with a password", async () => {
    await join(lectern, lectern.tenant.organizationId, "admin", "owner@acme.test");
    const before = provider.person;
    provider.person = { sub: "2", email: "owner@acme.test", email_verified: true, name: "Somebody" };
    const back = await signIn();
    const search = new URLSearchParams({ error: "account_not_linked", to: "/org_1/acme?tab=1" });
    expect(back.headers.location).toBe(`${publicUrl}/dashboard/sign-in?${search}`);
    expect(sessionCookie(back)).not.toContain("session_token");
    provider.person = before;
  });

  test.each(["https://evil.test", "//evil.test", "/other", "/dashboard\\evil", "/dashboard.evil.test"])(
    "nobody is redirected to %s",
    async (returnTo) => {
      expectError(400, await begin(returnTo));
    },
  );

  test("provider tokens are not stored, and neither they nor the client secret are logged", async () => {
    const rows = await lectern.node.database.query.selectFrom("credentials").selectAll().execute();
    expect(rows.filter((row) => row.providerId === "oidc")).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain("access");
    expect(lectern.logLines.join("")).not.toMatch(/provider-secret|code=|id_token/);
  });
});
