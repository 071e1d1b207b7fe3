import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CompiledQuery } from "kysely";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { keepDurability } from "../../../test/support/sqlite-without-fsync.ts";
import { compileOnce } from "./compile-once.ts";
import type { Connection, Database } from "./database.ts";
import { migrate } from "./migrate.ts";
import { openSqlite } from "./sqlite.ts";

keepDurability(true);
afterAll(() => keepDurability(false));

let folder: string;
let database: Database;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "lectern-grouped-"));
  database = openSqlite(join(folder, "lectern.sqlite"));
  await migrate(database);
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const relaxed = { durability: "relaxed" } as const;
const addStatement = compileOnce(["subject", "count"], (connection, { subject, count }) =>
  connection.insertInto("rateLimits").values({ name: "test", subject, count, resetAt: 7 }).returning("subject"),
);
const add = (tx: Connection, subject: string) => addStatement(tx, { subject, count: 1 });

async function stored(): Promise<string[]> {
  const rows = await database.query.selectFrom("rateLimits").select("subject").orderBy("subject").execute();
  return rows.map(({ subject }) => subject);
}

test("when one of several grouped transactions fails, only that one is rolled back", async () => {
  const works = ["a", "b", "c"].map((subject) =>
    database.transaction(async (tx) => {
      await add(tx, subject);
      if (subject === "b") throw new Error("b is refused");
      return subject;
    }, relaxed),
  );
  const outcomes = await Promise.allSettled(works);
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(await stored()).toEqual(["a", "c"]);
});

test("a failing statement affects only its own transaction", async () => {
  const twice = database.transaction(async (tx) => {
    await add(tx, "twice");
    await add(tx, "twice");
  }, relaxed);
  const other = database.transaction((tx) => add(tx, "other"), relaxed);
  await expect(twice).rejects.toThrow("UNIQUE");
  expect(await other).toMatchObject([{ subject: "other" }]);
  expect(await stored()).toEqual(["other"]);
});

test("success is reported only after the commit, when other connections can see the data", async () => {
  const reads = database.prepare<{ count: number }>("select count from rate_limits where subject = ?");
  const seen = Array.from({ length: 40 }, async (_, number) => {
    await database.transaction((tx) => add(tx, `s${number}`), relaxed);
    return reads.first([`s${number}`]);
  });
  expect((await Promise.all(seen)).every((row) => row?.count === 1)).toBe(true);
});

test("durable writes run between the groups, and none is lost", async () => {
  const works = Array.from({ length: 30 }, (_, number) =>
    database.transaction((tx) => add(tx, `s${number}`), number % 3 === 0 ? {} : relaxed),
  );
  await Promise.all(works);
  expect(await stored()).toHaveLength(30);
  const [row] = (await database.query.executeQuery(CompiledQuery.raw("pragma synchronous"))).rows as {
    synchronous: number;
  }[];
  expect(row?.synchronous).toBe(2);
});

test("when a group cannot begin, all of its transactions fail", async () => {
  await database.close();
  const works = [1, 2, 3].map((number) => database.transaction((tx) => add(tx, `s${number}`), relaxed));
  const outcomes = await Promise.allSettled(works);
  expect(outcomes.every(({ status }) => status === "rejected")).toBe(true);
  database = openSqlite(join(folder, "lectern.sqlite"));
});

test("a value that looks like a placeholder is stored unchanged", async () => {
  await add(database.query, "\0count");
  expect(await stored()).toEqual(["\0count"]);
});
