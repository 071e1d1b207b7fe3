import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { forgetGuesses } from "../../src/platform/slow-guesses.ts";
import { expectError } from "../contract/expect-reply.ts";
import type { Received } from "../contract/send.ts";
import { callAs, join, type Person, password, sessionCookie } from "../dashboard/people.ts";
import { onDatabaseOfRun } from "../support/database.ts";
import { type Installation, type Node, startInstallation } from "../support/server.ts";

const email = "owner@acme.test";
const freeGuesses = 5;

onDatabaseOfRun((dialect) => {
  let lectern: Installation;
  let node: Node;
  let owner: Person;

  beforeAll(async () => {
    lectern = await startInstallation(dialect);
    node = await lectern.startNode({ trustedProxies: ["127.0.0.1"] });
    owner = await join(lectern, lectern.tenant.organizationId, "admin", email);
  });
  beforeEach(() => lectern.node.database.query.deleteFrom("rateLimits").execute());
  afterAll(() => lectern?.stop());

  const signIn = (
    from: string,
    word: string,
    { cookie, account = email }: { cookie?: string; account?: string } = {},
  ) =>
    callAs(lectern, cookie)(
      "signIn",
      { body: { email: account, password: word } },
      { url: node.url, headers: { "x-forwarded-for": from } },
    );
  const guess = async (from: string, times: number, account = email) => {
    const statuses: number[] = [];
    for (let time = 0; time < times; time++) statuses.push((await signIn(from, `wrong ${time}`, { account })).status);
    return statuses;
  };
  /** Simulates this many guesses, each from another address. */
  const guessFromEverywhere = async (times: number) => {
    await guess("198.51.100.1", 1);
    const { query } = lectern.node.database;
    await query.updateTable("rateLimits").set({ count: times }).where("name", "=", "guess-account").execute();
  };
  const retryAfter = ({ headers }: Received) => Number(headers["retry-after"]);

  test("wrong passwords from many addresses don't lock out anyone who has signed in before", async () => {
    await guessFromEverywhere(5_000);
    expectError(401, await signIn("203.0.113.1", "wrong"));
    expectError(429, await signIn("203.0.113.2", password));
    const known = owner.cookie.replace(/[^ ]*session_token=[^;]*; /, "");
    expect(known).toMatch(/^__Host-lectern\.known_browser=/);
    expect((await signIn("203.0.113.3", password, { cookie: known })).status).toBe(200);
    // The address that the account was created from.
    expect((await signIn("127.0.0.1", password)).status).toBe(200);
    // A new client has to wait, but only for seconds.
    const refused = await signIn("203.0.113.4", password);
    expectError(429, refused);
    expect(retryAfter(refused)).toBeLessThanOrEqual(10);
    lectern.clock.advance(retryAfter(refused) * 1_000);
    expect((await signIn("203.0.113.4", password)).status).toBe(200);
  });

  test("a guesser waits longer after each wrong password, up to five minutes", async () => {
    expect(await guess("198.51.100.7", freeGuesses + 1)).toEqual([401, 401, 401, 401, 401, 429]);
    const waits: number[] = [];
    for (let time = 0; time < 11; time++) {
      const refused = await signIn("198.51.100.7", "wrong");
      expectError(429, refused);
      waits.push(retryAfter(refused));
      lectern.clock.advance(retryAfter(refused) * 1_000);
      expectError(401, await signIn("198.51.100.7", "wrong"));
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
  });

  test("concurrent guesses on several nodes don't get around the wait", async () => {
    await guess("198.51.100.8", freeGuesses - 1);
    const body = { email, password: "wrong" };
    const headers = { "x-forwarded-for": "198.51.100.8" };
    const other = await lectern.startNode({ trustedProxies: ["127.0.0.1"] });
    const replies = await Promise.all(
      [node, other, node, other].map(({ url }) => callAs(lectern, undefined)("signIn", { body }, { url, headers })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([401, 429, 429, 429]);
    await other.stop();
  });

  test("an address is slowed down even if it tries many accounts", async () => {
    const statuses: number[] = [];
    for (let time = 0; time < 21; time++) {
      statuses.push((await signIn("198.51.100.9", "wrong", { account: `person-${time}@acme.test` })).status);
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(20);
    expect(statuses.at(-1)).toBe(429);
  });

  test("correct passwords are not counted as guesses", async () => {
    for (let time = 0; time < 8; time++) {
      expect((await signIn("198.51.100.10", password)).status).toBe(200);
    }
  });

  test("a known browser has its own count of wrong passwords, and is known only for its own account", async () => {
    const other = await join(lectern, lectern.tenant.organizationId, "viewer", `other-${dialect}@acme.test`);
    const own = { cookie: owner.cookie };
    for (let time = 0; time < freeGuesses; time++) await signIn("198.51.100.11", "wrong", own);
    expectError(429, await signIn("198.51.100.12", password, own));
    expect((await signIn("198.51.100.12", password)).status).toBe(200);
    await guessFromEverywhere(5_000);
    await signIn("198.51.100.13", "wrong");
    expectError(429, await signIn("198.51.100.14", password, { cookie: other.cookie }));
  });

  test.each(["nonsense", "a.b", "x".repeat(5_000)])("a made-up cookie doesn't make a browser known", async (value) => {
    await guessFromEverywhere(5_000);
    await signIn("198.51.100.15", "wrong");
    expectError(429, await signIn("198.51.100.16", password, { cookie: `__Host-lectern.known_browser=${value}` }));
  });

  test("guesses for an account that doesn't exist are slowed down in the same way", async () => {
    const replies: string[][] = [];
    for (const account of [email, "nobody@acme.test"]) {
      await lectern.node.database.query.deleteFrom("rateLimits").execute();
      const texts: string[] = [];
      for (let time = 0; time < 8; time++) {
        const { status, text } = await signIn("198.51.100.17", "wrong", { account });
        texts.push(`${status} ${text}`);
      }
      replies.push(texts);
    }
    expect(replies[0]).toEqual(replies[1]);
  });

  test("the current password can't be guessed with a stolen session", async () => {
    const body = { currentPassword: "wrong", newPassword: "another long password" };
    for (let time = 0; time < freeGuesses; time++) expectError(403, await owner.call("changePassword", { body }));
    expectError(429, await owner.call("changePassword", { body: { ...body, currentPassword: password } }));
  });

  test("guesses of links are slowed down by address, and working links are not counted", async () => {
    const read = (token: string) => callAs(lectern, undefined)("readInvitation", { body: { token } });
    for (let time = 0; time < 20; time++) expectError(404, await read("x".repeat(32)));
    expectError(429, await read("x".repeat(32)));
  });

  test("resetting the password resets the count of wrong guesses", async () => {
    await guessFromEverywhere(5_000);
    await guess("198.51.100.18", 1);
    expectError(429, await signIn("198.51.100.19", password));
    await lectern.node.database.transaction((tx) => forgetGuesses(tx, email));
    const reply = await signIn("198.51.100.19", password);
    expect(reply.status).toBe(200);
    expect(sessionCookie(reply)).toContain("session_token=");
  });
});
