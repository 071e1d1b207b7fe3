import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { listAuditEntries } from "../../src/activity/audit/store.ts";
import { expectError, expectSuccess } from "../contract/expect-reply.ts";
import { type Received, send } from "../contract/send.ts";
import { onDatabaseOfRun } from "../support/database.ts";
import { type ModelServer, startModelServer } from "../support/model-server.ts";
import { type Installation, type Node, publicUrl, startInstallation } from "../support/server.ts";
import { type IdentityProvider, startIdentityProvider } from "./identity-provider.ts";
import { callAs, inviteByLink, join, operationOf, type Person, password, read, sessionCookie } from "./people.ts";

const callbackUri = `${publicUrl}/dashboard/auth/oauth2/callback/oidc`;
const noRules = { requiresProvider: false, defaultRole: null, emailDomains: [], mappings: [] };

onDatabaseOfRun((dialect) => {
  let lectern: Installation;
  let node: Node;
  let other: Node;
  let provider: IdentityProvider;
  let model: ModelServer;
  let owner: Person;
  let params: { organizationId: string };

  beforeAll(async () => {
    lectern = await startInstallation(dialect);
    provider = await startIdentityProvider([callbackUri], lectern.clock);
    model = await startModelServer();
    const allowed = { allowedHosts: ["127.0.0.1"] };
    node = await lectern.startNode(allowed);
    other = await lectern.startNode(allowed);
    params = { organizationId: lectern.tenant.organizationId };
    owner = await join(lectern, params.organizationId, "admin", "owner@acme.test");
  });
  afterAll(async () => {
    await lectern.stop();
    await Promise.all([provider.close(), model.close()]);
  });
  beforeEach(() => lectern.clock.advance(3_600_000));

  type Calls = Parameters<Person["call"]>;
  const at = (person: { call: Person["call"] }, name: Calls[0], input?: Calls[1]): Promise<Received> =>
    person.call(name, input, { url: node.url });
  const settings = () => {
    const { issuer, clientId, clientSecret, name } = provider.settings;
    return { issuer, clientId, clientSecret, name, rolesClaim: "groups" };
  };
  const comeBack = async (begun: Received, cookie = ""): Promise<Received> => {
    const location = await provider.visit(read("signInWithProvider", begun).url);
    const cookies = [sessionCookie(begun), cookie].join("; ");
    return send(node.url, { path: location.slice(publicUrl.length), headers: { cookie: cookies } });
  };
  const signIn = async (): Promise<{ call: Person["call"] }> => {
    const call = callAs(lectern, undefined);
    const back = await comeBack(await call("signInWithProvider", { body: {} }, { url: node.url }));
    expect(sessionCookie(back)).toContain("session_token");
    return { call: callAs(lectern, sessionCookie(back)) };
  };
  const organizationsOf = async (person: { call: Person["call"] }) =>
    read("getMe", await at(person, "getMe")).organizations.map(({ id, role }) => [id, role]);

  describe("the provider", () => {
    test("only an admin of the first organization can set the provider", async () => {
      const viewer = await join(lectern, params.organizationId, "viewer", "viewer@acme.test");
      const stranger = await join(lectern, lectern.stranger.organizationId, "admin", "admin@zenith.test");
      for (const person of [viewer, stranger]) {
        expectError(403, await at(person, "getServerSettings"));
        expectError(403, await at(person, "changeServerSignIn", { body: settings() }));
        expect(read("getMe", await at(person, "getMe")).user.isServerAdmin).toBe(false);
      }
      const shown = read("getServerSettings", await at(owner, "getServerSettings"));
      expect(shown).toMatchObject({ callbackUrl: callbackUri, provider: { source: "none", hasSecret: false } });
      expect(read("getMe", await at(owner, "getMe")).user.isServerAdmin).toBe(true);
    });

    test("the provider is tested before it is saved, and a failure is explained", async () => {
      const check = async (change: object, url = node.url) => {
        const body = { ...settings(), ...change };
        return read("testServerSignIn", await owner.call("testServerSignIn", { body }, { url })).problem;
      };
      expect(await check({})).toBeNull();
      expect(await check({ issuer: `${provider.settings.issuer}/nothing` })).toContain(
        "no OpenID Connect configuration",
      );
      expect(await check({ issuer: "http://127.0.0.1:1" })).toContain("refused the connection");
      // The first node doesn't allow hosts in its own network.
      expect(await check({}, lectern.node.url)).toContain("LECTERN_ALLOWED_HOSTS");
    });

    test("a new provider works on all nodes without a restart, and its secret is encrypted and never shown", async () => {
      const guest = { call: callAs(lectern, undefined) };
      expect(
        read("getSignInOptions", await other.server.http.inject("/v1/dashboard/sign-in").then(toReceived)),
      ).toMatchObject({ provider: null });
      const saved = await at(owner, "changeServerSignIn", { body: settings() });
      expectSuccess(operationOf("changeServerSignIn"), saved);
      expect(read("changeServerSignIn", saved).provider).toMatchObject({
        source: "dashboard",
        setBy: owner.email,
        hasSecret: true,
      });
      expect(saved.text).not.toContain(provider.settings.clientSecret);
      await expect
        .poll(async () => read("getSignInOptions", await guest.call("getSignInOptions", {}, { url: other.url })))
        .toMatchObject({ provider: "Acme ID" });
      const rows = await node.database.query.selectFrom("serverSettings").selectAll().execute();
      expect(JSON.stringify(rows)).not.toContain(provider.settings.clientSecret);
      const [entry] = await listAuditEntries(node.database.query, params.organizationId, { limit: 1 });
      expect(entry).toMatchObject({
        action: "changeServerSignIn",
        target: { kind: "setting", name: "Single sign-on" },
      });

      const { clientSecret: _, ...withoutSecret } = settings();
      expectSuccess(operationOf("changeServerSignIn"), await at(owner, "changeServerSignIn", { body: withoutSecret }));
      const elsewhere = { ...withoutSecret, issuer: "https://evil.test" };
      expectError(400, await at(owner, "changeServerSignIn", { body: elsewhere }));
    });

    test("a provider in the environment takes precedence and cannot be changed", async () => {
      const { url } = await lectern.startNode({ oidc: { ...provider.settings, name: "From environment" } });
      const shown = read("getServerSettings", await owner.call("getServerSettings", {}, { url }));
      expect(shown.provider).toMatchObject({ source: "environment", name: "From environment", setBy: null });
      const refused = await owner.call("changeServerSignIn", { body: settings() }, { url });
      expectError(409, refused);
      expect(refused.text).toContain("LECTERN_OIDC_ISSUER");
    });
  });

  describe("role mapping", () => {
    test("each sign-in sets the highest matching role, and removes people who no longer match", async () => {
      const mappings = [
        { value: "docs", role: "viewer" },
        { value: "writers", role: "editor" },
      ];
      expectSuccess(
        operationOf("changeOrganizationSignIn"),
        await at(owner, "changeOrganizationSignIn", { params, body: { ...noRules, mappings } }),
      );
      provider.person = { ...provider.person, groups: ["docs", "writers", "other"] };
      const ada = await signIn();
      expect(await organizationsOf(ada)).toEqual([[params.organizationId, "editor"]]);
      const { members } = read("listMembers", await at(owner, "listMembers", { params }));
      const member = members.find(({ email }) => email === "ada@acme.test");
      expect(member).toMatchObject({ role: "editor", isManaged: true });
      const userId = member?.userId ?? "";
      expectError(409, await at(owner, "changeMemberRole", { params: { ...params, userId }, body: { role: "admin" } }));

      provider.person = { ...provider.person, groups: ["docs"] };
      expect(await organizationsOf(await signIn())).toEqual([[params.organizationId, "viewer"]]);
      provider.person = { ...provider.person, groups: [] };
      expect(await organizationsOf(await signIn())).toEqual([]);
      const entries = await listAuditEntries(node.database.query, params.organizationId, {
        action: "mapRole",
        limit: 9,
      });
      expect(entries.map(({ details: { from, to } }) => [from, to])).toEqual([
        ["viewer", "none"],
        ["editor", "viewer"],
        ["none", "editor"],
      ]);
    });

    test("only people with a verified email of the domain can join by role mapping", async () => {
      const body = { ...noRules, defaultRole: "viewer", emailDomains: ["Acme.test"] };
      expectSuccess(
        operationOf("changeOrganizationSignIn"),
        await at(owner, "changeOrganizationSignIn", { params, body }),
      );
      const people = [
        { sub: "11", email: "verified@acme.test", email_verified: true, joins: true },
        { sub: "12", email: "unverified@acme.test", email_verified: false, joins: false },
        { sub: "13", email: "someone@notacme.test", email_verified: true, joins: false },
      ];
      for (const { joins, ...person } of people) {
        provider.person = { ...person, name: "Somebody" };
        expect(await organizationsOf(await signIn())).toEqual(joins ? [[params.organizationId, "viewer"]] : []);
      }
    });

    test("only server admins can change the role mapping, and the last admin keeps the role", async () => {
      const { organizationId } = lectern.stranger;
      const boss = await join(lectern, organizationId, "admin", "boss@zenith.test");
      const mappings = [{ value: "docs", role: "viewer" }];
      const body = { ...noRules, mappings };
      expectError(403, await at(boss, "changeOrganizationSignIn", { params: { organizationId }, body }));
      expectSuccess(
        operationOf("changeOrganizationSignIn"),
        await at(boss, "changeOrganizationSignIn", { params: { organizationId }, body: noRules }),
      );
    });
  });

  describe("an organization that requires single sign-on", () => {
    const require = (person: { call: Person["call"] }, requiresProvider = true) =>
      at(person, "changeOrganizationSignIn", { params, body: { ...noRules, requiresProvider } });
    let linked: { call: Person["call"] };

    test("only someone signed in through the provider, with a linked account, can require single sign-on", async () => {
      const refused = await require(owner);
      expectError(409, refused);
      expect(refused.text).toContain("lock yourself out");

      provider.person = { sub: "21", email: "owner@acme.test", email_verified: true, name: "Owner" };
      const begun = await at(owner, "linkProvider");
      const back = await comeBack(begun, owner.cookie);
      expect(back.headers.location).toBe("/dashboard/account");
      linked = { call: callAs(lectern, sessionCookie(back)) };
      expect(read("getMe", await at(linked, "getMe")).user.id).toBe(owner.userId);
      expectSuccess(operationOf("changeOrganizationSignIn"), await require(linked));

      // The visit belongs to the session that started it.
      provider.person = { sub: "22", email: "victim@acme.test", email_verified: true, name: "Victim" };
      const attacker = await join(lectern, params.organizationId, "viewer", "attacker@acme.test");
      for (const cookie of ["", owner.cookie]) {
        const planted = await comeBack(await at(attacker, "linkProvider"), cookie);
        expect(planted.headers.location).toContain("please_restart_the_process");
      }
      provider.person = { sub: "21", email: "owner@acme.test", email_verified: true, name: "Owner" };

      // Somebody else can't link the same account.
      const thief = await join(lectern, params.organizationId, "viewer", "thief@acme.test");
      const stolen = await comeBack(await at(thief, "linkProvider"), thief.cookie);
      expect(stolen.headers.location).toContain("linked_to_another_account");
    });

    test("an organization that requires single sign-on refuses passwords on every node", async () => {
      const refused = await at(owner, "listProjects", { params });
      expectError(403, refused);
      expect(refused.text).toContain("requires single sign-on");
      expectError(403, await owner.call("listMembers", { params }, { url: other.url }));
      expectError(403, await at(owner, "getServerSettings"));
      const body = { email: "owner@acme.test", password };
      const again = await callAs(lectern, undefined)("signIn", { body }, { url: node.url });
      expectError(403, await at({ call: callAs(lectern, sessionCookie(again)) }, "listProjects", { params }));
      expectSuccess(operationOf("listProjects"), await at(linked, "listProjects", { params }));
      expectSuccess(operationOf("listProjects"), await at(await signIn(), "listProjects", { params }));
      expectError(409, await at(linked, "removeServerSetting", { body: { setting: "provider" } }));
    });

    test("an organization that requires single sign-on refuses tokens created without it", async () => {
      const { project } = lectern.tenant;
      const useToken = async (person: { call: Person["call"] }) => {
        const body = { name: "Laptop", scopes: ["read"], expiresInDays: 30 };
        const { secret } = read("createToken", await at(person, "createToken", { body }));
        lectern.secrets.push(secret);
        return send(node.url, { path: `/v1/project/updates/${project.id}`, key: secret });
      };
      const refused = await useToken(owner);
      expectError(403, refused);
      expect(refused.text).toContain("requires single sign-on");
      expect((await useToken(linked)).status).toBe(200);
    });

    test("a link from the command line opens an organization that requires single sign-on", async () => {
      const token = await inviteByLink(lectern, params.organizationId, "admin", null);
      const body = { token, name: "Rescue", email: "rescue@acme.test", password };
      const joined = await callAs(lectern, undefined)("createAccount", { body }, { url: node.url });
      const rescue = { call: callAs(lectern, sessionCookie(joined)) };
      expectSuccess(operationOf("listMembers"), await at(rescue, "listMembers", { params }));
      const second = await inviteByLink(lectern, params.organizationId, "admin", null);
      expectSuccess(operationOf("acceptInvitation"), await at(owner, "acceptInvitation", { body: { token: second } }));
      expectSuccess(operationOf("listMembers"), await at(owner, "listMembers", { params }));
      expectSuccess(operationOf("changeOrganizationSignIn"), await require(rescue, false));
    });
  });

  describe("the language model", () => {
    const change = (key = "model-key") => ({ kind: "model", name: "acme/large", url: model.url, key });
    const createJob = async (url: string) => {
      const { project } = lectern.tenant;
      const input = { params: { projectId: project.id }, body: { prompt: "Fix a typo" } };
      return JSON.parse((await owner.call("createAgentJob", input, { url })).text).model;
    };

    test("testing the language model makes one tiny call, and a failure is explained", async () => {
      const check = async (body: Record<string, unknown>, url = node.url) =>
        read("testServerModel", await owner.call("testServerModel", { body }, { url })).problem;
      model.script = [{ text: ["OK"] }];
      expect(await check(change())).toBeNull();
      expect(model.requests.at(-1)).toMatchObject({
        model: "acme/large",
        headers: { authorization: "Bearer model-key" },
      });
      model.script = [{ status: 401 }];
      expect(await check(change())).toContain("rejected the key");
      model.script = [{ status: 404 }];
      expect(await check(change())).toContain("doesn't know the model");
      expect(await check({ ...change(), url: "http://127.0.0.1:1/v1" })).toContain("refused the connection");
      expect(await check(change(), lectern.node.url)).toContain("LECTERN_ALLOWED_HOSTS");
      expectError(400, await at(owner, "testServerModel", { body: { kind: "model", name: "unknown-model" } }));
    });

    test("a new language model is used on all nodes without a restart, and its key goes only to its server", async () => {
      expect(await createJob(other.url)).toMatch(/rules/);
      const saved = await at(owner, "changeServerModel", { body: change() });
      expectSuccess(operationOf("changeServerModel"), saved);
      expect(saved.text).not.toContain("model-key");
      await expect.poll(() => createJob(other.url)).toBe("acme/large");

      const { key: _, ...withoutKey } = change();
      model.script = [{ text: ["OK"] }, { text: ["OK"] }];
      await at(owner, "testServerModel", { body: withoutKey });
      expect(model.requests.at(-1)?.headers.authorization).toBe("Bearer model-key");
      await at(owner, "testServerModel", { body: { ...withoutKey, url: model.url.replace("/v1", "/v2") } });
      expect(model.requests.at(-1)?.headers.authorization).toBeUndefined();

      expectSuccess(
        operationOf("removeServerSetting"),
        await at(owner, "removeServerSetting", { body: { setting: "model" } }),
      );
      await expect.poll(() => createJob(other.url)).toMatch(/rules/);
    });
  });
});

function toReceived({
  statusCode,
  headers,
  payload,
}: {
  statusCode: number;
  headers: object;
  payload: string;
}): Received {
  return { status: statusCode, headers: headers as Received["headers"], text: payload };
}
