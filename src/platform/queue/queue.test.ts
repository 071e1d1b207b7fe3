import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { ageLeases } from "../../../test/faults/age-leases.ts";
import { openTestNode, openTestQueue, silentLog, until, writeNote } from "../../../test/faults/queue-test-support.ts";
import { createEmptyStorage, onBothDatabases } from "../../../test/support/database.ts";
import type { Connection } from "../db/database.ts";
import { type ClaimedJob, LeaseLost, type Queue } from "./queue.ts";
import { releaseJob } from "./record-failure.ts";

const kinds = ["bake", "brew"];
const leaseSeconds = 30;
const hourMilliseconds = 3_600_000;

onBothDatabases((dialect) => {
  test("a job exists only if the transaction that enqueued it commits", async () => {
    const { queue, database } = await openTestQueue(dialect);
    const job = { kind: "bake", group: "kitchen", payload: { crust: "thin" } };
    const failed = database.transaction(async (tx) => {
      await queue.enqueue(tx, { ...job, id: "rolled back" });
      throw new Error("rolled back on purpose");
    });
    await expect(failed).rejects.toThrow("on purpose");
    expect(await queue.claim(kinds, leaseSeconds)).toBeUndefined();
    await database.transaction((tx) => queue.enqueue(tx, { ...job, id: "committed" }));
    expect(await queue.claim(kinds, leaseSeconds)).toEqual({ ...job, id: "committed", claim: 1 });
  });

  test("enqueuing the same kind and id again changes nothing, even after the job has ended", async () => {
    const { queue, database, enqueue } = await openTestQueue(dialect);
    await enqueue({ payload: { crust: "thin" } });
    await enqueue({ payload: { crust: "thick" } });
    const job = await claimOne(queue);
    expect(job.payload).toEqual({ crust: "thin" });
    await enqueue({});
    expect(await queue.counts()).toEqual({ waiting: 0, running: 1 });
    await queue.complete(database.query, job);
    await enqueue({});
    expect(await queue.counts()).toEqual({ waiting: 0, running: 0 });
  });

  test("jobs of different kinds with the same ID are different jobs", async () => {
    const { queue, enqueue } = await openTestQueue(dialect);
    await enqueue({ kind: "bake" });
    await enqueue({ kind: "brew" });
    expect(await claimAll(queue)).toEqual(["bake one", "brew one"]);
  });

  test("the oldest job is claimed first, across kinds", async () => {
    const { queue, enqueue } = await openTestQueue(dialect);
    await enqueue({ id: "third", kind: "brew", group: "c" });
    await enqueue({ id: "first", kind: "bake", group: "a" });
    await enqueue({ id: "second", kind: "brew", group: "b" });
    expect(await claimAll(queue)).toEqual(["brew third", "bake first", "brew second"]);
  });

  test("the organization with the fewest running jobs is next", async () => {
    const { queue, enqueue } = await openTestQueue(dialect);
    for (const group of ["a1", "a2", "a3", "a4"]) await enqueue({ id: group, group, organizationId: "a" });
    await enqueue({ id: "b1", kind: "brew", group: "b1", organizationId: "b" });
    await enqueue({ id: "none", group: "none" });
    expect(await claimAll(queue)).toEqual(["bake a1", "brew b1", "bake none", "bake a2", "bake a3", "bake a4"]);
  });

  test("organizations take turns when one job runs at a time", async () => {
    const { queue, database, enqueue } = await openTestQueue(dialect);
    for (const id of ["a1", "a2", "a3"]) await enqueue({ id, group: "kitchen", organizationId: "a" });
    for (const id of ["b1", "b2"]) await enqueue({ id, group: "kitchen", organizationId: "b" });
    const order: string[] = [];
    for (let job = await queue.claim(kinds, leaseSeconds); job; job = await queue.claim(kinds, leaseSeconds)) {
      order.push(job.id);
      await queue.complete(database.query, job);
    }
    expect(order).toEqual(["a1", "b1", "a2", "b2", "a3"]);
  });

  test("a job whose worker died doesn't count as running once its lease has expired", async () => {
    const { queue, database, enqueue } = await openTestQueue(dialect);
    await enqueue({ id: "abandoned", group: "a", organizationId: "a" });
    await claimOne(queue);
    await ageLeases(database, leaseSeconds);
    await enqueue({ id: "b1", group: "b", organizationId: "b" });
    const order = [await claimOne(queue), await until(() => queue.claim(kinds, leaseSeconds))];
    expect(order.map((job) => job?.id)).toEqual(["b1", "abandoned"]);
  });

  test("only requested kinds are claimed", async () => {
    const { queue, enqueue } = await openTestQueue(dialect);
    await enqueue({ kind: "bake" });
    expect(await queue.claim(["brew"], leaseSeconds)).toBeUndefined();
  });

  test("a delayed job is not claimed before its time", async () => {
    const { queue, enqueue } = await openTestQueue(dialect);
    const runAt = Date.now() + 300;
    await enqueue({ id: "late", group: "a", runAt: Date.now() + hourMilliseconds });
    await enqueue({ id: "soon", group: "b", runAt });
    const job = await until(() => queue.claim(kinds, leaseSeconds));
    expect(job?.id).toBe("soon");
    expect(Date.now()).toBeGreaterThanOrEqual(runAt);
    expect(await queue.claim(kinds, leaseSeconds)).toBeUndefined();
  });

  test("one job of a group runs at a time, while other groups and kinds proceed", async () => {
    const { queue, database, enqueue } = await openTestQueue(dialect);
    await enqueue({ id: "first", group: "a" });
    await enqueue({ id: "second", group: "a" });
    await enqueue({ id: "other group", group: "b" });
    await enqueue({ id: "other kind", group: "a", kind: "brew" });
    const first = await claimOne(queue);
    expect(first.id).toBe("first");
    expect(await claimAll(queue)).toEqual(["bake other group", "brew other kind"]);
    await queue.complete(database.query, first);
    expect(await claimAll(queue)).toEqual(["bake second"]);
  });

  test("concurrent claims never share a group", async () => {
    const { queue, enqueue, openNode } = await openTestQueue(dialect);
    const nodes = [queue, (await openNode()).queue, (await openNode()).queue];
    for (let i = 0; i < 12; i++) {
      await enqueue({ id: `job ${i}`, group: `group ${i % 2}` });
    }
    const claims = await Promise.all([...nodes, ...nodes, ...nodes].map((node) => node.claim(kinds, leaseSeconds)));
    const groups = claims.filter((job) => job !== undefined).map((job) => job.group);
    expect(groups.toSorted()).toEqual(["group 0", "group 1"]);
  });

  test("a renewed lease is kept while an unrenewed one expires", async () => {
    const { queue, database, enqueue } = await openTestQueue(dialect);
    await enqueue({ id: "renewed", group: "a" });
    await enqueue({ id: "forgotten", group: "b" });
    const renewed = await claimOne(queue);
    await claimOne(queue);
    await ageLeases(database, leaseSeconds * 0.6);
    expect(await queue.heartbeat(renewed, leaseSeconds)).toBe("held");
    await ageLeases(database, leaseSeconds * 0.6);
    const next = await until(() => queue.claim(kinds, leaseSeconds));
    expect(next?.id).toBe("forgotten");
    expect(await queue.heartbeat(renewed, leaseSeconds)).toBe("held");
  });

  test("a job with an expired lease goes to another worker, and its old holder can no longer end it", async () => {
    const { queue, database, enqueue, notes } = await openTestQueue(dialect);
    await enqueue({});
    const stale = await claimOne(queue);
    await ageLeases(database, leaseSeconds);
    const fresh = await until(() => queue.claim(kinds, leaseSeconds));
    expect(fresh).toMatchObject({ id: stale.id, claim: 2 });
    const ends: ((tx: Connection) => Promise<void>)[] = [
      (tx) => queue.complete(tx, stale),
      (tx) => queue.retry(tx, stale, 0, "too late"),
      (tx) => queue.giveUp(tx, stale, "too late"),
    ];
    for (const end of ends) {
      const written = database.transaction(async (tx) => {
        await writeNote(tx, "written by the old holder");
        await end(tx);
      });
      await expect(written).rejects.toThrow(LeaseLost);
    }
    expect(await notes()).toEqual([]);
    expect(await queue.heartbeat(stale, leaseSeconds)).toBe("lost");
    expect(await queue.counts()).toEqual({ waiting: 0, running: 1 });
  });

  test("a failed job is retried after the delay", async () => {
    const { queue, database, enqueue } = await openTestQueue(dialect);
    await enqueue({});
    const job = await claimOne(queue);
    const failedAt = Date.now();
    await database.transaction((tx) => queue.retry(tx, job, 0.5, "The oven was cold."));
    const again = await until(() => queue.claim(kinds, leaseSeconds));
    expect(again).toMatchObject({ id: job.id, claim: 2 });
    expect(Date.now()).toBeGreaterThanOrEqual(failedAt + 500);
  });

  test("a job waiting for a retry does not block its group", async () => {
    const { queue, database, enqueue } = await openTestQueue(dialect);
    await enqueue({ id: "first" });
    await enqueue({ id: "second" });
    await queue.retry(database.query, await claimOne(queue), 3_600, "The oven was cold.");
    expect(await claimAll(queue)).toEqual(["bake second"]);
  });

  test("a job that was given up never runs again", async () => {
    const { queue, database, enqueue } = await openTestQueue(dialect);
    await enqueue({});
    await queue.giveUp(database.query, await claimOne(queue), "The oven is broken.");
    await enqueue({});
    expect(await queue.counts()).toEqual({ waiting: 0, running: 0 });
    expect(await queue.claim(kinds, leaseSeconds)).toBeUndefined();
  });

  test("a canceled waiting job never runs", async () => {
    const { queue, database, enqueue } = await openTestQueue(dialect);
    await enqueue({});
    await database.transaction((tx) => queue.cancel(tx, "bake", "one"));
    await database.transaction((tx) => queue.cancel(tx, "bake", "unknown"));
    expect(await queue.claim(kinds, leaseSeconds)).toBeUndefined();
  });

  test("a canceled running job finds out at its heartbeat and cannot be completed", async () => {
    const { queue, database, enqueue } = await openTestQueue(dialect);
    await enqueue({});
    const job = await claimOne(queue);
    await queue.cancel(database.query, "bake", "one");
    expect(await queue.heartbeat(job, leaseSeconds)).toBe("cancelled");
    await expect(database.transaction((tx) => queue.complete(tx, job))).rejects.toThrow(LeaseLost);
    expect(await queue.counts()).toEqual({ waiting: 0, running: 0 });
  });

  test("a cancellation that is rolled back leaves the job unchanged", async () => {
    const { queue, database, enqueue } = await openTestQueue(dialect);
    await enqueue({});
    const failed = database.transaction(async (tx) => {
      await queue.cancel(tx, "bake", "one");
      throw new Error("rolled back on purpose");
    });
    await expect(failed).rejects.toThrow("on purpose");
    expect(await claimAll(queue)).toEqual(["bake one"]);
  });

  test("a released job is claimed again at once, and its old holder can no longer end it", async () => {
    const { queue, database, clock, enqueue } = await openTestQueue(dialect);
    const deps = { queue, database, clock, log: silentLog };
    await enqueue({ payload: { crust: "thin" } });
    const released = await claimOne(queue);
    await releaseJob(deps, released);
    await expect(queue.complete(database.query, released)).rejects.toThrow(LeaseLost);
    const again = await claimOne(queue);
    expect(again).toEqual({ ...released, claim: 2 });
    await releaseJob(deps, released);
    await expect(queue.complete(database.query, released)).rejects.toThrow(LeaseLost);
    await queue.complete(database.query, again);
  });

  test("sweeping deletes jobs that ended before the given time, and no others", async () => {
    const { queue, database, enqueue } = await openTestQueue(dialect);
    await enqueue({ id: "ended", group: "a" });
    await queue.complete(database.query, await claimOne(queue));
    await enqueue({ id: "running", group: "b" });
    await claimOne(queue);
    await enqueue({ id: "waiting", group: "c" });
    await queue.sweep(Date.now() - hourMilliseconds);
    await enqueue({ id: "ended", group: "a" });
    expect(await queue.counts()).toEqual({ waiting: 1, running: 1 });
    await queue.sweep(Date.now() + hourMilliseconds);
    await enqueue({ id: "ended", group: "a" });
    expect(await queue.counts()).toEqual({ waiting: 2, running: 1 });
  });

  test("a process without a worker can enqueue", async () => {
    const { queue, openNode } = await openTestQueue(dialect);
    const api = await openNode("api");
    await api.database.transaction((tx) =>
      api.queue.enqueue(tx, { id: "from the API", kind: "bake", group: "kitchen", payload: {} }),
    );
    expect(await claimAll(queue)).toEqual(["bake from the API"]);
  });

  test("nodes that start together on an empty database share one queue", async () => {
    const storage = await createEmptyStorage(dialect);
    onTestFinished(() => storage.remove());
    const nodes = await Promise.all([1, 2, 3].map(() => openTestNode(storage)));
    for (const [index, node] of nodes.entries()) {
      await node.queue.enqueue(node.database.query, { id: `${index}`, kind: "bake", group: `${index}`, payload: {} });
    }
    expect(await nodes[0]?.queue.counts()).toEqual({ waiting: 3, running: 0 });
  });

  test("a job that exceeds the limits of a backend is rejected", async () => {
    const { enqueue } = await openTestQueue(dialect);
    await expect(enqueue({ kind: "two words" })).rejects.toThrow(RangeError);
    await expect(enqueue({ id: "" })).rejects.toThrow(RangeError);
    await expect(enqueue({ group: "x".repeat(201) })).rejects.toThrow(RangeError);
    await expect(enqueue({ payload: { text: "x".repeat(100_000) } })).rejects.toThrow(/Store it/);
  });
});

test("on SQLite, a late worker can renew an expired lease that nobody has claimed", async () => {
  let now = Date.now();
  const { queue, database, enqueue } = await openTestQueue("sqlite", { now: () => now });
  await enqueue({});
  const job = await claimOne(queue);
  now += leaseSeconds * 2_000;
  expect(await queue.heartbeat(job, leaseSeconds)).toBe("held");
  expect(await queue.claim(kinds, leaseSeconds)).toBeUndefined();
  await queue.complete(database.query, job);
});

test("on SQLite, a job with an expired lease keeps its group busy until it is claimed again", async () => {
  let now = Date.now();
  const { queue, enqueue } = await openTestQueue("sqlite", { now: () => now });
  await enqueue({ id: "older", runAt: now + 1_000 });
  await enqueue({ id: "late" });
  expect(await claimAll(queue)).toEqual(["bake late"]);
  now += leaseSeconds * 2_000;
  expect(await claimAll(queue)).toEqual(["bake late"]);
});

test("on PostgreSQL, a job that is canceled while it fails stays canceled", async () => {
  const { queue, database, enqueue, openNode } = await openTestQueue("postgres");
  const other = await openNode();
  await enqueue({});
  const job = await claimOne(queue);
  let cancelled: Promise<void> | undefined;
  await database.transaction(async (tx) => {
    await queue.retry(tx, job, 0, "The oven was cold.");
    cancelled = other.database.transaction((cancelling) => other.queue.cancel(cancelling, "bake", "one"));
    await until(async () => {
      const { rows } = await sql`
        select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(tx);
      return rows.length > 0;
    });
  });
  await cancelled;
  expect(await queue.counts()).toEqual({ waiting: 0, running: 0 });
});

async function claimOne(queue: Queue): Promise<ClaimedJob> {
  const job = await queue.claim(kinds, leaseSeconds);
  if (!job) {
    throw new Error("There is no job to claim.");
  }
  return job;
}

async function claimAll(queue: Queue): Promise<string[]> {
  const claimed: string[] = [];
  for (let job = await queue.claim(kinds, leaseSeconds); job; job = await queue.claim(kinds, leaseSeconds)) {
    claimed.push(`${job.kind} ${job.id}`);
  }
  return claimed;
}
