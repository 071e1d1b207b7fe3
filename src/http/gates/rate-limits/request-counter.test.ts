import { expect, test } from "vitest";
import { createStorage, onBothDatabases, openStorage, openTestDatabase } from "../../../../test/support/database.ts";
import type { Limit } from "../../../contract/operation.ts";
import type { Database } from "../../../platform/db/database.ts";
import { RequestCounter } from "./request-counter.ts";

const large: Limit = { name: "questions", by: "organization", max: 1_000, windowSeconds: 60 };
const small: Limit = { name: "notes", by: "visitor", max: 10, windowSeconds: 60 };
const acme = { limit: large, subject: "acme" };
const still = { now: () => 0 };

onBothDatabases((dialect) => {
  const stored = async (database: Database) =>
    (await database.query.selectFrom("rateLimits").select("count").where("subject", "=", "acme").execute()).map(
      ({ count }) => count,
    );
  const remaining = async (counter: RequestCounter, counters = [acme]) =>
    (await counter.count(counters)).map((counted) => counted.remaining);

  test("requests in quick succession are counted in memory and written together", async () => {
    const database = await openTestDatabase(dialect);
    const counter = new RequestCounter({ database, clock: still });
    expect([await remaining(counter), await remaining(counter), await remaining(counter)]).toEqual([
      [999],
      [998],
      [997],
    ]);
    await counter.flush();
    expect(await stored(database)).toEqual([3]);
    expect(await remaining(counter)).toEqual([996]);
  });

  test("a window that starts in memory ends to the millisecond", async () => {
    const database = await openTestDatabase(dialect);
    let now = 5_000;
    const counter = new RequestCounter({ database, clock: { now: () => now } });
    await remaining(counter);
    now = 5_020;
    await counter.flush();
    now = 64_999;
    expect(await remaining(counter)).toEqual([998]);
    now = 65_000;
    expect(await remaining(counter)).toEqual([999]);
  });

  test("a window that began while the clock was two days ahead doesn't last until then", async () => {
    const database = await openTestDatabase(dialect);
    const twoDays = 2 * 86_400_000;
    let now = twoDays;
    const counter = new RequestCounter({ database, clock: { now: () => now } });
    expect([await remaining(counter), await remaining(counter)]).toEqual([[999], [998]]);
    await counter.flush();
    now = 0;
    await database.query.updateTable("rateLimits").set({ resetAt: now }).execute();
    expect(await remaining(counter)).toEqual([999]);
    now = 60_000;
    expect(await remaining(counter)).toEqual([999]);
  });

  test("concurrent nodes admit exactly as many requests as the limit allows", async () => {
    const storage = await createStorage(dialect);
    const databases = [await openStorage(storage), await openStorage(storage)];
    let now = 0;
    const nodes = databases.map((database) => new RequestCounter({ database, clock: { now: () => now } }));
    let admitted = 0;
    for (let round = 0; round < 110; round++) {
      const counted = await Promise.all(Array.from({ length: 10 }, (_, place) => nodes[place % 2]?.count([acme])));
      admitted += counted.filter((one) => one?.[0]?.exceeded === false).length;
      now += 10;
    }
    expect(admitted).toBe(1_000);
    await Promise.all(nodes.map((node) => node.flush()));
    expect(await stored(databases[0] as Database)).toEqual([1_100]);
    await Promise.all(databases.map((database) => database.close()));
    await storage.remove();
  });

  test("a small limit is always counted in the database, together with the other limits of the request", async () => {
    const database = await openTestDatabase(dialect);
    const counter = new RequestCounter({ database, clock: still });
    const both = [acme, { limit: small, subject: "visitor" }];
    expect(await remaining(counter, both)).toEqual([999, 9]);
    expect(await remaining(counter, both)).toEqual([998, 8]);
    expect(await stored(database)).toEqual([2]);
  });

  test("an expired window starts over without the old window's unwritten requests", async () => {
    const database = await openTestDatabase(dialect);
    let now = 0;
    const counter = new RequestCounter({ database, clock: { now: () => now } });
    await remaining(counter);
    now = 59_999;
    expect([await remaining(counter), await remaining(counter)]).toEqual([[998], [997]]);
    now = 60_000;
    expect(await remaining(counter)).toEqual([999]);
  });

  test("a slow read doesn't drop requests that are being written at the same time", async () => {
    const database = await openTestDatabase(dialect);
    let now = 0;
    const held: (() => void)[] = [];
    let isSlow = false;
    const slow: Database = {
      ...database,
      query: database.query,
      prepare: <Row>(text: string) => {
        const read = database.prepare<Row>(text);
        return {
          ...read,
          first: async (values) => {
            const row = await read.first(values);
            if (isSlow) await new Promise<void>((resolve) => held.push(resolve));
            return row;
          },
        };
      },
    };
    const counter = new RequestCounter({ database: slow, clock: { now: () => now } });
    await remaining(counter);
    await counter.flush();
    now = 49;
    expect(await remaining(counter)).toEqual([998]);
    now = 60;
    isSlow = true;
    const late = remaining(counter);
    await expect.poll(() => held.length).toBe(1);
    isSlow = false;
    await counter.flush();
    for (const release of held) release();
    expect(await late).toEqual([997]);
  });

  test("a write that overtakes an earlier one doesn't drop the earlier requests", async () => {
    const database = await openTestDatabase(dialect);
    const held: (() => void)[] = [];
    const overtaken: Database = {
      ...database,
      query: database.query,
      transaction: async (work, options) => {
        if (held.length === 0) await new Promise<void>((resolve) => held.push(resolve));
        return database.transaction(work, options);
      },
    };
    const counter = new RequestCounter({ database: overtaken, clock: still });
    expect([await remaining(counter), await remaining(counter)]).toEqual([[999], [998]]);
    const late = counter.flush();
    expect(await remaining(counter)).toEqual([997]);
    await counter.flush();
    expect(await remaining(counter)).toEqual([996]);
    for (const release of held) release();
    await late;
    expect(await remaining(counter)).toEqual([995]);
    await counter.flush();
    // On a slow machine, the timer is writing them already.
    await expect.poll(() => stored(database)).toEqual([5]);
  });

  test("counts that could not be written are kept for the next flush", async () => {
    const database = await openTestDatabase(dialect);
    let isAway = false;
    const unreliable: Database = {
      ...database,
      query: database.query,
      transaction: (work, options) =>
        isAway ? Promise.reject(new Error("The database is away.")) : database.transaction(work, options),
    };
    const counter = new RequestCounter({ database: unreliable, clock: still });
    await remaining(counter);
    await remaining(counter);
    isAway = true;
    await expect(counter.flush()).rejects.toThrow("away");
    isAway = false;
    await counter.flush();
    expect(await stored(database)).toEqual([2]);
  });
});
