import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { codeAt } from "../../src/accounts/second-factor/totp.ts";
import { listAuditEntries } from "../../src/activity/audit/store.ts";
import { expectError, expectSuccess } from "../contract/expect-reply.ts";
import { parseJson, type Received } from "../contract/send.ts";
import {
  callAs,
  inviteByLink,
  join,
  operationOf,
  type Person,
  password,
  read,
  sessionCookie,
} from "../dashboard/people.ts";
import { bytesOf } from "../dashboard/second-factor-walk.ts";
import { onDatabaseOfRun } from "../support/database.ts";
import { type Installation, publicUrl, startInstallation } from "../support/server.ts";
import { createSoftwareAuthenticator, type SoftwareAuthenticator } from "../support/software-authenticator.ts";

const rpId = new URL(publicUrl).hostname;
const here = { origin: publicUrl, rpId };
const stepMilliseconds = 30_000;
const minuteMilliseconds = 60_000;
const hourMilliseconds = 3_600_000;

onDatabaseOfRun((dialect) => {
  let lectern: Installation;
  let organizationId: string;
  let people = 0;

  beforeAll(async () => {
    lectern = await startInstallation(dialect);
    ({ organizationId } = lectern.tenant);
  });
  beforeEach(async () => {
    lectern.clock.advance(hourMilliseconds);
    await lectern.node.database.query.deleteFrom("rateLimits").execute();
  });
  afterAll(() => lectern?.stop());

  const guest: Person["call"] = (...input) => callAs(lectern, undefined)(...input);
  const newPerson = (role: "viewer" | "admin" = "viewer", where = organizationId) =>
    join(lectern, where, role, `person-${++people}@acme.test`);
  const signIn = ({ email }: Person, word = password) => guest("signIn", { body: { email, password: word } });
  const finish = (pending: Received, body: Record<string, unknown>) =>
    callAs(lectern, sessionCookie(pending))("finishSignIn", { body });
  const codeNow = (secret: string, late = 0) =>
    codeAt(bytesOf(secret), Math.floor(lectern.clock.now() / stepMilliseconds) + late);
  /** Sets up an authenticator app, and moves the clock so that its next code hasn't been used yet. */
  const setUpApp = async (person: Person) => {
    const { secret } = read("startAuthenticator", await person.call("startAuthenticator", { body: { password } }));
    const confirmed = await person.call("confirmAuthenticator", { body: { code: codeNow(secret) } });
    lectern.clock.advance(2 * stepMilliseconds);
    return { secret, recoveryCodes: read("confirmAuthenticator", confirmed).recoveryCodes };
  };
  const challengeOf = (reply: Received) => String(JSON.parse(reply.text).options.challenge);
  const addPasskey = async (person: Person, device: SoftwareAuthenticator, name = "Laptop") => {
    const started = await person.call("startPasskey", { body: { password } });
    const credential = device.register({ challenge: challengeOf(started), ...here });
    return person.call("addPasskey", { body: { name, credential } });
  };
  const startWithPasskey = () => guest("startPasskeySignIn", { body: { isSecondFactor: false } });
  const sessionsOf = async ({ userId }: Person) =>
    lectern.node.database.query.selectFrom("sessions").select("id").where("userId", "=", userId).execute();

  describe("authenticator apps", () => {
    test("an authenticator app counts only after one of its codes was entered together with the password", async () => {
      const person = await newPerson();
      expectError(403, await person.call("startAuthenticator", { body: { password: "wrong" } }));
      expectError(400, await person.call("startAuthenticator", { body: {} }));
      const started = await person.call("startAuthenticator", { body: { password } });
      const { secret, uri } = read("startAuthenticator", started);
      expect(uri).toContain(`secret=${secret}`);
      expect(parseJson(await signIn(person))).toHaveProperty("me");
      expectError(403, await person.call("confirmAuthenticator", { body: { code: "000000" } }));
      const code = codeNow(secret);
      const confirmed = await person.call("confirmAuthenticator", { body: { code } });
      expectSuccess(operationOf("confirmAuthenticator"), confirmed);
      expect(parseJson(confirmed).recoveryCodes).toHaveLength(10);
      expectError(409, await person.call("confirmAuthenticator", { body: { code } }));
      expectError(409, await person.call("startAuthenticator", { body: { password } }));
      const rows = await lectern.node.database.query.selectFrom("authenticators").selectAll().execute();
      expect(JSON.stringify(rows)).not.toContain(secret);
    });

    test("a session starts only after the second step, with its own token", async () => {
      const person = await newPerson();
      const { secret } = await setUpApp(person);
      const before = await sessionsOf(person);
      const pending = await signIn(person);
      expect(parseJson(pending)).toEqual({ secondFactor: { hasAuthenticator: true, hasPasskey: false } });
      expect(sessionCookie(pending)).not.toContain("session_token");
      expect(await sessionsOf(person)).toEqual(before);
      expectError(401, await callAs(lectern, sessionCookie(pending))("getMe"));
      const token = /pending_sign_in=([\w-]+)/.exec(sessionCookie(pending))?.[1] ?? "";
      expectError(401, await callAs(lectern, `__Host-lectern.session_token=${token}`)("getMe"));
      const finished = await finish(pending, { code: codeNow(secret) });
      expectSuccess(operationOf("finishSignIn"), finished);
      expect(sessionCookie(finished)).not.toContain(token);
      expect((await callAs(lectern, sessionCookie(finished))("getMe")).status).toBe(200);
    });

    test("a code is accepted once, even if two browsers send it at the same moment", async () => {
      const person = await newPerson();
      const { secret } = await setUpApp(person);
      const code = codeNow(secret);
      const [first, second] = [await signIn(person), await signIn(person)];
      const replies = await Promise.all([finish(first, { code }), finish(second, { code })]);
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 401]);
      expectError(401, await finish(await signIn(person), { code }));
      // An older code is refused, too.
      expectError(401, await finish(await signIn(person), { code: codeNow(secret, -1) }));
      expect((await finish(await signIn(person), { code: codeNow(secret, 1) })).status).toBe(200);
    });

    test("a sign-in can't be finished after ten minutes, a second time, or after a password change", async () => {
      const person = await newPerson();
      const { secret } = await setUpApp(person);
      const late = await signIn(person);
      lectern.clock.advance(10 * minuteMilliseconds);
      expectError(401, await finish(late, { code: codeNow(secret) }));
      const done = await signIn(person);
      expect((await finish(done, { code: codeNow(secret) })).status).toBe(200);
      lectern.clock.advance(2 * stepMilliseconds);
      expectError(401, await finish(done, { code: codeNow(secret) }));
      const stale = await signIn(person);
      const body = { currentPassword: password, newPassword: "another long password" };
      expect((await person.call("changePassword", { body })).status).toBe(204);
      expectError(401, await finish(stale, { code: codeNow(secret) }));
    });

    test("codes can't be guessed, however many sign-ins are started", async () => {
      const person = await newPerson();
      const { secret } = await setUpApp(person);
      const statuses: number[] = [];
      for (let time = 0; time < 12; time++) {
        const pending = await signIn(person);
        statuses.push((await finish(pending, { code: String(100_000 + time) })).status);
      }
      expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
      expectError(429, await finish(await signIn(person), { code: codeNow(secret) }));
      // Other people's guesses don't slow down the owner's browser.
      const known = callAs(lectern, person.cookie.replace(/[^ ]*session_token=[^;]*; /, ""));
      const pending = await known("signIn", { body: { email: person.email, password } });
      const cookies = `${sessionCookie(pending)}; ${person.cookie.replace(/[^ ]*session_token=[^;]*; /, "")}`;
      expect((await callAs(lectern, cookies)("finishSignIn", { body: { code: codeNow(secret) } })).status).toBe(200);
    });

    test("an authenticator app can be removed with the password or a fresh code, but not with a session alone", async () => {
      const person = await newPerson();
      const { secret } = await setUpApp(person);
      for (const body of [{}, { password: "wrong" }, { code: "123456" }]) {
        expect((await person.call("removeAuthenticator", { body })).status).not.toBe(204);
      }
      const code = codeNow(secret);
      expectSuccess(operationOf("removeAuthenticator"), await person.call("removeAuthenticator", { body: { code } }));
      expectError(409, await person.call("removeAuthenticator", { body: { password } }));
      expect(parseJson(await signIn(person))).toHaveProperty("me");
      expect(parseJson(await person.call("getSecondFactor"))).toMatchObject({ recoveryCodesLeft: 0 });
    });
  });

  describe("recovery codes", () => {
    test("a recovery code works once, and not after the codes were replaced", async () => {
      const person = await newPerson();
      const { recoveryCodes } = await setUpApp(person);
      const [first = "", second = ""] = recoveryCodes;
      expect(first).toMatch(/^\w{4}-\w{4}-\w{4}-\w{4}$/);
      expect((await finish(await signIn(person), { code: first.toUpperCase() })).status).toBe(200);
      expectError(401, await finish(await signIn(person), { code: first }));
      expect(parseJson(await person.call("getSecondFactor"))).toMatchObject({ recoveryCodesLeft: 9 });
      const renewed = await person.call("renewRecoveryCodes", { body: { password } });
      expectSuccess(operationOf("renewRecoveryCodes"), renewed);
      expectError(401, await finish(await signIn(person), { code: second }));
      const stored = await lectern.node.database.query.selectFrom("recoveryCodes").selectAll().execute();
      const [fresh = ""] = read("renewRecoveryCodes", renewed).recoveryCodes;
      expect(JSON.stringify(stored)).not.toContain(fresh.replaceAll("-", ""));
    });

    test("a recovery code of another person does not work", async () => {
      const [person, other] = [await newPerson(), await newPerson()];
      await setUpApp(person);
      const { recoveryCodes } = await setUpApp(other);
      expectError(401, await finish(await signIn(person), { code: recoveryCodes[0] ?? "" }));
    });
  });

  describe("passkeys", () => {
    test("a passkey works alone, and after the password", async () => {
      const person = await newPerson();
      const device = createSoftwareAuthenticator();
      const added = await addPasskey(person, device);
      expectSuccess(operationOf("addPasskey"), added);
      expect(parseJson(added)).toMatchObject({ passkey: { name: "Laptop", lastUsedAt: null } });
      expect(parseJson(added).recoveryCodes).toHaveLength(10);

      const started = await startWithPasskey();
      expect(parseJson(started).options).toMatchObject({ rpId, userVerification: "required" });
      const userHandle = Buffer.from(person.userId).toString("base64url");
      const credential = device.use({ challenge: challengeOf(started), userHandle, ...here });
      const finished = await finish(started, { credential });
      expect(JSON.parse(finished.text).user.email).toBe(person.email);

      const pending = await signIn(person);
      expect(parseJson(pending)).toEqual({ secondFactor: { hasAuthenticator: false, hasPasskey: true } });
      const second = callAs(lectern, sessionCookie(pending));
      const options = await second("startPasskeySignIn", { body: { isSecondFactor: true } });
      const used = device.use({ challenge: challengeOf(options), ...here });
      expect((await second("finishSignIn", { body: { credential: used } })).status).toBe(200);
      const [passkey] = read("getSecondFactor", await person.call("getSecondFactor")).passkeys;
      expect(passkey?.lastUsedAt).not.toBeNull();
    });

    test("a passkey isn't accepted from another origin, without verification, or for another host", async () => {
      const person = await newPerson();
      const device = createSoftwareAuthenticator();
      await addPasskey(person, device);
      for (const change of [
        { origin: "https://evil.test" },
        { origin: "https://acme-docs.sites.lectern.test" },
        // A published site on a subdomain may ask the browser for the dashboard's passkeys.
        { origin: `https://site.${rpId}` },
        { origin: publicUrl.replace("https:", "http:") },
        { origin: `${publicUrl}:8443` },
        { rpId: "evil.test" },
        { isVerified: false },
      ]) {
        const started = await startWithPasskey();
        const credential = device.use({ challenge: challengeOf(started), ...here, ...change });
        expectError(401, await finish(started, { credential }));
        const setup = await person.call("startPasskey", { body: { password } });
        const other = createSoftwareAuthenticator().register({ challenge: challengeOf(setup), ...here, ...change });
        expectError(403, await person.call("addPasskey", { body: { name: "Other", credential: other } }));
      }
    });

    test("a passkey challenge is valid for one reply, in its own browser, for ten minutes", async () => {
      const person = await newPerson();
      const device = createSoftwareAuthenticator();
      await addPasskey(person, device);
      const started = await startWithPasskey();
      const challenge = challengeOf(started);
      const credential = device.use({ challenge, ...here });
      expectError(401, await finish(await startWithPasskey(), { credential }));
      expectError(401, await guest("finishSignIn", { body: { credential } }));
      const replies = await Promise.all([finish(started, { credential }), finish(started, { credential })]);
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 401]);
      expectError(401, await finish(started, { credential: device.use({ challenge, ...here }) }));

      const failed = await startWithPasskey();
      const wrong = device.use({ challenge: challengeOf(failed), ...here, origin: "https://evil.test" });
      expectError(401, await finish(failed, { credential: wrong }));
      const right = device.use({ challenge: challengeOf(failed), ...here });
      expectError(401, await finish(failed, { credential: right }));

      const late = await startWithPasskey();
      lectern.clock.advance(10 * minuteMilliseconds);
      expectError(401, await finish(late, { credential: device.use({ challenge: challengeOf(late), ...here }) }));
      const setup = await person.call("startPasskey", { body: { password } });
      const body = {
        name: "Twice",
        credential: createSoftwareAuthenticator().register({ challenge: challengeOf(setup), ...here }),
      };
      expect((await person.call("addPasskey", { body })).status).toBe(201);
      expectError(409, await person.call("addPasskey", { body }));
    });

    test("a passkey can neither finish another person's sign-in nor replace another person's passkey", async () => {
      const [person, other] = [await newPerson(), await newPerson()];
      const [own, foreign] = [createSoftwareAuthenticator(), createSoftwareAuthenticator()];
      await addPasskey(person, own);
      const { passkey } = read("addPasskey", await addPasskey(other, foreign));
      const pending = await signIn(person);
      const second = callAs(lectern, sessionCookie(pending));
      const options = await second("startPasskeySignIn", { body: { isSecondFactor: true } });
      const used = foreign.use({ challenge: challengeOf(options), ...here });
      expectError(401, await second("finishSignIn", { body: { credential: used } }));
      const started = await startWithPasskey();
      const userHandle = Buffer.from(person.userId).toString("base64url");
      const claimed = foreign.use({ challenge: challengeOf(started), userHandle, ...here });
      expectError(401, await finish(started, { credential: claimed }));
      expectError(409, await addPasskey(person, foreign));
      const params = { passkeyId: passkey.id };
      expectError(404, await person.call("removePasskey", { params, body: { password } }));
      expectError(403, await other.call("removePasskey", { params, body: { password: "wrong" } }));
      expectSuccess(operationOf("removePasskey"), await other.call("removePasskey", { params, body: { password } }));
      expect(parseJson(await signIn(other))).toHaveProperty("me");
    });
  });

  describe("reset links", () => {
    const resetTo = (token: string, newPassword = "a brand new password") =>
      guest("resetPassword", { body: { token, newPassword } });
    const linkFor = async (admin: Person, { userId }: Person) => {
      const reply = await admin.call("createResetLink", { params: { organizationId, userId } });
      return { reply, token: reply.status === 201 ? (read("createResetLink", reply).link.split("#")[1] ?? "") : "" };
    };

    test("a reset link works once, ends all sessions and leaves the second factor in place", async () => {
      const [admin, person] = [await newPerson("admin"), await newPerson()];
      const { secret } = await setUpApp(person);
      const old = (await linkFor(admin, person)).token;
      const { reply, token } = await linkFor(admin, person);
      expectSuccess(operationOf("createResetLink"), reply);
      expectError(404, await guest("readResetLink", { body: { token: old } }));
      expect(parseJson(await guest("readResetLink", { body: { token } }))).toEqual({ email: person.email });
      expect((await person.call("getMe")).status).toBe(200);
      const replies = await Promise.all([resetTo(token), resetTo(token)]);
      expect(replies.map(({ status }) => status).sort()).toEqual([204, 404]);
      expectError(401, await person.call("getMe"));
      expectError(401, await signIn(person));
      const pending = await signIn(person, "a brand new password");
      expect(parseJson(pending)).toHaveProperty("secondFactor");
      expect((await finish(pending, { code: codeNow(secret) })).status).toBe(200);
      const stored = await lectern.node.database.query.selectFrom("passwordResets").selectAll().execute();
      expect(JSON.stringify(stored)).not.toContain(token);
      const entries = await listAuditEntries(lectern.node.database.query, organizationId, { limit: 20 });
      expect(entries.map(({ action }) => action)).toEqual(
        expect.arrayContaining(["createResetLink", "resetPassword", "confirmAuthenticator"]),
      );
      expect(JSON.stringify(entries)).not.toContain(token);
    });

    test("a reset link stops working after an hour, and when the email or password changes", async () => {
      const [admin, person] = [await newPerson("admin"), await newPerson()];
      const late = await linkFor(admin, person);
      lectern.clock.advance(hourMilliseconds);
      expectError(404, await resetTo(late.token));
      const moved = await linkFor(admin, person);
      const { query } = lectern.node.database;
      const rename = (email: string) =>
        query.updateTable("users").set({ email }).where("id", "=", person.userId).execute();
      await rename(`new-${person.email}`);
      expectError(404, await resetTo(moved.token));
      await rename(person.email);
      const changed = await linkFor(admin, person);
      const body = { currentPassword: password, newPassword: "another long password" };
      expect((await person.call("changePassword", { body })).status).toBe(204);
      expectError(404, await resetTo(changed.token));
    });

    test("an admin can't create a reset link for a person who is also in another organization", async () => {
      const [admin, person] = [await newPerson("admin"), await newPerson()];
      const { token } = await linkFor(admin, person);
      const invitation = await inviteByLink(lectern, lectern.stranger.organizationId, "admin", person.email);
      expect((await person.call("acceptInvitation", { body: { token: invitation } })).status).toBe(200);
      expectError(409, (await linkFor(admin, person)).reply);
      // The earlier link doesn't work either.
      expectError(404, await resetTo(token));
      const elsewhere = await newPerson("admin", lectern.stranger.organizationId);
      expectError(404, (await linkFor(admin, elsewhere)).reply);
    });

    test("guessing reset links is slowed down like guessing other links", async () => {
      for (let time = 0; time < 20; time++) expectError(404, await resetTo("x".repeat(32)));
      expectError(429, await resetTo("x".repeat(32)));
    });
  });

  describe("sign-in rules of an organization", () => {
    const rules = { needsSecondFactor: false, idleMinutes: null, sessionHours: null };
    const params = () => ({ organizationId });
    const change = (admin: Person, body: Record<string, unknown>) =>
      admin.call("changeSignInRules", { params: params(), body: { ...rules, ...body } });

    test("an organization can require a second factor, and members without one can do nothing else there", async () => {
      const [admin, person] = [await newPerson("admin"), await newPerson()];
      expectError(409, await change(admin, { needsSecondFactor: true }));
      await setUpApp(admin);
      const changed = await change(admin, { needsSecondFactor: true });
      expectSuccess(operationOf("changeSignInRules"), changed);
      expect(parseJson(changed).membersWithoutFactor).toContainEqual(expect.objectContaining({ email: person.email }));
      expectError(403, await person.call("listProjects", { params: params() }));
      expectError(403, await person.call("listMembers", { params: params() }));
      const { organizations } = read("getMe", await person.call("getMe"));
      expect(organizations).toMatchObject([{ id: organizationId, needsSecondFactor: true }]);
      expect((await admin.call("listProjects", { params: params() })).status).toBe(200);
      await addPasskey(person, createSoftwareAuthenticator());
      expect((await person.call("listProjects", { params: params() })).status).toBe(200);
      expect((await change(admin, {})).status).toBe(200);
    });

    test("sign-in rules end sessions without activity, and only requests of a person count as activity", async () => {
      const [admin, person] = [await newPerson("admin"), await newPerson()];
      expect((await change(admin, { idleMinutes: 30 })).status).toBe(200);
      const use = (headers: Record<string, string> = {}) => person.call("getMe", {}, { headers });
      for (let time = 0; time < 3; time++) {
        lectern.clock.advance(20 * minuteMilliseconds);
        expect((await use()).status).toBe(200);
      }
      expect(parseJson(await person.call("listSessions"))).toMatchObject({ idleMinutes: 30 });
      lectern.clock.advance(20 * minuteMilliseconds);
      expect((await use({ "x-lectern-idle": "1" })).status).toBe(200);
      lectern.clock.advance(10 * minuteMilliseconds);
      expectError(401, await use());
      const again = await newPerson("admin");
      expect((await change(again, {})).status).toBe(200);
      // Longer limits don't bring back a session that has ended.
      expectError(401, await use());
    });

    test("new sign-in rules end older sessions at once, and the strictest organization's rules apply", async () => {
      const [admin, person] = [await newPerson("admin"), await newPerson()];
      const elsewhere = await newPerson("admin", lectern.stranger.organizationId);
      const invitation = await inviteByLink(lectern, lectern.stranger.organizationId, "viewer", person.email);
      await person.call("acceptInvitation", { body: { token: invitation } });
      lectern.clock.advance(2 * hourMilliseconds);
      expect((await change(admin, { sessionHours: 24 })).status).toBe(200);
      expect((await person.call("getMe")).status).toBe(200);
      const strict = await elsewhere.call("changeSignInRules", {
        params: { organizationId: lectern.stranger.organizationId },
        body: { ...rules, sessionHours: 1 },
      });
      expect(strict.status).toBe(200);
      expectError(401, await person.call("getMe"));
      expect(await sessionsOf(person)).toEqual([]);
      expect((await admin.call("getMe")).status).toBe(200);
      const entries = await listAuditEntries(lectern.node.database.query, organizationId, { limit: 5 });
      expect(entries).toContainEqual(
        expect.objectContaining({ action: "changeSignInRules", details: { sessionHours: "24" } }),
      );
    });

    test.each([
      { idleMinutes: 4 },
      { idleMinutes: 43_201 },
      { sessionHours: 0 },
      { sessionHours: 721 },
      { sessionHours: 1.5 },
    ])("sign-in rules outside their bounds are refused: %o", async (body) => {
      expectError(400, await change(await newPerson("admin"), body));
    });
  });
});
