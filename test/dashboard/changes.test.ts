import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { sweepChanges } from "../../src/activity/changes/store.ts";
import { appendEvent } from "../../src/agent/store.ts";
import { dashboardOperations } from "../../src/contract/dashboard-operations.ts";
import type { Role } from "../../src/contract/operation.ts";
import { appendLog } from "../../src/updates/log-store.ts";
import { moveUpdate } from "../../src/updates/store.ts";
import { expectError, expectToFit } from "../contract/expect-reply.ts";
import { validRequests } from "../contract/requests.ts";
import { onDatabaseOfRun } from "../support/database.ts";
import { type Installation, type Node, startInstallation } from "../support/server.ts";
import { clientOf, join, type Person, read } from "./people.ts";

const { events: schemas } = dashboardOperations.streamChanges.reply;

onDatabaseOfRun((dialect) => {
  let lectern: Installation;
  /** The node on which changes are made. Another node streams them. */
  let worker: Node;
  let people: Record<Role, Person>;
  let organizationId: string;
  let projectId: string;

  beforeAll(async () => {
    lectern = await startInstallation(dialect);
    worker = await lectern.startNode();
    organizationId = lectern.tenant.organizationId;
    projectId = lectern.tenant.project.id;
    people = {
      viewer: await join(lectern, organizationId, "viewer", "viewer@acme.test"),
      editor: await join(lectern, organizationId, "editor", "editor@acme.test"),
      admin: await join(lectern, organizationId, "admin", "admin@acme.test"),
    };
  });
  afterAll(() => lectern.stop());
  // New clients must not receive the changes of earlier tests.
  beforeEach(() => lectern.clock.advance(3_600_000));

  const listen = async (person: Person, lastEventId?: number) => {
    const leaving = new AbortController();
    onTestFinished(() => leaving.abort());
    const options = { signal: leaving.signal, ...(lastEventId === undefined ? {} : { lastEventId }) };
    const events = await clientOf(lectern.node.url, person).streamChanges({ organizationId }, options);
    const iterator = events[Symbol.asyncIterator]();
    const next = async () => {
      const { value } = await iterator.next();
      if (value !== undefined) expectToFit(schemas[value.event as keyof typeof schemas], value.data);
      return value;
    };
    return { next, nextData: async () => (await next())?.data, leave: () => leaving.abort() };
  };
  const trigger = async () =>
    String(JSON.parse((await people.editor.call("triggerUpdate", { params: { projectId } })).text).statusId);
  const change = (work: Parameters<typeof worker.database.transaction>[0]) => worker.database.transaction(work);

  test("a change on another node is streamed with its kind and ID only", async () => {
    const stream = await listen(people.viewer);
    expect(await stream.nextData()).toEqual({ isComplete: true });
    const statusId = await trigger();
    const told = { kind: "update", projectId, id: statusId };
    expect(await stream.nextData()).toEqual(told);
    await change((tx) => moveUpdate(tx, statusId, "in_progress", "It runs.", lectern.clock.now()));
    expect(await stream.nextData()).toEqual(told);
    // Log lines have their own stream.
    await change((tx) => appendLog(tx, statusId, ["a", "b"], lectern.clock.now()));
    await change((tx) => moveUpdate(tx, statusId, "failure", "It broke.", lectern.clock.now()));
    expect(await stream.nextData()).toEqual(told);
    const { params } = await validRequests.getAgentJob(lectern, lectern.tenant);
    expect(await stream.nextData()).toEqual({ kind: "job", projectId, id: params?.id });
    await change((tx) =>
      appendEvent(tx, params?.id ?? "", "step", { step: "work", text: "Works." }, lectern.clock.now()),
    );
    await people.admin.call("changeProject", { params: { projectId }, body: { name: "Acme docs" } });
    expect(await stream.nextData()).toEqual({ kind: "project", projectId, id: projectId });
    await people.admin.call("createInvitation", {
      params: { organizationId },
      body: { email: "new@acme.test", role: "editor" },
    });
    expect(await stream.nextData()).toEqual({ kind: "organization", projectId: null, id: organizationId });
  });

  test("only admins receive changes of keys, webhooks and audit entries", async () => {
    const [admin, viewer] = [await listen(people.admin), await listen(people.viewer)];
    await Promise.all([admin.next(), viewer.next()]);
    const body = { kind: "admin", name: "Deploy", scopes: ["read"], expiresInDays: 30 };
    await people.admin.call("createKey", { params: { projectId }, body });
    await people.admin.call("rotateWebhookSecret", { params: { projectId } });
    await people.admin.call("changeProject", { params: { projectId }, body: { name: "Acme" } });
    const seen = [];
    for (let count = 0; count < 6; count += 1) seen.push(await admin.nextData());
    expect(seen).toEqual([
      { kind: "key", projectId, id: projectId },
      { kind: "audit", projectId, id: "createKey" },
      { kind: "webhook", projectId, id: projectId },
      { kind: "audit", projectId, id: "rotateWebhookSecret" },
      { kind: "project", projectId, id: projectId },
      { kind: "audit", projectId, id: "changeProject" },
    ]);
    expect(await viewer.nextData()).toEqual({ kind: "project", projectId, id: projectId });
  });

  test("another organization receives nothing and cannot listen", async () => {
    const { stranger } = lectern;
    const outsider = await join(lectern, stranger.organizationId, "admin", "admin@zenith.test");
    lectern.clock.advance(3_600_000);
    expectError(404, await outsider.call("streamChanges", { params: { organizationId } }));
    const leaving = new AbortController();
    const { signal } = leaving;
    const events = await clientOf(lectern.node.url, outsider).streamChanges(
      { organizationId: stranger.organizationId },
      { signal },
    );
    const iterator = events[Symbol.asyncIterator]();
    await iterator.next();
    await trigger();
    const params = { projectId: stranger.project.id };
    await outsider.call("changeProject", { params, body: { name: "Zenith" } });
    const seen = [(await iterator.next()).value?.data];
    // Changes that the sign-up made just before the stream began may still arrive.
    while (seen.at(-1)?.kind !== "project") seen.push((await iterator.next()).value?.data);
    expect(seen.at(-1)).toEqual({ kind: "project", projectId: params.projectId, id: params.projectId });
    expect(seen.slice(0, -1).filter(({ kind }) => kind === "update")).toEqual([]);
    leaving.abort();
  });

  test("a client that reconnects gets the missed changes, or a request to refetch everything if it is too late", async () => {
    const stream = await listen(people.viewer);
    await stream.next();
    const first = await trigger();
    let seen = await stream.next();
    // Earlier changes may be repeated but never lost.
    while (seen !== undefined && !("id" in seen.data && seen.data.id === first)) seen = await stream.next();
    stream.leave();
    lectern.clock.advance(60_000);
    const missed = [await trigger(), await trigger()];
    lectern.clock.advance(60_000);
    const again = await listen(people.viewer, seen?.id);
    expect(await again.nextData()).toEqual({ isComplete: true });
    expect([await again.nextData(), await again.nextData()].map((data) => data && "id" in data && data.id)).toEqual(
      missed,
    );
    await sweepChanges(worker.database.query, lectern.clock.now());
    await trigger();
    const late = await listen(people.viewer, seen?.id);
    expect(await late.nextData()).toEqual({ isComplete: false });
    const fromTheFuture = await listen(people.viewer, 999_999_999);
    expect(await fromTheFuture.nextData()).toEqual({ isComplete: false });
  });

  test("a session can have ten streams, however many other sessions have", async () => {
    const streams = await Promise.all(Array.from({ length: 10 }, () => listen(people.editor)));
    expectError(429, await people.editor.call("streamChanges", { params: { organizationId } }));
    await (await listen(people.viewer)).next();
    for (const stream of streams) stream.leave();
  });

  test("a page receives the changes between its load and the start of its stream", async () => {
    const statusId = await trigger();
    lectern.clock.advance(2_000);
    const stream = await listen(people.viewer);
    expect(await stream.nextData()).toEqual({ isComplete: true });
    expect(await stream.nextData()).toEqual({ kind: "update", projectId, id: statusId });
  });

  test("too many changes become one request to refetch everything", async () => {
    const stream = await listen(people.viewer);
    const { id = 0 } = (await stream.next()) ?? {};
    stream.leave();
    const { query } = worker.database;
    const at = lectern.clock.now();
    const row = { organizationId, projectId, kind: "update" as const, at };
    await query
      .insertInto("changes")
      .values(Array.from({ length: 300 }, (_, index) => ({ ...row, subject: `upd_${index}` })))
      .execute();
    const again = await listen(people.viewer, id);
    expect(await again.nextData()).toEqual({ isComplete: false });
  });

  test("a stream ends when the session ends, the member is removed or the role changes", async () => {
    const [demoted, removed] = [people.editor, await join(lectern, organizationId, "viewer", "leaves@acme.test")];
    const streams = await Promise.all([demoted, removed, people.viewer].map((person) => listen(person)));
    const log = await clientOf(lectern.node.url, removed).streamUpdateEvents({ statusId: await trigger() });
    const lines = log[Symbol.asyncIterator]();
    expect((await lines.next()).value?.event).toBe("status");
    const change = { params: { organizationId, userId: demoted.userId }, body: { role: "viewer" } };
    await people.admin.call("changeMemberRole", change);
    await people.admin.call("removeMember", { params: { organizationId, userId: removed.userId } });
    const { sessions } = read("listSessions", await people.viewer.call("listSessions"));
    await people.viewer.call("endSession", { params: { sessionId: sessions[0]?.id ?? "" } });
    await Promise.all(streams.map(untilOver));
    expect((await lines.next()).done).toBe(true);
    expectError(401, await people.viewer.call("streamChanges", { params: { organizationId } }));
    expectError(404, await removed.call("streamChanges", { params: { organizationId } }));
  });
});

/** Reads until the server ends the stream. */
async function untilOver(stream: { next(): Promise<unknown> }): Promise<void> {
  while ((await stream.next()) !== undefined);
}
