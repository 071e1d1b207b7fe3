import { crc32 } from "node:zlib";
import { beforeEach, describe, expect, test } from "vitest";
import { openTestDatabase } from "../../test/support/database.ts";
import { createTestProject } from "../../test/support/server.ts";
import { dayMilliseconds } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import { createKey, generateKey, type NewKey } from "./create-key.ts";
import { hashKey, type Key, listKeys, prepareFindKeyByHash, revokeKey } from "./store.ts";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

describe.each([
  { kind: "admin", prefix: "svc_" },
  { kind: "assistant", prefix: "svc_dsc_" },
  { kind: "token", prefix: "svc_pat_" },
] as const)("an $kind key", ({ kind, prefix }) => {
  // Secret scanners may rely on this format.
  test("a key consists of its prefix, 32 random characters and their CRC-32 in base 62", () => {
    const key = generateKey(kind);
    expect(key).toMatch(new RegExp(`^${prefix}[0-9A-Za-z]{38}$`));
    const checksum = [...key.slice(-6)].reduce((sum, digit) => sum * 62 + alphabet.indexOf(digit), 0);
    expect(checksum).toBe(crc32(key.slice(0, -6)));
  });
});

test("no two keys are alike, and every character is used", () => {
  const keys = Array.from({ length: 1_000 }, () => generateKey("admin"));
  expect(new Set(keys).size).toBe(1_000);
  expect(new Set(keys.flatMap((key) => [...key.slice(4, 36)])).size).toBe(alphabet.length);
});

test("keys are stored as SHA-256 hashes", () => {
  expect(hashKey("svc_")).toBe("vf7VCVTzfPHLXS65SxOn315k4p8-Dv5aJ5w5nSG8XHg");
});

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

  test("a new key is found by the hash of its secret", async () => {
    const request = { ...assistant, name: "Website", expiresInDays: 30, allowedOrigins: ["https://docs.acme.test"] };
    const { key, secret } = await createKey({ clock }, database.query, request);
    const find = prepareFindKeyByHash(database);
    expect(await find(hashKey(secret))).toEqual(key);
    expect(await find(hashKey(`${secret}0`))).toBeUndefined();
    expect(key.hint).toBe(`${secret.slice(0, 12)}…${secret.slice(-4)}`);
    expect(key).toMatchObject({ name: "Website", revokedAt: null, lastUsedAt: null, createdAt: clock.now() });
  });

  test("a new admin key may read and write by default", async () => {
    expect((await create(admin)).scopes).toEqual(["read", "write"]);
    expect((await create({ ...admin, scopes: ["read"] })).scopes).toEqual(["read"]);
    expect((await create(assistant)).scopes).toEqual([]);
  });

  test.each([7, 30, 60, 90])("a new key expires after %i days if requested", async (expiresInDays) => {
    const { expiresAt } = await create({ ...admin, expiresInDays });
    expect(expiresAt).toBe(clock.now() + expiresInDays * dayMilliseconds);
  });

  test("a new key does not expire by default", async () => {
    expect((await create(admin)).expiresAt).toBeNull();
  });

  test("a new key stores origins in the form that browsers send", async () => {
    const allowedOrigins = ["https://Docs.Acme.test/path?query", "http://localhost:3000", "https://acme.test:443"];
    const key = await create({ ...assistant, allowedOrigins });
    expect(key.allowedOrigins).toEqual(["https://docs.acme.test", "http://localhost:3000", "https://acme.test"]);
  });

  test.each([
    ["a blank name", { name: " " }, /name/],
    ["a name of 101 characters", { name: "x".repeat(101) }, /name/],
    ["an unsupported lifetime", { expiresInDays: 8 }, /7, 30, 60, 90/],
    ["a lifetime of zero days", { expiresInDays: 0 }, /7, 30, 60, 90/],
    ["an unknown scope", { scopes: ["admin"] }, /"admin"/],
    ["an invalid address", { allowedAddresses: ["10.0.0.0/8", "localhost"] }, /"localhost"/],
    ["an invalid range", { allowedAddresses: ["10.0.0.0/33"] }, /10\.0\.0\.0\/33/],
    ["51 addresses", { allowedAddresses: Array(51).fill("10.0.0.1") }, /50/],
    ["origins on an admin key", { allowedOrigins: ["https://acme.test"] }, /admin key/],
  ])("a new key with %s is refused", async (_what, changes, sentence) => {
    const error = await create({ ...admin, ...changes }).catch((problem: unknown) => problem);
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: "bad_request", message: expect.stringMatching(sentence) });
    expect(await listKeys(database.query, admin.organizationId)).toEqual([]);
  });

  test.each(["acme.test", "ftp://acme.test", "null", "*", "javascript:alert(1)", "file:///etc"])(
    "a new key with the origin %s is refused",
    async (origin) => {
      await expect(create({ ...assistant, allowedOrigins: [origin] })).rejects.toMatchObject({ code: "bad_request" });
    },
  );

  test("a new assistant key with scopes is refused", async () => {
    await expect(create({ ...assistant, scopes: ["read"] })).rejects.toMatchObject({ code: "bad_request" });
  });

  test("a revoked key keeps the time of its first revocation, and an unknown key cannot be revoked", async () => {
    const { id } = await create(admin);
    expect(await revokeKey(database.query, id, 1_000)).toMatchObject({ id, revokedAt: 1_000 });
    expect(await revokeKey(database.query, id, 2_000)).toMatchObject({ id, revokedAt: 1_000 });
    expect(await revokeKey(database.query, "key_unknown", 2_000)).toBeUndefined();
    expect((await listKeys(database.query, admin.organizationId))[0]?.revokedAt).toBe(1_000);
  });
});
