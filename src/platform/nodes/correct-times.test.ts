import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { ageLeases } from "../../../test/faults/age-leases.ts";
import { openTestQueue, silentLog, until } from "../../../test/faults/queue-test-support.ts";
import { onBothDatabases, openTestDatabase } from "../../../test/support/database.ts";
import type { Database } from "../db/database.ts";
import { createLog } from "../log.ts";
import { RetryLater } from "../queue/handler.ts";
import type { ClaimedJob, Queue } from "../queue/queue.ts";
import { recordFailure } from "../queue/record-failure.ts";
import { waitsMin } from "../queue/retry-rules.ts";
import { aheadSecondsMax, correctTimes, countWrongTimes } from "./correct-times.ts";
import { reportAlive } from "./report-alive.ts";

const kinds = ["bake", "brew"];
const leaseSeconds = 30;
const hourSeconds = 3_600;
const twoDays = 48 * hourSeconds * 1_000;

/** Stores the queue's times as a clock would that is this much ahead. Afterwards, the clock is right. */
async function wasAhead(database: Database, hours: number): Promise<void> {
  const columns =
    database.dialect === "sqlite"
      ? ["created_at", "run_at", "lease_until"]
      : ["created_on", "start_after", "started_on", "heartbeat_on"];
  const by = database.dialect === "sqlite" ? `${hours * hourSeconds * 1_000}` : `interval '${hours} hours'`;
  const table = database.dialect === "sqlite" ? "queue_jobs" : "pgboss.job";
  const changes = columns.map((column) => `${column} = ${column} + ${by}`);
  await sql`update ${sql.raw(table)} set ${sql.raw(changes.join())}`.execute(database.query);
}

async function claimOne(queue: Queue): Promise<ClaimedJob> {
  const job = await queue.claim(kinds, leaseSeconds);
  if (job === undefined) throw new Error("There is no job to claim.");
  return job;
}

onBothDatabases((dialect) => {
  test("a clock that was hours ahead and is set right holds up no job", async () => {
    const { queue, database, enqueue } = await openTestQueue(dialect);
    await enqueue({ id: "dead" });
    await claimOne(queue);
    await enqueue({ id: "same group" });
    await enqueue({ id: "queued", group: "hall" });
    await enqueue({ id: "later", group: "hall", kind: "brew", runAt: Date.now() + 60_000 });
    await wasAhead(database, 3);
    expect(await countWrongTimes(database, Date.now())).toBe(4);
    const log = createLog("fatal", "worker");
    const node = await reportAlive({ database, clock: { now: Date.now }, log }, "worker", leaseSeconds);
    onTestFinished(() => node.stop());
    expect(await countWrongTimes(database, Date.now())).toBe(0);
    // Jobs that were created while the clock was ahead come before newer ones.
    await enqueue({ id: "newer", group: "hall" });
    const claimed = [await queue.claim(["bake"], leaseSeconds), await queue.claim(["brew"], leaseSeconds)];
    expect(claimed.map((job) => job?.id)).toEqual(["queued", "later"]);
    await ageLeases(database, leaseSeconds + 1, ["dead"]);
    expect((await until(() => queue.claim(["bake"], leaseSeconds)))?.group).toBe("kitchen");
  });

  test("right times are left alone, and a live worker keeps its job when the clock is set back", async () => {
    const { queue, database, enqueue } = await openTestQueue(dialect);
    const correct = () => correctTimes(database, Date.now(), leaseSeconds);
    await enqueue({ id: "delayed", group: "hall", runAt: Date.now() + 6 * hourSeconds * 1_000 });
    await enqueue({ id: "retried", group: "yard" });
    const retried = await claimOne(queue);
    await database.transaction((tx) => queue.retry(tx, retried, hourSeconds, "The oven was cold."));
    await enqueue({ id: "live" });
    const live = await claimOne(queue);
    expect(await correct()).toBe(0);
    await wasAhead(database, 48);
    expect(await correct()).toBe(3);
    expect(await queue.heartbeat(live, leaseSeconds)).toBe("held");
    expect([(await claimOne(queue)).id, (await claimOne(queue)).id].sort()).toEqual(["delayed", "retried"]);
  });

  test("a retry that was planned while the clock was ahead for less than the longest delay is due", async () => {
    const { queue, database, enqueue } = await openTestQueue(dialect);
    await enqueue({ id: "retried" });
    const hours = 5;
    await wasAhead(database, -hours);
    const retried = await claimOne(queue);
    await database.transaction((tx) => queue.retry(tx, retried, 1, "The oven was cold."));
    await wasAhead(database, hours);
    expect([await countWrongTimes(database, Date.now()), await queue.claim(kinds, leaseSeconds)]).toEqual([
      1,
      undefined,
    ]);
    expect(await correctTimes(database, Date.now(), leaseSeconds)).toBe(1);
    expect(await countWrongTimes(database, Date.now())).toBe(0);
    expect((await claimOne(queue)).claim).toBe(2);
  });

  test("a clock that jumps ahead during an outage doesn't end the retries", async () => {
    const { queue, database, enqueue } = await openTestQueue(dialect);
    const now = Date.now();
    const clock = { now: () => now };
    const givenUp: number[] = [];
    for (const waits of [1, waitsMin]) {
      await enqueue({ id: `${waits}` });
      const retries = { claim: 0, failures: 0, deaths: 0, waits, waitingSince: now - twoDays, cause: null };
      const handler = { attemptsMax: 1, run: async () => {}, giveUp: async () => void givenUp.push(waits) };
      const failure = { retries, error: new RetryLater("The oven is cold."), signal: new AbortController().signal };
      await recordFailure({ queue, database, clock, log: silentLog }, handler, await claimOne(queue), failure);
    }
    expect(givenUp).toEqual([waitsMin]);
  });
});

test("limits and slots that a clock stored while it was ahead end, and others stay", async () => {
  const database = await openTestDatabase("sqlite");
  const now = Date.now();
  const limit = { subject: "acme", count: 1 };
  const limits = [
    { ...limit, name: "updates", resetAt: now + twoDays },
    { ...limit, name: "guess-own-wait", resetAt: now + 2 * hourSeconds * 1_000 },
    { ...limit, name: "assistant", resetAt: now + 23 * hourSeconds * 1_000 },
  ];
  await database.query.insertInto("rateLimits").values(limits).execute();
  const slots = [20_000, twoDays].map((ahead) => ({ id: `${ahead}`, holder: "acme", leaseUntil: now + ahead }));
  await database.query.insertInto("sharedSlots").values(slots).execute();
  await correctTimes(database, now, leaseSeconds);
  const running = database.query.selectFrom("rateLimits").select("name").where("resetAt", ">", now);
  expect(await running.execute()).toEqual([{ name: "assistant" }]);
  const held = database.query.selectFrom("sharedSlots").select("id").where("leaseUntil", ">", now);
  expect(await held.execute()).toEqual([{ id: "20000" }]);
});

/** Columns for which it's harmless that a clock which was ahead has written them. */
const harmless: readonly { why: string; names: RegExp }[] = [
  {
    why: "they say when something happened, and nothing waits for them",
    names:
      /\.(?:at|(?:applied|archived|attempted|changed|checked|confirmed|created|deleted|delivered|dispatched|ended|last_used|proved|published|pushed|resolved|revoked|set|started|updated|viewed)_at)$/,
  },
  { why: "something ends later than it should", names: /\.(?:expires_at|previous_until|failing_since|provider_at)$/ },
  { why: "they are removed later than they should be", names: /^(?:known_addresses|recovery_codes)\.used_at$/ },
  { why: "a time in the future counts as now", names: /^job_retries\.waiting_since$/ },
  { why: "only a lost job is looked for later", names: /^mails\.retry_at$/ },
  { why: "a sweep plans runs again", names: /^automations\.next_at$/ },
];

test("every column with a time is corrected, or it's harmless if it is too far in the future", async () => {
  const database = await openTestDatabase("sqlite");
  const tables = await database.query.introspection.getTables();
  const times = tables.flatMap(({ name, columns }) =>
    columns.map((column) => `${name}.${column.name}`).filter((column) => /\.at$|_(?:at|until|since)$/.test(column)),
  );
  const corrected = new Set(aheadSecondsMax.map(([table, column]) => `${table}.${column}`));
  for (const column of ["run_at", "lease_until", "created_at"]) corrected.add(`queue_jobs.${column}`);
  expect([...corrected].filter((column) => !times.includes(column))).toEqual([]);
  const left = times.filter((column) => !corrected.has(column) && !harmless.some(({ names }) => names.test(column)));
  expect(left).toEqual([]);
});
