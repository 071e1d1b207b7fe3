import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { webhookDeliveryKind } from "../../src/activity/events/delivery-store.ts";
import { eventDispatchHandler } from "../../src/activity/events/dispatch-events.ts";
import { eventDispatchKind, recordEvent } from "../../src/activity/events/record-event.ts";
import { createGuardedFetch } from "../../src/platform/outgoing/guarded-fetch.ts";
import type { RunningJob } from "../../src/platform/queue/handler.ts";
import type { ClaimedJob } from "../../src/platform/queue/queue.ts";
import { openSecrets } from "../../src/platform/secrets.ts";
import { recordUpdateEvent } from "../../src/updates/record-update-event.ts";
import { moveUpdate } from "../../src/updates/store.ts";
import { triggerUpdate } from "../../src/updates/trigger-update.ts";
import { type OutgoingDeps, webhookDeliveryHandler } from "../../src/webhooks/outgoing/deliver-events.ts";
import { sweepDeliveries } from "../../src/webhooks/outgoing/delivery-store.ts";
import { catchUpDeliveries, webhookConsumer } from "../../src/webhooks/outgoing/enqueue-deliveries.ts";
import { expectError, expectSuccess } from "../contract/expect-reply.ts";
import { hastenJobs } from "../faults/hasten-jobs.ts";
import { onDatabaseOfRun } from "../support/database.ts";
import { type Installation, type Node, startInstallation } from "../support/server.ts";
import { join, operationOf, type Person, read } from "./people.ts";

interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

type Answer = (response: ServerResponse) => void;
const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(code, headers).end();

/** A receiver that gives these answers, and 204 when there are none left. */
interface Receiver {
  url: string;
  answers: Answer[];
  received: Received[];
  server: Server;
}

async function startReceiver(): Promise<Receiver> {
  const receiver: Receiver = { url: "", answers: [], received: [], server: createServer() };
  receiver.server.on("request", async (request, response) => {
    receiver.received.push({ path: request.url ?? "", headers: request.headers, body: await text(request) });
    (receiver.answers.shift() ?? status(204))(response);
  });
  await new Promise<void>((resolve) => receiver.server.listen(0, "127.0.0.1", resolve));
  receiver.url = `http://127.0.0.1:${(receiver.server.address() as AddressInfo).port}`;
  return receiver;
}

const minute = 60_000;
const day = 24 * 60 * minute;

onDatabaseOfRun((dialect) => {
  let lectern: Installation;
  let node: Node;
  let admin: Person;
  let receiver: Receiver;
  let organizationId: string;
  let deps: OutgoingDeps;

  beforeAll(async () => {
    lectern = await startInstallation(dialect);
    node = await lectern.startNode({ allowedHosts: ["127.0.0.1"] });
    receiver = await startReceiver();
    organizationId = lectern.tenant.organizationId;
    admin = await join(lectern, organizationId, "admin", "ada@acme.test");
    deps = {
      ...node,
      clock: lectern.clock,
      secrets: openSecrets({ keys: [], dataFolder: lectern.storage.dataFolder }),
      fetch: createGuardedFetch(["127.0.0.1"]),
    };
  });
  afterAll(async () => {
    await lectern.stop();
    receiver.server.closeAllConnections();
    receiver.server.close();
  });
  beforeEach(() => {
    lectern.clock.advance(15 * minute);
    receiver.received = [];
    receiver.answers = [];
  });
  afterEach(async () => {
    const { webhooks } = read("listWebhooks", await admin.call("listWebhooks", { params: { organizationId } }));
    for (const { id } of webhooks) await call("removeWebhook", { webhookId: id });
  });

  type Name = Parameters<Person["call"]>[0];
  const call = async (name: Name, params: Record<string, string> = {}, body?: Record<string, unknown>) => {
    const request = { params: { organizationId, ...params }, ...(body !== undefined && { body }) };
    const reply = await admin.call(name, request, { url: node.url });
    expectSuccess(operationOf(name), reply);
    return reply;
  };
  const add = async (body: Record<string, unknown> = {}) => {
    const added = read("createWebhook", await call("createWebhook", {}, { url: `${receiver.url}/hook`, ...body }));
    return { webhookId: added.webhook.id, secret: added.secret, webhook: added.webhook };
  };
  const webhookOf = async (webhookId: string) => {
    const { webhooks } = read("listWebhooks", await call("listWebhooks"));
    return webhooks.find(({ id }) => id === webhookId);
  };
  const deliveriesOf = async (webhookId: string) =>
    read("listDeliveries", await call("listDeliveries", { webhookId })).deliveries;

  /** The library uses the machine's clock, which is replaced by the test's clock during the call. */
  const verify = (secret: string | null, { body, headers }: Received): unknown => {
    vi.useFakeTimers({ toFake: ["Date"], now: lectern.clock.now() });
    try {
      return new Webhook(String(secret)).verify(body, headers as Record<string, string>);
    } finally {
      vi.useRealTimers();
    }
  };

  const running = { attempt: 1, claim: 1, signal: new AbortController().signal };
  const finish: RunningJob["finish"] = (work) => node.database.transaction(work);
  /** Takes all jobs of a kind out of the queue, including those scheduled for later. */
  const takeJobs = async (kind: string): Promise<ClaimedJob[]> => {
    const jobs: ClaimedJob[] = [];
    for (;;) {
      await hastenJobs(node.database);
      const job = await node.queue.claim([kind], 60);
      if (job === undefined) return jobs;
      jobs.push(job);
      await node.database.transaction((tx) => node.queue.complete(tx, job));
    }
  };
  const dispatch = async () => {
    const addresses = { url: "https://docs.lectern.test", siteUrl: (name: string) => `https://${name}.sites.test` };
    const handler = eventDispatchHandler(deps, [webhookConsumer({ ...deps, ...addresses })]);
    for (const job of await takeJobs(eventDispatchKind)) await handler.run({ ...job, ...running, finish });
  };
  /** Sends the deliveries that are due by the test's clock, without the queue. */
  const deliver = async (webhookId: string, handler = webhookDeliveryHandler(deps)) => {
    const payload = { webhookId, until: lectern.clock.now() };
    await handler.run({ id: "job", kind: webhookDeliveryKind, group: webhookId, payload, ...running, finish });
  };

  const failUpdate = async (summary = "docs.json isn't valid.") => {
    const { project } = lectern.tenant;
    const { database, queue } = node;
    const { clock } = lectern;
    return database.transaction(async (tx) => {
      const { id } = await triggerUpdate({ queue, clock }, tx, { project, source: "api" });
      await moveUpdate(tx, id, "failure", summary, clock.now());
      await recordUpdateEvent({ queue, clock }, tx, project, id);
      return id;
    });
  };
  const askInVain = (projectId: string, question: string) =>
    node.database.transaction((tx) =>
      recordEvent(deps, tx, {
        type: "question.unanswered",
        projectId,
        subject: question,
        data: {
          question: {
            id: "msg_1",
            text: question,
            page: "/start",
            language: null,
            askedAt: "2026-11-17T12:00:00.000Z",
          },
        },
      }),
    );

  test("an event reaches the webhooks that subscribe to it, signed as in Standard Webhooks", async () => {
    const all = await add();
    const questions = await add({ url: `${receiver.url}/questions`, events: ["question.unanswered"] });
    const other = await call(
      "createProject",
      {},
      { name: "Other", domain: `other-${dialect}`, repository: "https://github.com/acme/other" },
    );
    const { project } = read("createProject", other);
    await add({ url: `${receiver.url}/other`, projectId: project.id });
    await dispatch();
    receiver.received = [];
    const updateId = await failUpdate();
    await dispatch();
    const jobs = await takeJobs(webhookDeliveryKind);
    expect(jobs.map(({ group }) => group)).toEqual([all.webhookId]);
    await deliver(all.webhookId);
    expect(receiver.received.map(({ path }) => path)).toEqual(["/hook"]);
    const [sent] = receiver.received;
    if (sent === undefined) throw new Error("Nothing was received.");
    const payload = verify(all.secret, sent);
    const { id, name, domain } = lectern.tenant.project;
    expect(payload).toMatchObject({
      type: "update.failed",
      data: {
        project: { id, name, subdomain: domain },
        update: { id: updateId, status: "failure", summary: "docs.json isn't valid.", isPreview: false },
        dashboardUrl: `https://docs.lectern.test/dashboard/${organizationId}/${domain}/updates/${updateId}`,
      },
    });
    expect(() => verify("whsec_b3RoZXI=", sent)).toThrow("No matching signature");
    const [delivery] = await deliveriesOf(all.webhookId);
    expect(delivery).toMatchObject({ event: "update.failed", status: "delivered", attempts: 1, responseStatus: 204 });
    expect(await deliveriesOf(questions.webhookId)).toEqual([]);
    expect(await webhookOf(all.webhookId)).toMatchObject({ state: "active", deliveredAt: expect.any(String) });
  });

  test("a delivery is retried with growing delays and the same ID, and waits as long as the receiver asks", async () => {
    const { webhookId } = await add();
    await failUpdate();
    await dispatch();
    receiver.answers = [
      status(500),
      status(429, { "retry-after": "3600" }),
      status(503, { "retry-after": "99999999" }),
    ];
    await deliver(webhookId);
    expect(await webhookOf(webhookId)).toMatchObject({
      state: "failing",
      lastError: expect.stringContaining("status 500"),
    });
    const waits: number[] = [];
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const [delivery] = await deliveriesOf(webhookId);
      expect(delivery?.status).toBe("waiting");
      waits.push(Date.parse(delivery?.nextAttemptAt ?? "") - lectern.clock.now());
      // The retry isn't due yet, so nothing is sent.
      await deliver(webhookId);
      lectern.clock.advance((waits.at(-1) ?? 0) + 5_000);
      await deliver(webhookId);
    }
    expect((await takeJobs(webhookDeliveryKind)).map(({ group }) => group)).toEqual(Array(4).fill(webhookId));
    expect(waits[0]).toBeGreaterThan(7_000);
    expect(waits[0]).toBeLessThan(13_000);
    expect(waits[1]).toBe(3_600_000);
    expect(waits[2]).toBe(6 * 3_600_000);
    const [delivery] = await deliveriesOf(webhookId);
    expect(delivery).toMatchObject({ status: "delivered", attempts: 4, problem: null });
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    expect(await webhookOf(webhookId)).toMatchObject({ state: "active", failingSince: null, lastError: null });
  });

  test("after a day of failures the webhook is paused, and an admin can turn it on again", async () => {
    const { webhookId } = await add();
    await failUpdate();
    await dispatch();
    receiver.answers = Array.from({ length: 200 }, () => status(500));
    let state: string | undefined;
    for (let round = 0; round < 100 && state !== "paused"; round += 1) {
      await deliver(webhookId);
      lectern.clock.advance(60 * minute);
      state = (await webhookOf(webhookId))?.state;
    }
    expect(state).toBe("paused");
    const [failed] = await deliveriesOf(webhookId);
    expect(failed).toMatchObject({ status: "failed", nextAttemptAt: null });
    const attempts = receiver.received.length;
    await failUpdate();
    await dispatch();
    await deliver(webhookId);
    expect(receiver.received).toHaveLength(attempts);
    const params = { organizationId, webhookId, deliveryId: failed?.id ?? "" };
    expectError(409, await admin.call("redeliver", { params }, { url: node.url }));

    receiver.answers = [];
    receiver.received = [];
    await call("changeWebhook", { webhookId }, { enabled: true });
    expect(await webhookOf(webhookId)).toMatchObject({ state: "active", lastError: null });
    const again = read("redeliver", await call("redeliver", { webhookId, deliveryId: failed?.id ?? "" }));
    await deliver(webhookId);
    expect(receiver.received.map(({ headers }) => headers["webhook-id"])).toEqual([failed?.eventId]);
    const [newest] = await deliveriesOf(webhookId);
    expect(newest).toMatchObject({ id: again.id, status: "delivered", isRedelivery: true });
  });

  const rename = async (name: string) => {
    lectern.clock.advance(1_000);
    await call("renameOrganization", {}, { name });
  };
  const dataOf = ({ body }: Received) => JSON.parse(body).data;

  test("the audit log arrives entry by entry in order, signed, and a failed entry holds up the later ones", async () => {
    const { webhookId, secret } = await add({ events: ["audit.entry"] });
    await rename("One");
    await rename("Two");
    const jobs = await takeJobs(webhookDeliveryKind);
    expect(jobs.filter(({ group }) => group === webhookId)).toHaveLength(3);
    receiver.answers = [status(204), status(500)];
    await deliver(webhookId);
    expect(receiver.received).toHaveLength(2);
    expect(await webhookOf(webhookId)).toMatchObject({ state: "failing" });
    await deliver(webhookId);
    expect(receiver.received).toHaveLength(2);
    lectern.clock.advance(15_000);
    await deliver(webhookId);
    const reply = await admin.call("listAuditEntries", { params: { organizationId }, query: "?limit=3" });
    const [created, one, two] = read("listAuditEntries", reply).entries.reverse();
    expect(receiver.received.map(dataOf)).toEqual([created, one, one, two]);
    expect(receiver.received.map(({ headers }) => headers["webhook-id"])).toEqual(
      [created, one, one, two].map((entry) => entry?.id),
    );
    for (const received of receiver.received.slice(2)) {
      expect(verify(secret, received)).toMatchObject({ type: "audit.entry" });
    }
    expect(await webhookOf(webhookId)).toMatchObject({ state: "active", lastError: null });
  });

  test("an audit log whose receiver fails for a day is paused, and continues where it stopped", async () => {
    const { webhookId } = await add({ events: ["audit.entry"] });
    await deliver(webhookId);
    await rename("Three");
    receiver.received = [];
    receiver.answers = Array.from({ length: 100 }, () => status(503));
    let state: string | undefined;
    for (let round = 0; round < 100 && state !== "paused"; round += 1) {
      await deliver(webhookId);
      lectern.clock.advance(60 * minute);
      state = (await webhookOf(webhookId))?.state;
    }
    expect(state).toBe("paused");
    const attempts = receiver.received.length;
    expect(attempts).toBeGreaterThan(10);
    await rename("Four");
    lectern.clock.advance(day);
    await deliver(webhookId);
    expect(receiver.received).toHaveLength(attempts);
    expect((await deliveriesOf(webhookId)).filter((delivery) => delivery.status === "waiting")).toHaveLength(2);
    await takeJobs(webhookDeliveryKind);
    await catchUpDeliveries(deps, lectern.clock.now());
    expect(await takeJobs(webhookDeliveryKind)).toEqual([]);

    receiver.received = [];
    receiver.answers = [];
    await call("changeWebhook", { webhookId }, { enabled: true });
    expect((await takeJobs(webhookDeliveryKind)).length).toBeGreaterThan(0);
    await deliver(webhookId);
    expect(receiver.received.map((sent) => dataOf(sent).target?.name ?? dataOf(sent).action)).toEqual([
      "Three",
      "Four",
      expect.any(String),
    ]);
    expect(dataOf(receiver.received[2] as Received).action).toBe("changeWebhook");
  });

  test("neither an API key nor a chat gets the audit log, and a new webhook doesn't get it by default", async () => {
    const { webhook, webhookId } = await add();
    expect(webhook.events).not.toContain("audit.entry");
    const events = ["audit.entry"];
    const asKey = async (path: string, body: Record<string, unknown>) => {
      const headers = { authorization: `Bearer ${lectern.tenant.admin.secret}`, "content-type": "application/json" };
      const url = `${node.url}/v1/organization/${organizationId}/${path}`;
      return (await fetch(url, { method: "POST", headers, body: JSON.stringify(body) })).status;
    };
    expect(await asKey(`webhook/${webhookId}`, { name: "By key" })).toBe(200);
    expect(await asKey(`webhook/${webhookId}`, { events })).toBe(403);
    expect(await asKey("webhooks", { url: receiver.url, events })).toBe(403);
    await call("changeWebhook", { webhookId }, { events });
    expect(await asKey(`webhook/${webhookId}`, { url: `${receiver.url}/mine` })).toBe(403);
    const params = { organizationId, webhookId };
    expectError(400, await admin.call("changeWebhook", { params, body: { format: "slack" } }, { url: node.url }));
  });

  test("a 410 reply pauses the webhook at once, a redirect isn't followed, and a long response is cut", async () => {
    const { webhookId } = await add();
    receiver.answers = [
      status(302, { location: "http://127.0.0.1:1/private" }),
      (response) => void response.writeHead(200).end(`\u0000<b>${"x".repeat(5_000_000)}`),
      status(410),
      status(410),
    ];
    const redirected = read("testWebhook", await call("testWebhook", { webhookId }));
    expect(redirected).toMatchObject({ event: "ping", status: "failed", responseStatus: 302 });
    expect(redirected.problem).toContain("a redirect");
    const long = read("testWebhook", await call("testWebhook", { webhookId }));
    expect(long).toMatchObject({ status: "delivered" });
    expect(long.responseBody).toBe(`<b>${"x".repeat(996)}`);
    expect(JSON.parse(long.payload)).toMatchObject({ type: "ping" });
    await failUpdate();
    await failUpdate();
    await dispatch();
    await deliver(webhookId);
    expect(await webhookOf(webhookId)).toMatchObject({ state: "paused", lastError: expect.stringContaining("410") });
    const deliveries = (await deliveriesOf(webhookId)).filter(({ event }) => event !== "ping");
    expect(deliveries.map((delivery) => delivery.status)).toEqual(["failed", "failed"]);
    expect(receiver.received.length).toBeLessThanOrEqual(4);
  });

  test("addresses inside the operator's network are refused, and a receiver that hangs doesn't hold up others", async () => {
    for (const url of ["http://169.254.169.254/latest", "http://10.0.0.1/", "http://[::1]:9/", "http://localhost:9/"]) {
      const inside = await add({ url });
      const refused = read("testWebhook", await call("testWebhook", { webhookId: inside.webhookId }));
      expect(refused).toMatchObject({ status: "failed", responseStatus: null, responseBody: "" });
      await call("removeWebhook", { webhookId: inside.webhookId });
    }
    for (const url of ["http://a:b@127.0.0.1/", "ftp://127.0.0.1/", "http://"]) {
      const params = { organizationId };
      expectError(400, await admin.call("createWebhook", { params, body: { url } }, { url: node.url }));
    }
    const stuck = await add({ url: `${receiver.url}/stuck` });
    await failUpdate();
    await failUpdate();
    await dispatch();
    const gone = new Error("The receiver hung.");
    gone.name = "TimeoutError";
    let sent = 0;
    const hanging = webhookDeliveryHandler({
      ...deps,
      fetch: async () => {
        sent += 1;
        throw gone;
      },
    });
    await deliver(stuck.webhookId, hanging);
    expect(sent).toBeLessThanOrEqual(2);
    expect(await webhookOf(stuck.webhookId)).toMatchObject({ state: "failing" });
    expect((await webhookOf(stuck.webhookId))?.lastError).toContain("didn't answer in time");
  });

  test("a worker that dies between sending and recording repeats the delivery with the same ID", async () => {
    const { webhookId } = await add();
    await failUpdate();
    await dispatch();
    const dying = webhookDeliveryHandler({
      ...deps,
      database: {
        ...node.database,
        query: node.database.query,
        transaction: () => Promise.reject(new Error("killed")),
      },
    });
    await expect(deliver(webhookId, dying)).rejects.toThrow("killed");
    expect((await deliveriesOf(webhookId))[0]).toMatchObject({ status: "waiting", attempts: 0 });
    await takeJobs(webhookDeliveryKind);
    await catchUpDeliveries(deps, lectern.clock.now());
    expect(await takeJobs(webhookDeliveryKind)).toEqual([]);
    lectern.clock.advance(2 * minute);
    await catchUpDeliveries(deps, lectern.clock.now());
    expect(await takeJobs(webhookDeliveryKind)).toHaveLength(1);
    await deliver(webhookId);
    const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
    expect(ids.length).toBeGreaterThan(1);
    expect(new Set(ids).size).toBe(1);
  });

  test("for a day after a secret was replaced, both secrets verify", async () => {
    const { webhookId, secret: first } = await add();
    const replaced = await call("replaceSigningSecret", { webhookId });
    const { secret: second } = read("replaceSigningSecret", replaced);
    expect(second).not.toBe(first);
    await call("testWebhook", { webhookId });
    const [during] = receiver.received;
    const isVerified = (secret: string | null, received: Received) => {
      try {
        return verify(secret, received) !== undefined;
      } catch {
        return false;
      }
    };
    if (during === undefined) throw new Error("Nothing was received.");
    expect([isVerified(first, during), isVerified(second, during)]).toEqual([true, true]);
    lectern.clock.advance(day);
    await call("testWebhook", { webhookId });
    const after = receiver.received[1] ?? during;
    expect([isVerified(first, after), isVerified(second, after)]).toEqual([false, true]);
    const moved = await call("changeWebhook", { webhookId }, { url: `${receiver.url}/elsewhere` });
    expect(read("changeWebhook", moved).secret).toMatch(/^whsec_/);
    const named = await call("changeWebhook", { webhookId }, { name: "Renamed" });
    expect(read("changeWebhook", named)).toMatchObject({ secret: null, webhook: { name: "Renamed" } });
  });

  test("an organization has at most 20 webhooks, old deliveries are deleted, and a turned-off webhook gets none", async () => {
    const { webhookId } = await add({ events: ["question.unanswered"] });
    await Promise.all(Array.from({ length: 19 }, () => add()));
    const body = { url: `${receiver.url}/more` };
    expectError(409, await admin.call("createWebhook", { params: { organizationId }, body }, { url: node.url }));
    await askInVain(lectern.tenant.project.id, "How do I <b>teapot</b>?");
    await call("changeWebhook", { webhookId }, { enabled: false });
    lectern.clock.advance(2 * minute);
    await dispatch();
    expect(await deliveriesOf(webhookId)).toEqual([]);
    await call("changeWebhook", { webhookId }, { enabled: true });
    await call("testWebhook", { webhookId });
    expect(await deliveriesOf(webhookId)).toHaveLength(1);
    await sweepDeliveries(node.database.query, lectern.clock.now() + 1);
    expect(await deliveriesOf(webhookId)).toEqual([]);
  });
});
