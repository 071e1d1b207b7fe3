import fc from "fast-check";
import { expect, test } from "vitest";
import { onBothDatabases } from "../../test/support/database.ts";
import { givenProject } from "../../test/support/stored-project.ts";
import type { Database } from "../platform/db/database.ts";
import type { Project } from "../projects/store.ts";
import { appendLog, logBytesMax, logLinesMax, readEvents, type UpdateEvent } from "./log-store.ts";
import { insertUpdate, moveUpdate, prepareUpdateReads } from "./store.ts";
import { newUpdate } from "./update.ts";

const clock = { now: () => 0 };
const cutPattern = /^… (\d+) lines omitted because the log was too long …$/;

onBothDatabases((dialect) => {
  let database: Database;
  let project: Project;
  givenProject(dialect, clock, (given) => {
    ({ database, project } = given);
  });

  const begin = async (): Promise<string> => {
    const update = newUpdate({ project, source: "api" }, clock);
    await insertUpdate(database.query, update);
    return update.id;
  };
  const append = (id: string, lines: string[]) => database.transaction((tx) => appendLog(tx, id, lines, 0));
  const logOf = (id: string) => prepareUpdateReads(database).readLog(id);
  const eventsOf = async (id: string, after = 0): Promise<UpdateEvent[]> => {
    const events: UpdateEvent[] = [];
    for (let page = await readEvents(database.query, id, after); page.length > 0; ) {
      events.push(...page);
      page = await readEvents(database.query, id, events.at(-1)?.id ?? 0);
    }
    return events;
  };
  const linesOf = (events: UpdateEvent[]) =>
    events.flatMap((event) => (event.event === "log" ? [event.data.line] : []));
  const writeMany = async (id: string, count: number, batch: number, text = "") => {
    await database.transaction(async (tx) => {
      for (let from = 0; from < count; from += batch) {
        const lines = Array.from({ length: Math.min(batch, count - from) }, (_, index) => `${from + index} ${text}`);
        await appendLog(tx, id, lines, 0);
      }
    });
  };
  const sizeOf = (lines: string[]) => lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);

  test("each line has its own sequence number, even within a batch", async () => {
    const id = await begin();
    await append(id, ["a", "b"]);
    await database.transaction((tx) => moveUpdate(tx, id, "in_progress", "It runs.", 0));
    await append(id, ["c"]);
    const events = await eventsOf(id);
    expect(events.map(({ id: place, event }) => [place, event])).toEqual([
      [1, "status"],
      [2, "log"],
      [3, "log"],
      [4, "status"],
      [5, "log"],
    ]);
    expect(await logOf(id)).toEqual(["a", "b", "c"]);
  });

  test("reading can resume after any line, even in the middle of a batch", async () => {
    const id = await begin();
    await writeMany(id, 23, 7);
    const all = await eventsOf(id);
    for (let after = 0; after <= all.length; after++) {
      expect(await eventsOf(id, after)).toEqual(all.slice(after));
    }
  });

  test("a log of exactly 5,000 lines is kept whole", async () => {
    const id = await begin();
    await writeMany(id, logLinesMax, 200);
    const log = await logOf(id);
    expect(log).toHaveLength(logLinesMax);
    expect(log.findIndex((line, index) => line !== `${index} `)).toBe(-1);
  });

  test("a log of exactly 1 MiB is kept whole, and a log with one byte more is cut", async () => {
    const id = await begin();
    const line = "x".repeat(1_023);
    for (let batch = 0; batch < 8; batch++) {
      await append(id, Array(128).fill(line));
    }
    expect(sizeOf(await logOf(id))).toBe(logBytesMax);
    await append(id, [""]);
    expect((await logOf(id)).some((text) => cutPattern.test(text))).toBe(true);
    expect(sizeOf(await logOf(id))).toBeLessThan(logBytesMax);
  });

  test.each([11, 150, 199, 200])(
    "a log of 12,000 lines, written %i at a time, loses its middle, and one line says how many lines are missing",
    async (batch) => {
      const id = await begin();
      const count = 12_000;
      await writeMany(id, count, batch);
      const log = await logOf(id);
      expect(log.length).toBeLessThanOrEqual(logLinesMax);
      const cuts = log.filter((line) => cutPattern.test(line));
      expect(cuts).toHaveLength(1);
      const cut = Number(cutPattern.exec(cuts[0] ?? "")?.[1]);
      expect(log.length - 1 + cut).toBe(count);
      const place = log.findIndex((line) => cutPattern.test(line));
      expect(log.slice(0, place)).toEqual(Array.from({ length: place }, (_, index) => `${index} `));
      expect(log.slice(place + 1)).toEqual(
        Array.from({ length: log.length - place - 1 }, (_, index) => `${place + cut + index} `),
      );
      expect(place).toBeGreaterThan(1_500);
      expect(log.length - place).toBeGreaterThan(1_500);
    },
  );

  test("a log of long lines is cut in the middle and stays within 1 MiB", async () => {
    const id = await begin();
    await writeMany(id, 3_000, 50, "文".repeat(600));
    const log = await logOf(id);
    expect(sizeOf(log)).toBeLessThanOrEqual(logBytesMax);
    expect(log[0]).toMatch(/^0 /);
    expect(log.at(-1)).toMatch(/^2999 /);
    expect(log.filter((line) => cutPattern.test(line))).toHaveLength(1);
  });

  test("cutting a log never removes status changes", async () => {
    const id = await begin();
    await writeMany(id, 4_000, 200);
    await database.transaction((tx) => moveUpdate(tx, id, "in_progress", "It runs.", 0));
    await writeMany(id, 4_000, 200);
    await database.transaction((tx) => moveUpdate(tx, id, "failure", "It broke.", 0));
    const moves = (await eventsOf(id)).flatMap((event) => (event.event === "status" ? [event.data.status] : []));
    expect(moves).toEqual(["queued", "in_progress", "failure"]);
  });

  test("a client that resumes after a cut sees no line twice, and learns how many it missed", async () => {
    const id = await begin();
    await writeMany(id, 3_000, 150);
    const seen = linesOf(await readEvents(database.query, id, 0)).slice(0, 2_500);
    const lastSeen = seen.length + 1;
    await writeMany(id, 9_000, 150);
    const rest = linesOf(await eventsOf(id, lastSeen));
    expect(rest[0]).toMatch(cutPattern);
    expect(rest.slice(1).filter((line) => cutPattern.test(line))).toEqual([]);
    const ids = (await eventsOf(id, lastSeen)).map((event) => event.id);
    expect(ids.every((place, index) => place > (ids[index - 1] ?? lastSeen))).toBe(true);
  });

  test("the log and the events always agree", async () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(sizes, fc.integer({ min: 0, max: 400 }), async (batches, width) => {
        const id = await begin();
        let written = 0;
        for (const size of batches) {
          await append(
            id,
            Array.from({ length: size }, (_, index) => `${written + index} ${"x".repeat(width)}`),
          );
          written += size;
        }
        const log = await logOf(id);
        expect(linesOf(await eventsOf(id))).toEqual(log);
        expect(log.length).toBeLessThanOrEqual(logLinesMax);
        expect(sizeOf(log)).toBeLessThanOrEqual(logBytesMax);
        const cuts = log.flatMap((line) => cutPattern.exec(line)?.[1] ?? []).map(Number);
        expect(cuts.length).toBeLessThanOrEqual(1);
        expect(log.length - cuts.length + (cuts[0] ?? 0)).toBe(written);
        const row = await database.query
          .selectFrom("updates")
          .select(["logLines", "eventCount"])
          .where("id", "=", id)
          .executeTakeFirstOrThrow();
        expect(row).toEqual({ logLines: log.length, eventCount: written + 1 });
      }),
      { seed: 20_260_302, numRuns: 15 },
    );
  });
});
