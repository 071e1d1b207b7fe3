import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Operation } from "../../src/contract/operation.ts";
import { type Operations, operations } from "../../src/contract/operations.ts";
import { generateKey } from "../../src/keys/create-key.ts";
import { listKeys, revokeKey } from "../../src/keys/store.ts";
import { appendLog } from "../../src/updates/log-store.ts";
import { onDatabaseOfRun } from "../support/database.ts";
import { type Installation, startInstallation } from "../support/server.ts";
import { expectError, expectSuccess } from "./expect-reply.ts";
import { validRequests } from "./requests.ts";
import { parseJson, pathOf, type Received, send } from "./send.ts";

const dayMilliseconds = 86_400_000;
const minuteMilliseconds = 60_000;
const adminOperations = (Object.entries(operations) as [keyof Operations, Operation][]).filter(
  ([, operation]) => operation.key === "admin",
);

onDatabaseOfRun((dialect) => {
  let lectern: Installation;

  beforeAll(async () => {
    lectern = await startInstallation(dialect);
  });
  afterAll(() => lectern.stop());
  beforeEach(() => lectern.clock.advance(dayMilliseconds));

  const get = (authorization: string | undefined, url = lectern.node.url): Promise<Received> =>
    send(url, {
      path: pathOf(operations.listUpdates, { projectId: lectern.tenant.project.id }),
      headers: authorization === undefined ? {} : { authorization },
    });

  describe.each(adminOperations)("%s", (name, operation) => {
    test("an operation for admin keys refuses every invalid key", async () => {
      const { params, body } = await validRequests[name](lectern, lectern.tenant);
      const { expired, revoked, bound, admin } = lectern.tenant;
      const call = (key: string | undefined) =>
        send(lectern.node.url, {
          method: operation.method,
          path: pathOf(operation, params),
          key,
          ...(body === undefined ? {} : { json: body }),
        });
      const sentences = [];
      for (const key of [undefined, "svc_short", generateKey("admin"), expired.secret, revoked.secret]) {
        const reply = await call(key);
        expectError(401, reply);
        sentences.push(parseJson(reply).error);
      }
      expect(new Set(sentences).size, "no key, unknown, expired and revoked each get a sentence of their own").toBe(4);
      expectError(403, await call(bound.secret));
      expectSuccess(operation, await call(admin.secret));
    });
  });

  test.each([
    ["nothing at all", () => ""],
    ["no scheme", (key: string) => key],
    ["another scheme", (key: string) => `Basic ${key}`],
    ["no key after the scheme", () => "Bearer "],
    ["two keys", (key: string) => `Bearer ${key} ${key}`],
    ["a key in quotes", (key: string) => `Bearer "${key}"`],
    ["a key with its last character missing", (key: string) => `Bearer ${key.slice(0, -1)}`],
    ["a key with one character too many", (key: string) => `Bearer ${key}0`],
    ["a key whose checksum is broken", (key: string) => `Bearer ${key.slice(0, -1)}${key.endsWith("0") ? "1" : "0"}`],
    ["a key with two characters swapped", (key: string) => `Bearer ${swapped(key)}`],
    ["a key in another case", (key: string) => `Bearer ${key.toUpperCase()}`],
    ["an admin key with the prefix of an assistant key", (key: string) => `Bearer ${key.replace("svc_", "svc_dsc_")}`],
    ["a very long header", () => `Bearer ${"svc_".repeat(2_000)}`],
  ])("an Authorization header with %s is refused", async (_what, header) => {
    expectError(401, await get(header(lectern.tenant.admin.secret)));
  });

  test("the authorization scheme is case-insensitive and may be followed by any number of spaces", async () => {
    expectSuccess(operations.listUpdates, await get(`bearer   ${lectern.tenant.admin.secret}`));
    expectSuccess(operations.listUpdates, await get(`BEARER ${lectern.tenant.admin.secret}`));
  });

  test("a key revoked on one node is refused at once on all others", async () => {
    const other = await lectern.startNode();
    const { key, secret } = await lectern.issueKey(newAdminKey());
    expectSuccess(operations.listUpdates, await get(`Bearer ${secret}`));
    expectSuccess(operations.listUpdates, await get(`Bearer ${secret}`, other.url));
    await revokeKey(other.database.query, key.id, lectern.clock.now());
    expectError(401, await get(`Bearer ${secret}`));
    expectError(401, await get(`Bearer ${secret}`, other.url));
    await other.stop();
  });

  test("a key works until exactly the millisecond in which it expires", async () => {
    const { key, secret } = await lectern.issueKey({ ...newAdminKey(), expiresInDays: 7 });
    expect(key.expiresAt).toBe(lectern.clock.now() + 7 * dayMilliseconds);
    lectern.clock.advance(7 * dayMilliseconds - 1);
    expectSuccess(operations.listUpdates, await get(`Bearer ${secret}`));
    lectern.clock.advance(1);
    expectError(401, await get(`Bearer ${secret}`));
  });

  test("a repeated poll sees changes made by others, and is refused once its key is revoked or expired", async () => {
    const other = await lectern.startNode();
    const { statusId } = await lectern.node.client(lectern.tenant.admin.secret).triggerUpdate({
      projectId: lectern.tenant.project.id,
    });
    const poll = (secret: string) =>
      send(lectern.node.url, { path: pathOf(operations.getUpdateStatus, { statusId }), key: secret });
    const { secret } = await lectern.issueKey({ ...newAdminKey(), expiresInDays: 7 });
    const first = await poll(secret);
    expectSuccess(operations.getUpdateStatus, first);
    expect((await poll(secret)).text).toBe(first.text);
    await other.database.transaction((tx) => appendLog(tx, statusId, ["written by another node"], lectern.clock.now()));
    expect(parseJson(await poll(secret)).logs).toContainEqual(expect.stringContaining("written by another node"));

    const revoked = await lectern.issueKey(newAdminKey());
    expectSuccess(operations.getUpdateStatus, await poll(revoked.secret));
    expectSuccess(operations.getUpdateStatus, await poll(revoked.secret));
    await revokeKey(other.database.query, revoked.key.id, lectern.clock.now());
    expectError(401, await poll(revoked.secret));

    expectSuccess(operations.getUpdateStatus, await poll(secret));
    lectern.clock.advance(7 * dayMilliseconds);
    expectError(401, await poll(secret));
    await other.stop();
  });

  test("a key restricted to this address or its range works from here", async () => {
    for (const allowedAddresses of [["127.0.0.1"], ["10.0.0.0/8", "127.0.0.0/24"], ["::ffff:127.0.0.1"]]) {
      const { secret } = await lectern.issueKey({ ...newAdminKey(), allowedAddresses });
      expectSuccess(operations.listUpdates, await get(`Bearer ${secret}`));
    }
    for (const allowedAddresses of [["127.0.0.2"], ["128.0.0.0/8"], ["::1"]]) {
      const { secret } = await lectern.issueKey({ ...newAdminKey(), allowedAddresses });
      expectError(403, await get(`Bearer ${secret}`));
    }
  });

  test("the time of last use is recorded to the minute, but not for refused keys", async () => {
    const node = await lectern.startNode();
    const { key, secret } = await lectern.issueKey(newAdminKey());
    lectern.clock.advance(minuteMilliseconds - (lectern.clock.now() % minuteMilliseconds));
    const minute = lectern.clock.now();
    lectern.clock.advance(59_999);
    expectSuccess(operations.listUpdates, await get(`Bearer ${secret}`, node.url));
    expectError(401, await get(`Bearer ${lectern.tenant.revoked.secret}`, node.url));
    await node.stop();
    const keys = await listKeys(lectern.node.database.query, lectern.tenant.organizationId);
    expect(keys.find(({ id }) => id === key.id)?.lastUsedAt).toBe(minute);
    expect(keys.find(({ id }) => id === lectern.tenant.revoked.key.id)?.lastUsedAt).toBeNull();
  });

  test("the secret of a key is stored nowhere", async () => {
    const rows = await lectern.node.database.query.selectFrom("keys").selectAll().execute();
    const stored = JSON.stringify(rows);
    expect(rows.length).toBe(lectern.secrets.length);
    expect(lectern.secrets.filter((secret) => stored.includes(secret))).toEqual([]);
    expect(rows.filter(({ hint }) => hint.length > "svc_dsc_abcd…wxyz".length)).toEqual([]);
  });

  test("no key and no Authorization header is in any log line", () => {
    const logged = lectern.logLines.join("");
    expect(logged).toContain('"msg":"request"');
    expect(lectern.secrets.filter((secret) => logged.includes(secret))).toEqual([]);
    expect(logged).not.toMatch(/bearer|authorization|svc_\w{8}/i);
  });

  const newAdminKey = () =>
    ({ kind: "admin", organizationId: lectern.tenant.organizationId, projectId: null }) as const;
});

function swapped(key: string): string {
  const at = [...key].findIndex((character, index) => index >= 4 && character !== key[index + 1]);
  return `${key.slice(0, at)}${key[at + 1]}${key[at]}${key.slice(at + 2)}`;
}
