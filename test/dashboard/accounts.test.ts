import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createOwnerLink } from "../../src/accounts/invite.ts";
import { listAuditEntries } from "../../src/activity/audit/store.ts";
import { dashboardOperations } from "../../src/contract/dashboard-operations.ts";
import { expectError, expectSuccess } from "../contract/expect-reply.ts";
import { parseJson, send } from "../contract/send.ts";
import { onDatabaseOfRun } from "../support/database.ts";
import { type Installation, publicUrl, startInstallation } from "../support/server.ts";
import { callAs, inviteByLink, join, type Person, password, read, sessionCookie } from "./people.ts";

const dayMilliseconds = 86_400_000;

onDatabaseOfRun((dialect) => {
  let lectern: Installation;
  let owner: Person;
  let organizationId: string;

  beforeAll(async () => {
    lectern = await startInstallation(dialect);
    organizationId = lectern.tenant.organizationId;
    owner = await join(lectern, organizationId, "admin", "owner@acme.test");
  });
  afterAll(() => lectern.stop());
  beforeEach(() => lectern.clock.advance(3_600_000));

  const guest: Person["call"] = (...input) => callAs(lectern, undefined)(...input);
  const signIn = (email: string, secret = password) => guest("signIn", { body: { email, password: secret } });

  describe("the first-start link", () => {
    test("only the newest first-start link works, and it makes one person an admin", async () => {
      const { database } = lectern.node;
      const make = () =>
        database.transaction((tx) =>
          createOwnerLink({ clock: lectern.clock, url: publicUrl }, tx, lectern.stranger.organizationId),
        );
      const [old, link] = [await make(), await make()];
      expect(link).toMatch(/^https:\/\/docs\.lectern\.test\/dashboard\/join#[\w-]{32}$/);
      const [oldToken, token] = [old, link].map((each) => each.split("#")[1]);
      expectError(404, await guest("readInvitation", { body: { token: oldToken } }));
      const shown = await guest("readInvitation", { body: { token } });
      expect(parseJson(shown)).toMatchObject({ role: "admin", email: null, hasAccount: false });
      const body = { token, name: "First", email: "First@Zenith.test", password };
      const created = await guest("createAccount", { body });
      expectSuccess(dashboardOperations.createAccount, created);
      expect(parseJson(created)).toMatchObject({
        user: { name: "First", email: "first@zenith.test", hasPassword: true },
        organizations: [{ id: lectern.stranger.organizationId, role: "admin" }],
      });
      expectError(404, await guest("createAccount", { body: { ...body, email: "second@zenith.test" } }));
    });
  });

  describe("a session", () => {
    test("a session is an HttpOnly, host-only, Secure cookie", async () => {
      const reply = await signIn("Owner@acme.test ".trim());
      expectSuccess(dashboardOperations.signIn, reply);
      const [cookie = ""] = reply.headers["set-cookie"] ?? [];
      expect(cookie).toMatch(/^__Host-lectern\.session_token=/);
      expect(cookie).toMatch(/; HttpOnly/);
      expect(cookie).toMatch(/; Secure/);
      expect(cookie).toMatch(/; SameSite=Lax/);
      expect(cookie).toMatch(/; Path=\//);
      expect(cookie).not.toMatch(/Domain/i);
      const me = await callAs(lectern, sessionCookie(reply))("getMe");
      expectSuccess(dashboardOperations.getMe, me);
      expect(me.headers["cache-control"]).toBe("no-store");
    });

    test("a session is stored only as a hash", async () => {
      const rows = await lectern.node.database.query.selectFrom("sessions").selectAll().execute();
      const [, token = ""] = /session_token=([\w-]+)/.exec(owner.cookie) ?? [];
      expect(token).toHaveLength(32);
      expect(rows.length).toBeGreaterThan(0);
      expect(JSON.stringify(rows)).not.toContain(token);
    });

    test("an ended session is refused on every node at once", async () => {
      const other = await lectern.startNode();
      const cookie = sessionCookie(await signIn("owner@acme.test"));
      const me = (url: string) => send(url, { path: "/v1/dashboard/me", headers: { cookie } });
      expect([(await me(lectern.node.url)).status, (await me(other.url)).status]).toEqual([200, 200]);
      const { sessions } = read("listSessions", await callAs(lectern, cookie)("listSessions"));
      const current = sessions.find((session) => session.isCurrent);
      expect(current).toMatchObject({ address: "127.0.0.1" });
      expectSuccess(
        dashboardOperations.endSession,
        await owner.call("endSession", { params: { sessionId: current?.id ?? "" } }),
      );
      expectError(401, await me(lectern.node.url));
      expectError(401, await me(other.url));
      await other.stop();
    });

    test("another person's session can't be ended and is reported as missing", async () => {
      const stranger = await join(lectern, lectern.stranger.organizationId, "admin", `s${dialect}@zenith.test`);
      const { sessions } = read("listSessions", await owner.call("listSessions"));
      expectError(404, await stranger.call("endSession", { params: { sessionId: sessions[0]?.id ?? "" } }));
      expectSuccess(dashboardOperations.getMe, await owner.call("getMe"));
    });

    test("a session ends when its owner signs out, after 30 days, and when the password is changed elsewhere", async () => {
      const person = await join(lectern, organizationId, "viewer", "leaves@acme.test");
      const again = callAs(lectern, sessionCookie(await signIn("leaves@acme.test")));
      const body = { currentPassword: password, newPassword: "another long password" };
      expectError(403, await again("changePassword", { body: { ...body, currentPassword: "wrong" } }));
      expectSuccess(dashboardOperations.changePassword, await again("changePassword", { body }));
      expectError(401, await person.call("getMe"));
      expectError(401, await signIn("leaves@acme.test"));
      expectSuccess(dashboardOperations.getMe, await again("getMe"));
      const left = await again("signOut");
      expect(left.headers["set-cookie"]?.[0]).toMatch(/session_token=; Max-Age=0/);
      expectError(401, await again("getMe"));
      const last = callAs(lectern, sessionCookie(await signIn("leaves@acme.test", "another long password")));
      lectern.clock.advance(30 * dayMilliseconds - 1);
      expectSuccess(dashboardOperations.getMe, await last("getMe"));
      lectern.clock.advance(1);
      expectError(401, await last("getMe"));
      owner = { ...owner, cookie: sessionCookie(await signIn(owner.email)) };
      owner.call = callAs(lectern, owner.cookie);
    });

    test.each(["", "nonsense", `${"x".repeat(32)}.signature`, "../../etc", "%00", `${"a".repeat(10_000)}`])(
      "an invalid cookie starts no session (%#)",
      async (value) => {
        expectError(401, await callAs(lectern, `__Host-lectern.session_token=${value}`)("getMe"));
      },
    );
  });

  describe("signing in", () => {
    test("signing in does not reveal whether an account exists", async () => {
      const [wrong, unknown] = [await signIn("owner@acme.test", "wrong password"), await signIn("nobody@acme.test")];
      expectError(401, wrong);
      expect(unknown.text).toBe(wrong.text);
    });
  });

  describe("the audit log", () => {
    const entriesOf = async (id: string) =>
      (await listAuditEntries(lectern.node.database.query, id, { limit: 100 })).reverse();
    const since = async (start: number) => (await entriesOf(organizationId)).filter(({ at }) => at >= start);

    test("the audit log records sign-ins, password changes, ended sessions and sign-outs in each organization", async () => {
      const start = lectern.clock.now();
      const person = await join(lectern, organizationId, "viewer", "traced@acme.test");
      const token = await inviteByLink(lectern, lectern.stranger.organizationId, "viewer", "traced@acme.test");
      expectSuccess(dashboardOperations.acceptInvitation, await person.call("acceptInvitation", { body: { token } }));
      const again = callAs(lectern, sessionCookie(await signIn("traced@acme.test")));
      const { sessions } = read("listSessions", await again("listSessions"));
      const sessionId = sessions.find(({ isCurrent }) => !isCurrent)?.id ?? "";
      expectSuccess(dashboardOperations.endSession, await again("endSession", { params: { sessionId } }));
      expectError(404, await again("endSession", { params: { sessionId } }));
      await again("changePassword", { body: { currentPassword: password, newPassword: "another long password" } });
      await again("signOut");
      const traced = { kind: "member", id: person.userId, name: "traced@acme.test" };
      const entries = await since(start);
      expect(entries.map(({ action }) => action)).toEqual([
        ...["createAccount", "signIn", "signIn", "endSession", "changePassword", "signOut"],
      ]);
      for (const entry of entries) {
        expect(entry).toMatchObject({ actor: traced, address: "127.0.0.1", projectId: null });
      }
      expect(entries[3]?.details).toEqual({ sessionId });
      const elsewhere = (await entriesOf(lectern.stranger.organizationId)).filter(
        ({ actor }) => actor.id === traced.id,
      );
      expect(elsewhere.map(({ action }) => action)).toEqual([
        ...["acceptInvitation", "signIn", "endSession", "changePassword", "signOut"],
      ]);
    });

    test("of many wrong passwords in an hour, the audit log records the first and the tenth", async () => {
      const start = lectern.clock.now();
      const { query } = lectern.node.database;
      const isCounted = (count: number) =>
        expect
          .poll(() => query.selectFrom("rateLimits").select("count").where("name", "=", "sign-in-failed").execute())
          .toContainEqual({ count });
      await signIn("nobody@acme.test", "wrong password");
      for (const attempt of [1, 2, 10, 11]) {
        await query
          .updateTable("rateLimits")
          .set({ count: attempt - 1 })
          .where("name", "=", "sign-in-failed")
          .execute();
        expectError(401, await signIn("owner@acme.test", "wrong password"));
        await isCounted(attempt);
      }
      const entries = await since(start);
      expect(entries.map(({ action, details }) => [action, details])).toEqual([
        ["signInFailed", { email: "owner@acme.test", attempts: "1" }],
        ["signInFailed", { email: "owner@acme.test", attempts: "10" }],
      ]);
      expect(entries[0]).toMatchObject({ actor: { kind: "guest", id: "", name: "Somebody" }, address: "127.0.0.1" });
      expect(JSON.stringify(entries)).not.toContain("wrong password");
      await query.deleteFrom("rateLimits").execute();
    });
  });

  describe("another website", () => {
    test.each([
      ["without the dashboard's header", { "x-lectern-dashboard": undefined, origin: publicUrl }],
      ["with no origin", { "x-lectern-dashboard": "1", origin: undefined }],
      ["with another origin", { "x-lectern-dashboard": "1", origin: "https://evil.test" }],
      ["from a tenant's site", { "x-lectern-dashboard": "1", origin: "https://acme-docs.sites.lectern.test" }],
      ["with an opaque origin", { "x-lectern-dashboard": "1", origin: "null" }],
    ])(
      "a request %s changes nothing, neither in the dashboard nor through the public operations",
      async (_what, headers) => {
        const params = { projectId: lectern.tenant.project.id };
        for (const reply of [
          await owner.call("triggerUpdate", { params }, { headers }),
          await owner.call("signOut", {}, { headers }),
          await owner.call(
            "createInvitation",
            {
              params: { organizationId },
              body: { email: "a@b.test", role: "admin" },
            },
            { headers },
          ),
          await guest("signIn", { body: { email: owner.email, password } }, { headers }),
        ]) {
          expectError(403, reply);
        }
      },
    );

    test("accounts can't be reached on the address of a site", async () => {
      const reply = await owner.call("getMe", {}, { headers: { host: "acme-docs.sites.lectern.test" } });
      expect(reply.status).toBe(404);
      expect(reply.text).not.toContain("owner@acme.test");
    });
  });

  describe("an invitation", () => {
    test("an invitation is valid for one email address, once, for a week", async () => {
      const body = { email: "New@acme.test", role: "editor" };
      const made = await owner.call("createInvitation", { params: { organizationId }, body });
      expectSuccess(dashboardOperations.createInvitation, made);
      const { link, invitation } = read("createInvitation", made);
      expect(invitation).toMatchObject({ email: "new@acme.test", role: "editor", invitedBy: "owner@acme.test" });
      const token = link.split("#")[1];
      const account = { token, name: "New", email: "new@acme.test", password };
      expectError(409, await guest("createAccount", { body: { ...account, email: "other@acme.test" } }));
      const created = await guest("createAccount", { body: account });
      expect(parseJson(created).organizations).toEqual([
        { id: organizationId, name: "acme-docs", role: "editor", needsSecondFactor: false },
      ]);
      expectError(404, await guest("createAccount", { body: account }));
      expectError(404, await guest("readInvitation", { body: { token } }));
      expectError(409, await owner.call("createInvitation", { params: { organizationId }, body }));

      const late = await inviteByLink(lectern, organizationId, "viewer", "late@acme.test");
      lectern.clock.advance(7 * dayMilliseconds);
      expectError(404, await guest("createAccount", { body: { ...account, token: late, email: "late@acme.test" } }));
    });

    test("accepting an invitation concurrently creates one account", async () => {
      const token = await inviteByLink(lectern, organizationId, "viewer", null);
      const replies = await Promise.all(
        Array.from({ length: 5 }, (_, at) =>
          guest("createAccount", { body: { token, name: "x", email: `race${at}@acme.test`, password } }),
        ),
      );
      expect(replies.map(({ status }) => status).sort()).toEqual([201, 404, 404, 404, 404]);
    });

    test("an invitation can be accepted with an existing account of another organization", async () => {
      const person = await join(lectern, organizationId, "viewer", "both@acme.test");
      const token = await inviteByLink(lectern, lectern.stranger.organizationId, "admin", "both@acme.test");
      const shown = parseJson(await guest("readInvitation", { body: { token } }));
      expect(shown).toMatchObject({ organization: "zenith-docs", hasAccount: true });
      expectError(409, await guest("createAccount", { body: { token, name: "x", email: person.email, password } }));
      expectError(409, await owner.call("acceptInvitation", { body: { token } }));
      const accepted = await person.call("acceptInvitation", { body: { token } });
      expect(read("acceptInvitation", accepted).organizations.map(({ role }) => role)).toEqual(["viewer", "admin"]);
      expectError(404, await person.call("acceptInvitation", { body: { token } }));
    });

    test("a withdrawn invitation does not work", async () => {
      const params = { organizationId };
      const body = { email: "gone@acme.test", role: "viewer" };
      const { link, invitation } = read("createInvitation", await owner.call("createInvitation", { params, body }));
      const withdraw = () =>
        owner.call("withdrawInvitation", { params: { organizationId, invitationId: invitation.id } });
      expectSuccess(dashboardOperations.withdrawInvitation, await withdraw());
      expectError(404, await withdraw());
      expectError(404, await guest("readInvitation", { body: { token: link.split("#")[1] } }));
    });
  });

  describe("a member", () => {
    test("changing a member's role or removing them takes effect at once, but the last admin stays", async () => {
      const person = await join(lectern, organizationId, "viewer", "member@acme.test");
      const params = { organizationId, userId: person.userId };
      const trigger = () => person.call("triggerUpdate", { params: { projectId: lectern.tenant.project.id } });
      expectError(403, await trigger());
      await owner.call("changeMemberRole", { params, body: { role: "editor" } });
      expect((await trigger()).status).toBe(202);
      await owner.call("removeMember", { params });
      expectError(404, await trigger());
      expectError(404, await person.call("listMembers", { params: { organizationId } }));
      const self = { organizationId, userId: owner.userId };
      expectError(409, await owner.call("removeMember", { params: self }));
      expectError(409, await owner.call("changeMemberRole", { params: self, body: { role: "viewer" } }));
    });

    test("only an admin of an organization can create another one", async () => {
      const body = { name: "Second" };
      const viewer = await join(lectern, organizationId, "viewer", "only@acme.test");
      expectError(403, await viewer.call("createOrganization", { body }));
      const made = await owner.call("createOrganization", { body });
      expectSuccess(dashboardOperations.createOrganization, made);
      const { organizations } = read("getMe", await owner.call("getMe"));
      expect(organizations).toContainEqual(
        expect.objectContaining({ id: read("createOrganization", made).id, name: "Second", role: "admin" }),
      );
    });
  });
});
