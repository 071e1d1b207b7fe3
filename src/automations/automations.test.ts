import { expect, test } from "vitest";
import { openTestQueue } from "../../test/faults/queue-test-support.ts";
import { onBothDatabases } from "../../test/support/database.ts";
import { createTestProject } from "../../test/support/server.ts";
import { eventDispatchHandler } from "../activity/events/dispatch-events.ts";
import type { NewEvent } from "../activity/events/event.ts";
import { eventDispatchKind, recordEvent } from "../activity/events/record-event.ts";
import { agentJobKind } from "../agent/create-job.ts";
import { completeJob } from "../agent/end-job.ts";
import { insertMessage } from "../agent/message-store.ts";
import type { AutomationDefinition } from "../contract/automation-operations.ts";
import { dayMilliseconds } from "../platform/clock.ts";
import { newId } from "../platform/id.ts";
import { automationConsumer } from "./automation-events.ts";
import { nextRunAt } from "./definition.ts";
import { planAgain, runDue } from "./run-due.ts";
import { type Occurrence, startRun } from "./start-run.ts";
import { insertAutomation, listRuns, wantsCommit } from "./store.ts";

const hour = 3_600_000;
const never = new AbortController().signal;
const log = { error() {} } as never;
const links: AutomationDefinition["do"] = { task: { name: "fix-links" } };

onBothDatabases((dialect) => {
  const open = async () => {
    let now = Date.UTC(2026, 10, 16, 5);
    const clock = { now: () => now };
    const kinds = [agentJobKind, eventDispatchKind];
    const { storage, database, queue, openNode } = await openTestQueue(dialect, clock, kinds);
    const project = await createTestProject(database, clock);
    const depsOf = (node: { database: typeof database; queue: typeof queue }) => ({
      ...node,
      clock,
      log,
      modelName: async () => "",
      answerQuestions: async () => {},
      listSameQuestions: async () => ["msg_oldest", "msg_next", "msg_this"],
    });
    const deps = depsOf({ database, queue });
    const add = async (given: Partial<AutomationDefinition>) => {
      const definition = { name: "Test", do: links, ...given };
      const id = newId("atm", clock);
      const times = { createdAt: now, updatedAt: now, nextAt: nextRunAt(definition, now) };
      const row = { id, projectId: project.id, definition: JSON.stringify(definition), ...times };
      await insertAutomation(database.query, { ...row, file: null, isOn: 1, hookHash: null });
      return id;
    };
    const start = (automationId: string, id: string, cause: Occurrence["cause"] = "webhook") =>
      database.transaction((tx) => startRun(deps, tx, automationId, { cause, id }));
    const report = async (event: NewEvent) => {
      const handler = eventDispatchHandler(deps, [automationConsumer(deps)]);
      await database.transaction((tx) => recordEvent(deps, tx, event));
      now += hour;
      const payload = { organizationId: project.organizationId, until: now };
      const job = { id: "d", kind: eventDispatchKind, group: "g", payload, claim: 1, attempt: 1, signal: never };
      await handler.run({ ...job, finish: (work) => database.transaction(work) });
    };
    const end = (jobId: string, prLink?: string) =>
      database.transaction((tx) =>
        completeJob(deps, tx, jobId, { outcome: "changed", summary: "Done.", model: "builtin/rules", prLink }),
      );
    const jobs = () => database.query.selectFrom("agentJobs").select(["id", "prompt"]).orderBy("id").execute();
    const turns = () => database.query.selectFrom("agentTurns").select(["jobId", "turn"]).orderBy("jobId").execute();
    return {
      ...{ storage, database, queue, project, deps, openNode, depsOf },
      ...{ add, start, report, end, jobs, turns, advance: (by: number) => (now += by) },
    };
  };
  const update = (projectId: string, subject: string, sha: string, isPreview = false): NewEvent =>
    ({
      type: "update.succeeded",
      projectId,
      subject,
      data: { update: { id: subject, status: "success", isPreview, commit: { sha, message: null } } },
    }) as NewEvent;

  test("two nodes that see the same due schedule start one run, and the next one follows the time zone", async () => {
    const { database, deps, openNode, depsOf, add, jobs, advance } = await open();
    const id = await add({ when: { schedule: "0 6 * * 1", timeZone: "Europe/Berlin" } });
    // Mondays at 6:00 in Berlin are at 5:00 UTC in winter. The clock is exactly there, so the next one is in a week.
    await runDue(deps, never);
    expect(await jobs()).toEqual([]);
    advance(7 * dayMilliseconds);
    const other = depsOf(await openNode());
    await Promise.all([runDue(deps, never), runDue(other, never), runDue(deps, never)]);
    expect(await jobs()).toMatchObject([{ prompt: "fix broken links" }]);
    expect(await listRuns(database.query, id)).toMatchObject([
      { cause: "schedule", occurrence: "schedule/2026-11-23T05:00:00.000Z", status: "running" },
    ]);
    // A pause of three weeks is made up by one run.
    advance(21 * dayMilliseconds);
    await runDue(deps, never);
    await runDue(other, never);
    expect(await listRuns(database.query, id)).toHaveLength(2);
  });

  test("a run that a clock which was ahead has planned is planned again, and the others are left alone", async () => {
    const { database, deps, add, advance } = await open();
    const ahead = 20 * hour;
    const ids = [await add({ when: { schedule: "* * * * *" } }), await add({ when: { schedule: "0 5 * * 1" } })];
    const planned = async () => {
      const rows = database.query.selectFrom("automations").select(["id", "nextAt"]).where("id", "in", ids);
      return (await rows.orderBy("id").execute()).map(({ nextAt }) => nextAt);
    };
    const before = await planned();
    advance(ahead);
    await runDue(deps, never);
    advance(-ahead);
    expect(await planned()).not.toEqual(before);
    await planAgain(database.query, deps.clock.now());
    expect(await planned()).toEqual(before);
  });

  test("a run that fails to start leaves nothing behind, and is started again", async () => {
    const { database, queue, deps, add, jobs, advance } = await open();
    const id = await add({ when: { schedule: "0 * * * *" }, do: { prompt: "fix broken links" } });
    advance(hour);
    const dying = {
      ...deps,
      modelName: async () => {
        throw new Error("The node was killed.");
      },
    };
    await runDue(dying, never);
    expect([await jobs(), await listRuns(database.query, id)]).toEqual([[], []]);
    await runDue(deps, never);
    await runDue(deps, never);
    expect([(await jobs()).length, (await listRuns(database.query, id)).length]).toEqual([1, 1]);
    expect((await queue.counts()).waiting).toBe(1);
  });

  test("the same occurrence never starts a second run, also if both arrive at once", async () => {
    const { add, start, jobs } = await open();
    const id = await add({ pullRequest: "new" });
    await Promise.all([start(id, "delivery"), start(id, "delivery"), start(id, "delivery")]);
    expect(await jobs()).toHaveLength(1);
    await start(id, "another");
    expect(await jobs()).toHaveLength(2);
  });

  test("a growing pull request gets follow-ups until it is merged, and a run waits for the one before it", async () => {
    const { database, project, deps, add, start, report, end, jobs, turns } = await open();
    const id = await add({});
    const first = await start(id, "one");
    expect(await start(id, "too early")).toMatchObject({
      status: "skipped",
      summary: expect.stringContaining("at work"),
    });
    await end(first?.jobId ?? "", "https://git.lectern.test/pull/1");
    await start(id, "two");
    expect(await turns()).toEqual([1, 2].map((turn) => ({ jobId: first?.jobId, turn })));
    await end(first?.jobId ?? "");
    const pullRequest = { number: 1, head: `agent/${first?.jobId}`, status: "merged" };
    const merged = { type: "pull_request.merged", projectId: project.id, subject: "pul_1", data: { pullRequest } };
    // A branch of another project may have the same name.
    const elsewhere = { ...merged, projectId: (await createTestProject(database, deps.clock, "other")).id };
    await database.transaction((tx) => automationConsumer(deps)(tx, elsewhere as never));
    expect(await listRuns(database.query, id)).not.toContainEqual(expect.objectContaining({ isPrOver: 1 }));
    await report(merged as NewEvent);
    const third = await start(id, "three");
    expect(third?.jobId).not.toBe(first?.jobId);
    expect(await jobs()).toHaveLength(2);
    expect((await listRuns(database.query, id)).map(({ status, outcome }) => [status, outcome])).toEqual([
      ["running", null],
      ["completed", "changed"],
      ["skipped", null],
      ["completed", "changed"],
    ]);
  });

  test("only the jobs of an automation without pull requests commit directly, and only without a person's message", async () => {
    const { database, start, add } = await open();
    const jobOf = async (id: string) => (await start(id, "one"))?.jobId ?? "";
    const direct = await jobOf(await add({ pullRequest: "none" }));
    const growing = await jobOf(await add({}));
    expect([await wantsCommit(database.query, direct), await wantsCommit(database.query, growing)]).toEqual([
      true,
      false,
    ]);
    await database.transaction((tx) =>
      insertMessage(tx, { jobId: direct, turn: 1 }, { text: "And this.", promptedBy: null, now: 1 }),
    );
    expect(await wantsCommit(database.query, direct)).toBe(false);
  });

  test.each([
    ...(["feedback", "question", "code", "release"] as const).map((cause) => [cause, false] as const),
    ...(["schedule", "push", "update", "webhook", "request"] as const).map((cause) => [cause, true] as const),
  ])(
    "whether a prompt that %s started commits directly is %s, and a built-in task always does",
    async (cause, isDirect) => {
      const { database, start, add } = await open();
      const commits = async (act: AutomationDefinition["do"]) => {
        const run = await start(await add({ do: act, pullRequest: "none" }), "one", cause);
        return wantsCommit(database.query, run?.jobId ?? "");
      };
      expect(await commits({ prompt: "fix broken links" })).toBe(isDirect);
      expect(await commits(links)).toBe(true);
    },
  );

  test("runs have a daily limit, which the history mentions once a day", async () => {
    const { database, add, start, jobs, advance } = await open();
    const id = await add({ pullRequest: "new", limits: { runsPerDay: 2 } });
    for (const occurrence of ["a", "b", "c", "d"]) await start(id, occurrence);
    expect(await jobs()).toHaveLength(2);
    expect((await listRuns(database.query, id)).map(({ status }) => status)).toEqual(["skipped", "running", "running"]);
    advance(dayMilliseconds + 1);
    expect(await start(id, "c")).toMatchObject({ status: "running" });
  });

  test("what the runs of a day cost is limited, and earlier prompts of the same job don't count", async () => {
    const { database, add, start, end } = await open();
    const id = await add({ limits: { cost: 1 } });
    const cost = (value: number) => database.query.updateTable("agentJobs").set({ cost: value }).execute();
    const first = await start(id, "one");
    await cost(9_999);
    await end(first?.jobId ?? "", "https://git.lectern.test/pull/1");
    expect(await start(id, "two")).toMatchObject({ status: "running", costBefore: 9_999 });
    await cost(10_000);
    await end(first?.jobId ?? "");
    expect(await start(id, "three")).toMatchObject({ status: "skipped", summary: expect.stringContaining("cost 1") });
  });

  test("updates, pushes, feedback and questions start the automations that wait for them", async () => {
    const { database, project, add, report } = await open();
    const [pushed, updated, negative, asked] = [
      await add({ when: { push: true }, pullRequest: "new" }),
      await add({ when: { update: "ended" }, pullRequest: "new" }),
      await add({ when: { feedback: "negative" }, pullRequest: "new" }),
      await add({ when: { question: 3 }, pullRequest: "new" }),
    ];
    const occurrences = async (id: string) => (await listRuns(database.query, id)).map(({ occurrence }) => occurrence);
    await report(update(project.id, "upd_1", "c0ffee"));
    await report(update(project.id, "upd_2", "c0ffee"));
    await report(update(project.id, "upd_3", "beef", true));
    expect(await occurrences(pushed)).toEqual(["push/c0ffee"]);
    expect(await occurrences(updated)).toEqual(["update/upd_2", "update/upd_1"]);
    const rated = { about: "page", page: "/x", question: null, reason: null, comment: null, receivedAt: "" } as const;
    for (const [subject, helpful] of [
      ["r1", true],
      ["r2", false],
    ] as const) {
      const feedback = { ...rated, helpful };
      await report({ type: "feedback.received", projectId: project.id, subject, data: { feedback } });
    }
    expect(await occurrences(negative)).toEqual([expect.stringMatching(/^feedback\/evt_/)]);
    for (const subject of ["msg_this", "msg_other"]) {
      const question = { id: subject, text: "How?", page: null, language: null, askedAt: "" };
      await report({ type: "question.unanswered", projectId: project.id, subject, data: { question } });
    }
    expect(await occurrences(asked)).toEqual(["question/msg_oldest"]);
  });
});
