import { execFile } from "node:child_process";
import { lookup } from "node:dns/promises";
import { existsSync, readFile } from "node:fs";
import { stat } from "node:fs/promises";
import { get } from "node:http";
import { expect, test } from "vitest";
import { onBothDatabases, openTestDatabase } from "../support/database.ts";
import { found } from "../support/transactions-only-query.ts";

const ignore = () => {};
const slow: Record<string, () => unknown> = {
  existsSync: () => existsSync("/"),
  readFile: () => readFile("/nowhere", ignore),
  stat: () => stat("/"),
  execFile: () => execFile("true", ignore),
  lookup: () => lookup("localhost").catch(ignore),
  get: () => get("http://127.0.0.1:1").on("error", ignore),
  fetch: () => fetch("http://127.0.0.1:1").catch(ignore),
};

onBothDatabases((dialect) => {
  test.each(Object.entries(slow))("a transaction that calls %s fails its test", async (name, work) => {
    const database = await openTestDatabase(dialect);
    await work();
    expect(found).toEqual([]);
    for (const durability of ["full", "relaxed"] as const) {
      await database.transaction(async () => void (await work()), { durability });
      const [first = ""] = found.splice(0);
      expect(first.split("\n")[0]).toBe(name);
    }
    // Work that goes on after its transaction holds no locks.
    const committed = Promise.withResolvers<void>();
    let later: Promise<unknown> | undefined;
    await database.transaction(async () => {
      later = committed.promise.then(work);
    });
    committed.resolve();
    await later;
    expect(found).toEqual([]);
  });
});
