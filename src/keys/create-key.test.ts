import { beforeEach, describe, expect, test } from "vitest";
import { openTestDatabase } from "../../test/support/database.ts";
import { createTestProject } from "../../test/support/server.ts";
import { dayMilliseconds } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import { createKey, type NewKey } from "./create-key.ts";
import { hashKey, keyKind } from "./key.ts";
import { type Key, listKeys, prepareFindKeyByHash, revokeKey } from "./store.ts";

const clock = { now: () => Date.UTC(2026, 2, 2) };

describe("a new key", () => {
  let database: Database;
  let admin: NewKey;
  let assistant: NewKey;

  beforeEach(async () => {
    database = await openTestDatabase("sqlite");
    const { organizationId, id: projectId } = await createTestProject(database, clock);
    admin = { kind: "admin", organizationId, projectId: null };
    assistant = { kind: "assistant", organizationId, projectId };
  });

  const create = async (request: NewKey): Promise<Key> => (await createKey({ clock }, database.query, request)).key;

  test("is found by the hash of its secret, as it was made", async () => {
    const request = { ...assistant, name: "Website", expiresInDays: 30, allowedOrigins: ["https://docs.acme.test"] };
    const { key, secret } = await createKey({ clock }, database.query, request);
    expect(keyKind(secret)).toBe("assistant");
    const find = prepareFindKeyByHash(database);
    expect(await find(hashKey(secret))).toEqual(key);
    expect(await find(hashKey(`${secret}0`))).toBeUndefined();
    expect(key).toMatchObject({ name: "Website", revokedAt: null, lastUsedAt: null, createdAt: clock.now() });
  });

  test("of an admin may read and write, unless less is asked for", async () => {
    expect((await create(admin)).scopes).toEqual(["read", "write"]);
    expect((await create({ ...admin, scopes: ["read"] })).scopes).toEqual(["read"]);
    expect((await create(assistant)).scopes).toEqual([]);
  });

  test.each([7, 30, 60, 90])("expires after %i days, if that was chosen", async (expiresInDays) => {
    const { expiresAt } = await create({ ...admin, expiresInDays });
    expect(expiresAt).toBe(clock.now() + expiresInDays * dayMilliseconds);
  });

  test("does not expire if nothing was chosen", async () => {
    expect((await create(admin)).expiresAt).toBeNull();
  });

  test("keeps origins as a browser sends them", async () => {
    const allowedOrigins = ["https://Docs.Acme.test/path?query", "http://localhost:3000", "https://acme.test:443"];
    const key = await create({ ...assistant, allowedOrigins });
    expect(key.allowedOrigins).toEqual(["https://docs.acme.test", "http://localhost:3000", "https://acme.test"]);
  });

  test.each([
    ["a blank name", { name: " " }, /name/],
    ["a name of 101 characters", { name: "x".repeat(101) }, /name/],
    ["a term that is not offered", { expiresInDays: 8 }, /7, 30, 60, 90/],
    ["no term at all, as a number", { expiresInDays: 0 }, /7, 30, 60, 90/],
    ["a scope that does not exist", { scopes: ["admin"] }, /"admin"/],
    ["an address that is none", { allowedAddresses: ["10.0.0.0/8", "localhost"] }, /"localhost"/],
    ["a range that is too wide to be one", { allowedAddresses: ["10.0.0.0/33"] }, /10\.0\.0\.0\/33/],
    ["51 addresses", { allowedAddresses: Array(51).fill("10.0.0.1") }, /50/],
    ["origins on an admin key", { allowedOrigins: ["https://acme.test"] }, /admin key/],
  ])("is refused with %s", async (_what, changes, sentence) => {
    const error = await create({ ...admin, ...changes }).catch((problem: unknown) => problem);
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: "bad_request", message: expect.stringMatching(sentence) });
    expect(await listKeys(database.query, admin.organizationId)).toEqual([]);
  });

  test.each(["acme.test", "ftp://acme.test", "null", "*", "javascript:alert(1)", "file:///etc"])(
    "is refused with the origin %s",
    async (origin) => {
      await expect(create({ ...assistant, allowedOrigins: [origin] })).rejects.toMatchObject({ code: "bad_request" });
    },
  );

  test("of an assistant is refused with scopes", async () => {
    await expect(create({ ...assistant, scopes: ["read"] })).rejects.toMatchObject({ code: "bad_request" });
  });

  test("that is revoked twice keeps the first time; one that does not exist cannot be revoked", async () => {
    const { id } = await create(admin);
    expect(await revokeKey(database.query, id, 1_000)).toMatchObject({ id, revokedAt: 1_000 });
    expect(await revokeKey(database.query, id, 2_000)).toMatchObject({ id, revokedAt: 1_000 });
    expect(await revokeKey(database.query, "key_unknown", 2_000)).toBeUndefined();
    expect((await listKeys(database.query, admin.organizationId))[0]?.revokedAt).toBe(1_000);
  });
});
