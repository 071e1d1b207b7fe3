import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { appendEvent, moveAgentJob } from "../../src/agent/store.ts";
import { ApiError } from "../../src/contract/client.ts";
import type { Operation } from "../../src/contract/operation.ts";
import { operations } from "../../src/contract/operations.ts";
import type { AgentJobStatus, UpdateStatusWord } from "../../src/contract/schemas.ts";
import { appendLog } from "../../src/updates/log-store.ts";
import { moveUpdate } from "../../src/updates/store.ts";
import { UpdateLog } from "../../src/updates/update-log.ts";
import { onDatabaseOfRun } from "../support/database.ts";
import { type Installation, type Node, startInstallation } from "../support/server.ts";
import { expectError, expectRequestId, expectToFit } from "./expect-reply.ts";
import { pathOf, send } from "./send.ts";

const hourMilliseconds = 3_600_000;

interface ReadEvent {
  id: number;
  event: string;
  data: { [field: string]: unknown };
}

onDatabaseOfRun((dialect) => {
  let lectern: Installation;
  /** Runs the updates and jobs; clients are connected to another node. */
  let worker: Node;

  beforeAll(async () => {
    lectern = await startInstallation(dialect);
    worker = await lectern.startNode();
  });
  afterAll(() => lectern.stop());
  beforeEach(() => lectern.clock.advance(hourMilliseconds));

  const now = () => lectern.clock.now();
  const moveOn = (statusId: string, status: UpdateStatusWord, summary: string) =>
    worker.database.transaction((tx) => moveUpdate(tx, statusId, status, summary, now()));
  const say = (statusId: string, ...lines: string[]) =>
    worker.database.transaction((tx) => appendLog(tx, statusId, lines, now()));
  const client = (node = lectern.node) => node.client(lectern.tenant.admin.secret);
  const trigger = async (): Promise<string> =>
    (await client().triggerUpdate({ projectId: lectern.tenant.project.id })).statusId;

  const openUpdate = async (statusId: string, lastEventId?: number, node = lectern.node): Promise<Reader> => {
    const leaving = new AbortController();
    onTestFinished(() => leaving.abort());
    const options = { signal: leaving.signal, ...(lastEventId === undefined ? {} : { lastEventId }) };
    return reader(operations.streamUpdateEvents, await client(node).streamUpdateEvents({ statusId }, options));
  };
  const openJob = async (id: string, lastEventId?: number): Promise<Reader> => {
    const leaving = new AbortController();
    onTestFinished(() => leaving.abort());
    const options = { signal: leaving.signal, ...(lastEventId === undefined ? {} : { lastEventId }) };
    const params = { projectId: lectern.tenant.project.id, id };
    return reader(operations.streamAgentJobEvents, await client().streamAgentJobEvents(params, options));
  };

  describe("event streams of updates", () => {
    test("past events of an update are replayed in order, and the stream ends with the update", async () => {
      const statusId = await trigger();
      await moveOn(statusId, "in_progress", "It runs.");
      await say(statusId, "one", "two");
      await say(statusId, "three");
      lectern.clock.advance(1_000);
      await moveOn(statusId, "success", "Published.");
      const events = await (await openUpdate(statusId)).rest();
      expect(events.map(({ id, event, data }) => [id, event, data.line ?? data.status])).toEqual([
        [1, "status", "queued"],
        [2, "status", "in_progress"],
        [3, "log", "one"],
        [4, "log", "two"],
        [5, "log", "three"],
        [6, "status", "success"],
      ]);
      expect(events.at(-1)?.data).toEqual({
        status: "success",
        summary: "Published.",
        at: new Date(now()).toISOString(),
      });
    });

    test("events of an update on another node arrive while the stream is open", async () => {
      const statusId = await trigger();
      const stream = await openUpdate(statusId);
      expect((await stream.next()).data.status).toBe("queued");
      await moveOn(statusId, "in_progress", "It runs.");
      expect((await stream.next()).data.status).toBe("in_progress");
      const log = new UpdateLog(worker.database, lectern.clock, [statusId], (error) => {
        throw error;
      });
      for (const line of ["one", "two", "three"]) {
        log.write(line);
        await log.flush();
        expect((await stream.next()).data.line).toBe(line);
      }
      await moveOn(statusId, "failure", "It broke.");
      expect((await stream.rest()).map(({ data }) => data.status)).toEqual(["failure"]);
    });

    test("many clients on two nodes see the same events of an update", async () => {
      const statusId = await trigger();
      const streams = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          openUpdate(statusId, undefined, index % 2 === 0 ? lectern.node : worker),
        ),
      );
      await moveOn(statusId, "in_progress", "It runs.");
      await say(statusId, "a", "b", "c");
      await moveOn(statusId, "success", "Published.");
      const seen = await Promise.all(streams.map((stream) => stream.rest()));
      expect(seen[0]).toHaveLength(6);
      for (const events of seen) {
        expect(events).toEqual(seen[0]);
      }
    });

    test("a returning client continues exactly where it stopped, even in the middle of a batch", async () => {
      const statusId = await trigger();
      await say(statusId, "a1", "a2", "a3");
      await moveOn(statusId, "in_progress", "It runs.");
      await say(statusId, "b1", "b2");
      await moveOn(statusId, "success", "Published.");
      const all = await (await openUpdate(statusId)).rest();
      expect(all.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
      for (let seen = 0; seen <= all.length; seen++) {
        expect(await (await openUpdate(statusId, seen)).rest(), `after ${seen}`).toEqual(all.slice(seen));
      }
    });

    test("a client that keeps losing its connection sees every event exactly once", async () => {
      const statusId = await trigger();
      const seen: ReadEvent[] = [];
      for (let round = 0; round < 5; round++) {
        await say(statusId, `${round} a`, `${round} b`, `${round} c`);
        const stream = await openUpdate(statusId, seen.at(-1)?.id);
        // The client disconnects halfway through the available events.
        seen.push(await stream.next(), await stream.next());
        await stream.leave();
      }
      await moveOn(statusId, "failure", "Cancelled.");
      seen.push(...(await (await openUpdate(statusId, seen.at(-1)?.id)).rest()));
      expect(seen.map(({ id }) => id)).toEqual(Array.from({ length: 17 }, (_, index) => index + 1));
      expect(seen.filter(({ event }) => event === "log")).toHaveLength(15);
    });

    test.each(["", "abc", "-1", "1.5", "1e3", "99999999999999999999", " 2", "NaN"])(
      "a Last-Event-ID of %j starts from the beginning",
      async (lastEventId) => {
        const statusId = await trigger();
        await moveOn(statusId, "failure", "Cancelled.");
        const { text } = await send(lectern.node.url, {
          path: pathOf(operations.streamUpdateEvents, { statusId }),
          key: lectern.tenant.admin.secret,
          headers: { "last-event-id": lastEventId },
        });
        const ids = [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));
        // Node trims the space, so the server sees a valid 2.
        expect(ids).toEqual(lastEventId === " 2" ? [] : [1, 2]);
      },
    );

    test("a client gets no events if it claims to have seen more than an ended update has", async () => {
      const statusId = await trigger();
      await moveOn(statusId, "failure", "Cancelled.");
      expect(await (await openUpdate(statusId, 999)).rest()).toEqual([]);
    });

    test("a long log arrives complete and in order", async () => {
      const statusId = await trigger();
      const log = new UpdateLog(worker.database, lectern.clock, [statusId], (error) => {
        throw error;
      });
      for (let line = 0; line < 4_000; line++) {
        log.write(`line ${line} ${"x".repeat(100)}`);
      }
      const stream = await openUpdate(statusId);
      await log.flush();
      await moveOn(statusId, "failure", "Cancelled.");
      const lines = (await stream.rest()).filter(({ event }) => event === "log").map(({ data }) => data.line);
      expect(lines).toHaveLength(4_000);
      expect(lines.findIndex((line, index) => !String(line).startsWith(`line ${index} `))).toBe(-1);
    });

    test("the bytes of a stream follow the event stream format", async () => {
      const statusId = await trigger();
      await say(statusId, 'say "hi"');
      await moveOn(statusId, "failure", "Cancelled.");
      const at = new Date(now()).toISOString();
      const reply = await send(lectern.node.url, {
        path: pathOf(operations.streamUpdateEvents, { statusId }),
        key: lectern.tenant.admin.secret,
      });
      expect(reply.text).toBe(
        `id: 1\nevent: status\ndata: {"status":"queued","summary":"Waiting for a worker.","at":"${at}"}\n\n` +
          `id: 2\nevent: log\ndata: {"line":"say \\"hi\\"","at":"${at}"}\n\n` +
          `id: 3\nevent: status\ndata: {"status":"failure","summary":"Cancelled.","at":"${at}"}\n\n`,
      );
      expect(reply.headers).toMatchObject({
        "content-type": "text/event-stream; charset=utf-8",
        "cache-control": "no-cache, no-transform",
        "x-accel-buffering": "no",
      });
      expectRequestId(reply);
    });
  });

  describe("event streams of agent jobs", () => {
    const moveJobOn = (id: string, status: AgentJobStatus, summary: string) =>
      worker.database.transaction((tx) => moveAgentJob(tx, id, status, summary, now()));
    const step = (id: string, data: Record<string, unknown>) =>
      worker.database.transaction((tx) => appendEvent(tx, id, "step", data, now()));
    const create = async (): Promise<string> => {
      const job = await client().createAgentJob({ projectId: lectern.tenant.project.id, prompt: "Fix the typo." });
      return job.id;
    };

    test("the steps of a job arrive from another node as they happen, and the stream ends with the reason", async () => {
      const id = await create();
      const stream = await openJob(id);
      expect((await stream.next()).data.status).toBe("active");
      expect((await stream.next()).data).toMatchObject({ role: "user", text: "Fix the typo." });
      await step(id, { tool: "edit", path: "guides/start.md" });
      expect(await stream.next()).toEqual({
        id: 3,
        event: "step",
        data: { tool: "edit", path: "guides/start.md", at: new Date(now()).toISOString() },
      });
      await moveJobOn(id, "failed", "The model gave up.");
      expect((await stream.rest()).map(({ data }) => data.summary)).toEqual(["The model gave up."]);
    });

    test("a returning client continues the stream of a job exactly where it stopped", async () => {
      const id = await create();
      for (const file of ["a.md", "b.md", "c.md"]) {
        await step(id, { file });
      }
      await moveJobOn(id, "completed", "Done.");
      const all = await (await openJob(id)).rest();
      expect(all).toHaveLength(6);
      for (let seen = 0; seen <= all.length; seen++) {
        expect(await (await openJob(id, seen)).rest(), `after ${seen}`).toEqual(all.slice(seen));
      }
    });
  });

  test("HEAD on a stream is refused at once", async () => {
    const statusId = await trigger();
    for (const path of [
      pathOf(operations.streamUpdateEvents, { statusId }),
      pathOf(operations.streamAgentJobEvents, { projectId: lectern.tenant.project.id, id: "any" }),
    ]) {
      const reply = await send(lectern.node.url, { method: "HEAD", path, key: lectern.tenant.admin.secret });
      expect(reply.status).toBe(405);
      expect(reply.headers["content-type"]).toBe("application/json; charset=utf-8");
      expect(reply.headers.allow).toBe("GET");
      expectRequestId(reply);
    }
  });

  test("a draining server ends its streams and refuses new ones with 503", async () => {
    const node = await lectern.startNode();
    const statusId = await trigger();
    const stream = await openUpdate(statusId, undefined, node);
    await stream.next();
    node.server.drain();
    expect(await stream.rest()).toEqual([]);
    const refused = await openUpdate(statusId, undefined, node).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ApiError);
    expect(refused).toMatchObject({ status: 503, retryAfterSeconds: expect.any(Number) });
    await node.stop();
    const resumed = await openUpdate(statusId, 1);
    await moveOn(statusId, "failure", "Cancelled.");
    expect((await resumed.rest()).map(({ id }) => id)).toEqual([2]);
  });

  test("a client that disconnects is dropped without a warning", async () => {
    const node = await lectern.startNode();
    const before = lectern.logLines.length;
    const statusId = await trigger();
    for (let round = 0; round < 3; round++) {
      const stream = await openUpdate(statusId, undefined, node);
      await stream.next();
      await stream.leave();
    }
    await node.stop();
    const warnings = lectern.logLines.slice(before).filter((line) => JSON.parse(line).level >= 40);
    expect(warnings).toEqual([]);
  });

  test("event streams of another organization are reported as not found", async () => {
    const statusId = await trigger();
    const path = pathOf(operations.streamUpdateEvents, { statusId });
    expectError(404, await send(lectern.node.url, { path, key: lectern.stranger.admin.secret }));
  });
});

interface Reader {
  next(): Promise<ReadEvent>;
  /** Reads all events until the stream ends. */
  rest(): Promise<ReadEvent[]>;
  leave(): Promise<void>;
}

/** Reads events and checks each against the schema of its kind. */
function reader(operation: Operation, stream: AsyncIterable<ReadEvent>): Reader {
  const schemas = "events" in operation.reply ? operation.reply.events : {};
  const events = stream[Symbol.asyncIterator]();
  const checked = (event: ReadEvent): ReadEvent => {
    const schema = schemas[event.event];
    if (schema === undefined) {
      throw new Error(`The contract has no event "${event.event}".`);
    }
    expectToFit(schema, event.data);
    return event;
  };
  return {
    async next() {
      const { done, value } = await events.next();
      if (done) {
        throw new Error("The stream ended too early.");
      }
      return checked(value);
    },
    async rest() {
      const rest: ReadEvent[] = [];
      for (let result = await events.next(); !result.done; result = await events.next()) {
        rest.push(checked(result.value));
      }
      return rest;
    },
    async leave() {
      await events.return?.();
    },
  };
}
