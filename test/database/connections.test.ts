import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Connection, Database } from "../../src/platform/db/database.ts";
import { DatabaseUnavailable } from "../../src/platform/db/database-unavailable.ts";
import { findOutage } from "../../src/platform/outage.ts";
import { createStorage, openStorage, openTestDatabase } from "../support/database.ts";

async function pidOf(connection: Connection): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(connection);
  return rows[0]?.pid ?? 0;
}

/** Resolves when the server no longer has this connection. */
async function waitUntilGone({ query }: Database, pid: number): Promise<void> {
  await vi.waitFor(async () => {
    const { rows } = await sql`select 1 from pg_stat_activity where pid = ${pid}`.execute(query);
    expect(rows).toEqual([]);
  });
}

test("a connection that is cut inside a transaction fails that transaction and nothing else", async () => {
  const database = await openTestDatabase("postgres");
  for (let round = 0; round < 5; round += 1) {
    const cut = database.transaction(async (tx) => {
      const pid = await pidOf(tx);
      await sql`select pg_terminate_backend(${pid})`.execute(database.query);
      await waitUntilGone(database, pid);
      await pidOf(tx);
    });
    await expect(cut).rejects.toThrow(DatabaseUnavailable);
    expect(await database.transaction(pidOf)).toBeGreaterThan(0);
  }
});

test("a transaction that the server ends because it is idle counts as an outage and doesn't end the process", async () => {
  const database = await openTestDatabase("postgres");
  const idle = database.transaction(async (tx) => {
    const pid = await pidOf(tx);
    await sql`set local idle_in_transaction_session_timeout = 10`.execute(tx);
    await waitUntilGone(database, pid);
    await pidOf(tx);
  });
  const error = await idle.catch((thrown: unknown) => thrown);
  expect(findOutage(error)).toEqual({ part: "database", message: "The database is unavailable." });
});

test("transactions that deadlock are repeated at once, and all of them succeed", async () => {
  const database = await openTestDatabase("postgres");
  await sql`create table locks (name text primary key, count integer not null)`.execute(database.query);
  await sql`insert into locks values ('a', 0), ('b', 0)`.execute(database.query);
  const count = (tx: Connection, name: string) =>
    sql`update locks set count = count + 1 where name = ${name}`.execute(tx);
  let attempts = 0;
  const both = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const countInOrder = (first: string, second: string, own: number) =>
    database.transaction(async (tx) => {
      attempts += 1;
      await count(tx, first);
      both[own]?.resolve();
      await Promise.all(both.map(({ promise }) => promise));
      await count(tx, second);
    });
  await Promise.all([countInOrder("a", "b", 0), countInOrder("b", "a", 1)]);
  expect(attempts).toBe(3);
  const { rows } = await sql`select count from locks`.execute(database.query);
  expect(rows).toEqual([{ count: 2 }, { count: 2 }]);
});

test("a query of several statements that fails leaves no open transaction on its connection", async () => {
  const storage = await createStorage("postgres");
  onTestFinished(() => storage.remove());
  const database = await openStorage(storage);
  onTestFinished(() => database.close());
  await expect(sql`begin; select 1 / 0; commit`.execute(database.query)).rejects.toThrow("division by zero");
  for (let round = 0; round < 5; round += 1) {
    expect(await pidOf(database.query)).toBeGreaterThan(0);
  }
});

test("work without a free connection waits a few seconds and then fails with an outage", async () => {
  const database = await openTestDatabase("postgres");
  const release = Promise.withResolvers<void>();
  const holders = Array.from({ length: 5 }, () =>
    database.transaction(async (tx) => {
      await pidOf(tx);
      await release.promise;
    }),
  );
  const error = await pidOf(database.query).catch((thrown: unknown) => thrown);
  release.resolve();
  await Promise.all(holders);
  expect(findOutage(error)?.part).toBe("database");
  expect(await pidOf(database.query)).toBeGreaterThan(0);
});
