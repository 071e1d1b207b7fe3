import { expect, test } from "vitest";
import { onBothDatabases, openTestDatabase } from "../../test/support/database.ts";
import { createTestProject } from "../../test/support/server.ts";
import type { Database } from "../platform/db/database.ts";
import { createKey } from "./create-key.ts";
import { LastUsed } from "./last-used.ts";
import { listKeys } from "./store.ts";

const minute = Date.UTC(2026, 2, 2, 9, 30);

onBothDatabases((dialect) => {
  async function prepare() {
    const database = await openTestDatabase(dialect);
    let now = minute;
    const clock = { now: () => now };
    const { organizationId } = await createTestProject(database, clock);
    const { key } = await createKey({ clock }, database.query, { kind: "admin", organizationId, projectId: null });
    return {
      database,
      clock,
      key,
      moveTo: (time: number) => {
        now = time;
      },
      stored: async () => (await listKeys(database.query, organizationId))[0]?.lastUsedAt,
    };
  }

  test("the time of a key's last use is stored to the minute at the next flush", async () => {
    const { database, clock, key, moveTo, stored } = await prepare();
    const lastUsed = new LastUsed(database, clock);
    moveTo(minute + 59_999);
    lastUsed.note(key.id, "127.0.0.1");
    expect(await stored()).toBeNull();
    await lastUsed.flush();
    expect(await stored()).toBe(minute);
  });

  test("several uses of a key within one minute are written once", async () => {
    const { database, clock, key, moveTo, stored } = await prepare();
    const lastUsed = new LastUsed(counting(database), clock);
    for (let use = 0; use < 5; use++) {
      lastUsed.note(key.id, "127.0.0.1");
      await lastUsed.flush();
    }
    expect(transactions.get(database)).toBe(1);
    moveTo(minute + 60_000);
    lastUsed.note(key.id, "127.0.0.1");
    await lastUsed.flush();
    expect(transactions.get(database)).toBe(2);
    expect(await stored()).toBe(minute + 60_000);
  });

  test("a node that writes late does not set the time of the last use back", async () => {
    const { database, clock, key, moveTo, stored } = await prepare();
    const [slow, quick] = [new LastUsed(database, clock), new LastUsed(database, clock)];
    slow.note(key.id, "127.0.0.1");
    moveTo(minute + 60_000);
    quick.note(key.id, "127.0.0.1");
    await quick.flush();
    await slow.flush();
    expect(await stored()).toBe(minute + 60_000);
  });

  test("a use that could not be written is written by the next flush", async () => {
    const { database, clock, key, stored } = await prepare();
    let isAway = true;
    const lastUsed = new LastUsed(
      {
        ...database,
        transaction: (work, options) =>
          isAway ? Promise.reject(new Error("away")) : database.transaction(work, options),
      },
      clock,
    );
    lastUsed.note(key.id, "127.0.0.1");
    await expect(lastUsed.flush()).rejects.toThrow("away");
    isAway = false;
    await lastUsed.flush();
    expect(await stored()).toBe(minute);
  });
});

const transactions = new WeakMap<Database, number>();

function counting(database: Database): Database {
  return {
    ...database,
    transaction(work, options) {
      transactions.set(database, (transactions.get(database) ?? 0) + 1);
      return database.transaction(work, options);
    },
  };
}
