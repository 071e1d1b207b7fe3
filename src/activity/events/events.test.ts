import { expect, test } from "vitest";
import { hastenJobs } from "../../../test/faults/hasten-jobs.ts";
import { openTestQueue } from "../../../test/faults/queue-test-support.ts";
import { onBothDatabases } from "../../../test/support/database.ts";
import { createTestProject } from "../../../test/support/server.ts";
import { dayMilliseconds } from "../../platform/clock.ts";
import { catchUpEvents, type EventConsumer, eventDispatchHandler } from "./dispatch-events.ts";
import type { NewEvent, StoredEvent } from "./event.ts";
import { presentEvent } from "./present-event.ts";
import { eventDispatchKind, recordEvent } from "./record-event.ts";
import { sweepEvents } from "./store.ts";

const minute = 60_000;

onBothDatabases((dialect) => {
  const open = async () => {
    let now = Date.UTC(2026, 10, 17, 12);
    const clock = { now: () => now };
    const { database, queue } = await openTestQueue(dialect, clock, [eventDispatchKind]);
    const project = await createTestProject(database, clock);
    const deps = { database, queue, clock };
    const record = (event: NewEvent) => database.transaction((tx) => recordEvent(deps, tx, event));
    /** Runs the waiting jobs and returns how many there were. */
    const dispatch = async (...consumers: EventConsumer[]) => {
      const handler = eventDispatchHandler(deps, consumers);
      for (let jobs = 0; ; jobs += 1) {
        await hastenJobs(database);
        const job = await queue.claim([eventDispatchKind], 60);
        if (job === undefined) return jobs;
        const finish = async (work: Parameters<typeof database.transaction<void>>[0]) => database.transaction(work);
        try {
          await handler.run({ ...job, attempt: 1, signal: new AbortController().signal, finish });
        } finally {
          await queue.complete(database.query, job);
        }
      }
    };
    const waiting = async () =>
      (await database.query.selectFrom("events").select("id").where("dispatchedAt", "is", null).execute()).length;
    return { database, queue, deps, project, record, dispatch, waiting, advance: (by: number) => (now += by) };
  };
  const job = (projectId: string, id: string): NewEvent => ({
    type: "job.failed",
    projectId,
    subject: id,
    data: {
      job: {
        id,
        status: "failed",
        outcome: "failed",
        summary: "It took too long.",
        prompt: "Fix typos",
        prLink: null,
        createdAt: "2026-11-17T11:00:00.000Z",
        endedAt: "2026-11-17T12:00:00.000Z",
      },
    },
  });
  const feedback = (projectId: string, subject: string, comment: string | null): NewEvent => ({
    type: "feedback.received",
    projectId,
    subject,
    data: {
      feedback: {
        about: "page",
        helpful: false,
        page: "/install",
        question: null,
        reason: null,
        comment,
        receivedAt: "2026-11-17T12:00:00.000Z",
      },
    },
  });

  test("an event reaches every consumer once, with the names and addresses people know", async () => {
    const { project, record, dispatch } = await open();
    await record(job(project.id, "job_1"));
    const seen: StoredEvent[] = [];
    const consume: EventConsumer = async (_tx, event) => void seen.push(event);
    expect(await dispatch(consume, consume)).toBe(1);
    expect(await dispatch(consume)).toBe(0);
    expect(seen).toHaveLength(2);
    const [event] = seen;
    if (event === undefined) throw new Error("There is no event.");
    const { name, domain, organizationId } = project;
    expect(presentEvent({ url: "https://docs.test", siteUrl: (subdomain) => subdomain }, event)).toMatchObject({
      id: expect.stringMatching(/^evt_/),
      type: "job.failed",
      timestamp: "2026-11-17T12:00:00.000Z",
      data: {
        project: { id: project.id, name, subdomain: domain },
        job: { id: "job_1", summary: "It took too long." },
        dashboardUrl: `https://docs.test/dashboard/${organizationId}/${domain}/jobs/job_1`,
      },
    });
  });

  test("an event isn't recorded if its transaction is rolled back", async () => {
    const { database, deps, project, dispatch, waiting } = await open();
    const failed = database.transaction(async (tx) => {
      await recordEvent(deps, tx, job(project.id, "job_1"));
      throw new Error("on purpose");
    });
    await expect(failed).rejects.toThrow("on purpose");
    expect([await waiting(), await dispatch()]).toEqual([0, 0]);
  });

  test("a consumer that fails rolls back the other consumers' writes about the event, but doesn't hold up other events", async () => {
    const { database, deps, project, record, dispatch, waiting, advance } = await open();
    await record(job(project.id, "bad"));
    await record(job(project.id, "good"));
    const write: EventConsumer = (tx, { subject }) =>
      tx
        .insertInto("sweepCounts")
        .values({ name: subject, runs: 1, failures: 0 })
        .execute()
        .then(() => undefined);
    const fail: EventConsumer = async (_tx, { subject }) => {
      if (subject === "bad") throw new Error("The worker was killed.");
    };
    await expect(dispatch(write, fail)).rejects.toThrow("killed");
    const written = async () => (await database.query.selectFrom("sweepCounts").select("name").execute()).length;
    expect([await written(), await waiting()]).toEqual([1, 1]);
    await expect(dispatch(write, fail)).rejects.toThrow("killed");
    // No job is enqueued for the event any more, so the sweep has to find it.
    advance(minute);
    await catchUpEvents(deps, deps.clock.now());
    expect(await dispatch(write)).toBe(1);
    expect([await written(), await waiting()]).toEqual([2, 0]);
  });

  test("many feedback events share one job, a correction replaces the original, and each hour has a limit", async () => {
    const { deps, queue, project, record, dispatch, waiting, advance } = await open();
    await record(feedback(project.id, "one", null));
    await record(feedback(project.id, "one", "The command is wrong."));
    for (let index = 0; index < 150; index += 1) await record(feedback(project.id, `r${index}`, null));
    expect(await waiting()).toBe(100);
    expect(await queue.counts()).toEqual({ waiting: 1, running: 0 });
    const seen: StoredEvent[] = [];
    const consume: EventConsumer = async (_tx, event) => void seen.push(event);
    advance(minute);
    await catchUpEvents(deps, deps.clock.now());
    await dispatch(consume);
    expect(seen).toHaveLength(100);
    expect(seen[0]?.data).toMatchObject({ feedback: { comment: "The command is wrong." } });
    await record(feedback(project.id, "one", "Still wrong."));
    expect(await waiting()).toBe(0);
    advance(60 * minute);
    await record(feedback(project.id, "one", "Still wrong."));
    expect(await waiting()).toBe(1);
  });

  test("events are kept for a limited time and are deleted with their project", async () => {
    const { database, deps, project, record, advance, waiting } = await open();
    await record(job(project.id, "old"));
    advance(dayMilliseconds);
    await record(job(project.id, "new"));
    await sweepEvents(database.query, deps.clock.now());
    expect(await waiting()).toBe(1);
    await database.query.deleteFrom("projects").where("id", "=", project.id).execute();
    expect(await waiting()).toBe(0);
    await record(job(project.id, "late"));
    expect(await waiting()).toBe(0);
  });
});
