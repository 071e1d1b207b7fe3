import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { createStorage, openStorage } from "../../../test/support/database.ts";
import type { Database } from "./database.ts";

test("the database version changes at once with a commit of this process, and one turn of the event loop later with a commit of another process", async () => {
  const storage = await createStorage("sqlite");
  const [own, other] = [await openStorage(storage), await openStorage(storage)];
  const write = (database: Database, name: string) =>
    database.query.insertInto("rateLimits").values({ name, subject: "acme", count: 1, resetAt: 0 }).execute();

  const before = own.readVersion?.();
  expect(before).toBeTypeOf("number");
  expect(own.readVersion?.()).toBe(before);
  await write(own, "first");
  const afterOwn = own.readVersion?.();
  expect(afterOwn).not.toBe(before);

  await write(other, "second");
  await setImmediate();
  expect(own.readVersion?.()).not.toBe(afterOwn);
  await Promise.all([own.close(), other.close()]);
  await storage.remove();
});
