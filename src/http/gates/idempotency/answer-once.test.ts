import { expect, test } from "vitest";
import { createStorage, onBothDatabases, openStorage, openTestDatabase } from "../../../../test/support/database.ts";
import type { Database } from "../../../platform/db/database.ts";
import { answerOnce, recordMilliseconds } from "./answer-once.ts";
import { sweepRecords } from "./store.ts";

const request = { organizationId: "acme", operation: "triggerUpdate", key: "once", input: { body: { a: 1 } } };

onBothDatabases((dialect) => {
  const deps = (database: Database, now = 0) => ({ database, clock: { now: () => now } });

  test("with the same idempotency key the work is done once, and the second reply equals the first", async () => {
    const database = await openTestDatabase(dialect);
    let done = 0;
    const work = async () => ({ statusId: `upd_${++done}` });
    expect(await answerOnce(deps(database), request, work)).toEqual({ statusId: "upd_1" });
    expect(await answerOnce(deps(database), request, work)).toEqual({ statusId: "upd_1" });
    expect(done).toBe(1);
  });

  test("without an idempotency key the work is done every time, and nothing is recorded", async () => {
    const database = await openTestDatabase(dialect);
    let done = 0;
    const work = async () => ++done;
    await answerOnce(deps(database), { ...request, key: undefined }, work);
    expect(await answerOnce(deps(database), { ...request, key: undefined }, work)).toBe(2);
    expect(await database.query.selectFrom("idempotencyRecords").selectAll().execute()).toEqual([]);
  });

  test("failed work is rolled back, leaves no record, and may be tried again", async () => {
    const database = await openTestDatabase(dialect);
    const name = async () =>
      (await database.query.selectFrom("organizations").select("name").execute()).map((row) => row.name);
    await expect(
      answerOnce(deps(database), request, async (tx) => {
        await tx.insertInto("organizations").values({ id: "org_1", name: "Half", createdAt: 0 }).execute();
        throw new Error("halfway");
      }),
    ).rejects.toThrow("halfway");
    expect(await name()).toEqual([]);
    expect(await answerOnce(deps(database), { ...request, input: "another" }, async () => "second")).toBe("second");
  });

  test("a record is valid for 24 hours, to the millisecond", async () => {
    const database = await openTestDatabase(dialect);
    await answerOnce(deps(database, 0), request, async () => "first");
    const late = deps(database, recordMilliseconds - 1);
    expect(await answerOnce(late, request, async () => "second")).toBe("first");
    const later = deps(database, recordMilliseconds);
    expect(await answerOnce(later, { ...request, input: "another" }, async () => "third")).toBe("third");
    expect(await answerOnce(later, { ...request, input: "another" }, async () => "fourth")).toBe("third");
  });

  test("using the same idempotency key with different input is a conflict, and no work is done", async () => {
    const database = await openTestDatabase(dialect);
    await answerOnce(deps(database), request, async () => "first");
    let done = 0;
    const conflict = answerOnce(deps(database), { ...request, input: { body: { a: 2 } } }, async () => ++done);
    await expect(conflict).rejects.toMatchObject({ code: "conflict" });
    expect(done).toBe(0);
  });

  test.each(["organizationId", "operation", "key"])(
    "the same idempotency key with another %s has its own record",
    async (field) => {
      const database = await openTestDatabase(dialect);
      await answerOnce(deps(database), request, async () => "first");
      expect(await answerOnce(deps(database), { ...request, [field]: "other" }, async () => "second")).toBe("second");
    },
  );

  test("one of many concurrent requests on two nodes does the work, even if the first of them fails", async () => {
    const storage = await createStorage(dialect);
    const nodes = [await openStorage(storage), await openStorage(storage)];
    let tries = 0;
    const work = async () => {
      tries += 1;
      if (tries === 1) {
        throw new Error("the first one fails");
      }
      return `try ${tries}`;
    };
    const settled = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) => answerOnce(deps(nodes[index % 2] as Database), request, work)),
    );
    const replies = settled.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
    expect(replies).toEqual(Array(9).fill("try 2"));
    expect(tries).toBe(2);
    await Promise.all(nodes.map((node) => node.close()));
    await storage.remove();
  });

  test("only expired records are swept", async () => {
    const database = await openTestDatabase(dialect);
    await answerOnce(deps(database, 0), request, async () => "old");
    await answerOnce(deps(database, 1), { ...request, key: "young" }, async () => "young");
    await sweepRecords(database.query, 0);
    const rows = await database.query.selectFrom("idempotencyRecords").select("key").execute();
    expect(rows).toEqual([{ key: "young" }]);
  });

  test("input that is nested too deeply to be compared is refused", async () => {
    const database = await openTestDatabase(dialect);
    const input = JSON.parse(`${"[".repeat(100_000)}${"]".repeat(100_000)}`);
    await expect(answerOnce(deps(database), { ...request, input }, async () => 1)).rejects.toMatchObject({
      code: "bad_request",
    });
  });
});
