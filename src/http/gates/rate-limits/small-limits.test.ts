import { expect, test } from "vitest";
import { createStorage, onBothDatabases, openStorage, openTestDatabase } from "../../../../test/support/database.ts";
import type { Limit } from "../../../contract/operation.ts";
import { sweepWindows } from "../../../platform/counters/store.ts";
import type { Database } from "../../../platform/db/database.ts";
import { RequestCounter } from "./request-counter.ts";

const limit: Limit = { name: "updates", by: "organization", max: 3, windowSeconds: 10 };

onBothDatabases((dialect) => {
  const count = async (database: Database, now: number, subject = "acme", counted = limit) => {
    const [result] = await new RequestCounter({ database, clock: { now: () => now } }).count([
      { limit: counted, subject },
    ]);
    return [result?.remaining, result?.resetSeconds, result?.exceeded];
  };

  test("a window starts with its first request and ends after exactly its length", async () => {
    const database = await openTestDatabase(dialect);
    expect(await count(database, 1_000)).toEqual([2, 10, false]);
    expect(await count(database, 5_999)).toEqual([1, 6, false]);
    expect(await count(database, 6_000)).toEqual([0, 5, false]);
    expect(await count(database, 10_999)).toEqual([0, 1, true]);
    expect(await count(database, 11_000)).toEqual([2, 10, false]);
  });

  test("subjects and limits are counted separately even if their names overlap", async () => {
    const database = await openTestDatabase(dialect);
    expect(await count(database, 0, "a")).toEqual([2, 10, false]);
    expect(await count(database, 0, "ab")).toEqual([2, 10, false]);
    expect(await count(database, 0, "a", { ...limit, name: "jobs" })).toEqual([2, 10, false]);
    expect(await count(database, 0, "a")).toEqual([1, 10, false]);
  });

  test("all limits of a request are counted, including those after an exceeded one", async () => {
    const database = await openTestDatabase(dialect);
    const counters = [
      { limit: { ...limit, max: 1 }, subject: "a" },
      { limit: { ...limit, name: "wide", max: 100 }, subject: "a" },
    ];
    const deps = { database, clock: { now: () => 0 } };
    await new RequestCounter(deps).count(counters);
    const counted = await new RequestCounter(deps).count(counters);
    expect(counted.map(({ remaining, exceeded }) => [remaining, exceeded])).toEqual([
      [0, true],
      [98, false],
    ]);
  });

  test("no request is lost when nodes count concurrently", async () => {
    const storage = await createStorage(dialect);
    const nodes = [await openStorage(storage), await openStorage(storage)];
    const wide = { ...limit, max: 100 };
    const counted = await Promise.all(
      Array.from({ length: 60 }, (_, index) => count(nodes[index % 2] as Database, 0, "acme", wide)),
    );
    const remaining = counted.map(([left]) => Number(left)).sort((a, b) => a - b);
    expect(remaining).toEqual(Array.from({ length: 60 }, (_, index) => 40 + index));
    await Promise.all(nodes.map((node) => node.close()));
    await storage.remove();
  });

  test("sweeping removes only expired windows", async () => {
    const database = await openTestDatabase(dialect);
    await count(database, 0, "over");
    await count(database, 1, "running");
    await sweepWindows(database.query, 10_000);
    const rows = await database.query.selectFrom("rateLimits").select("subject").execute();
    expect(rows).toEqual([{ subject: "running" }]);
    expect(await count(database, 10_000, "running")).toEqual([1, 1, false]);
  });
});
