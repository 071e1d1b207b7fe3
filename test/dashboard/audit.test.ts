import { createHmac } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createGuardedFetch } from "../../src/git/guarded-fetch.ts";
import { auditDeliveryKind } from "../../src/platform/audit/outbox-store.ts";
import { openSecrets } from "../../src/platform/secrets.ts";
import { catchUpStreams, type DeliveryDeps, deliveryHandler } from "../../src/webhooks/audit-stream/deliver-entries.ts";
import { expectError, expectSuccess } from "../contract/expect-reply.ts";
import { onDatabaseOfRun } from "../support/database.ts";
import { type Installation, type Node, startInstallation } from "../support/server.ts";
import { join, operationOf, type Person, read } from "./people.ts";

interface Delivery {
  id: string;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** A receiver that answers with these statuses, and with 204 when there are none left. */
interface Receiver {
  url: string;
  statuses: number[];
  deliveries: Delivery[];
  server: Server;
}

async function startReceiver(): Promise<Receiver> {
  const receiver: Receiver = { url: "", statuses: [], deliveries: [], server: createServer() };
  receiver.server.on("request", async (request, response) => {
    const body = await text(request);
    receiver.deliveries.push({ id: String(request.headers["webhook-id"]), headers: request.headers, body });
    response.writeHead(receiver.statuses.shift() ?? 204).end();
  });
  await new Promise<void>((resolve) => receiver.server.listen(0, "127.0.0.1", resolve));
  receiver.url = `http://127.0.0.1:${(receiver.server.address() as AddressInfo).port}/audit`;
  return receiver;
}

onDatabaseOfRun((dialect) => {
  let lectern: Installation;
  let node: Node;
  let admin: Person;
  let receiver: Receiver;
  let params: { organizationId: string };
  let deps: DeliveryDeps;

  beforeAll(async () => {
    lectern = await startInstallation(dialect);
    node = await lectern.startNode({ allowedHosts: ["127.0.0.1"] });
    receiver = await startReceiver();
    params = { organizationId: lectern.tenant.organizationId };
    admin = await join(lectern, params.organizationId, "admin", "ada@acme.test");
    deps = {
      ...node,
      clock: lectern.clock,
      secrets: openSecrets({ keys: [], dataFolder: lectern.storage.dataFolder }),
      fetch: createGuardedFetch(["127.0.0.1"]),
    };
  });
  afterAll(async () => {
    await lectern.stop();
    receiver.server.close();
  });

  const list = async (query: string) =>
    read("listAuditEntries", await admin.call("listAuditEntries", { params, query })).entries;
  const rename = async (name: string) => {
    lectern.clock.advance(1_000);
    expectSuccess(
      operationOf("renameOrganization"),
      await admin.call("renameOrganization", { params, body: { name } }, { url: node.url }),
    );
  };
  const deliver = () =>
    deliveryHandler(deps).run({
      id: "delivery",
      kind: auditDeliveryKind,
      group: params.organizationId,
      payload: { ...params },
      attempt: 1,
      claim: 1,
      signal: new AbortController().signal,
      finish: (work) => node.database.transaction(work),
    });
  /** Ends all jobs that can run now. */
  const endJobs = async () => {
    for (let count = 0; ; count += 1) {
      const job = await node.queue.claim([auditDeliveryKind], 60);
      if (job === undefined) return count;
      expect(job.payload).toEqual(params);
      await node.database.transaction((tx) => node.queue.complete(tx, job));
    }
  };
  const stream = async () => {
    const state = read("getAuditStream", await admin.call("getAuditStream", { params }));
    return state.stream;
  };

  test("entries are found by actor, action, target, project, time and text", async () => {
    const { project } = lectern.tenant;
    const inProject = { params: { projectId: project.id } };
    const prompt = "Explain 100%_of the\nrate limits";
    const job = await admin.call("createAgentJob", { ...inProject, body: { prompt } });
    const { id: jobId } = JSON.parse(job.text);
    lectern.clock.advance(60_000);
    const later = new Date(lectern.clock.now()).toISOString();
    await rename("Acme Corp");

    const [entry] = await list("?action=createAgentJob");
    expect(entry).toMatchObject({
      label: "Created job",
      projectName: project.name,
      target: { kind: "job", id: jobId, name: "Explain 100%_of the rate limits" },
    });
    expect(await list(`?target=${jobId}`)).toEqual([entry]);
    expect(await list("?target=RATE")).toEqual([entry]);
    expect(await list(`?text=${encodeURIComponent("0%_OF")}`)).toEqual([entry]);
    expect(await list(`?text=${encodeURIComponent("0%%of")}`)).toEqual([]);
    expect(await list("?text=created%20job")).toEqual([entry]);
    expect(await list(`?projectId=${project.id}&actor=ada@`)).toEqual([entry]);
    expect(await list("?actor=somebody")).toEqual([]);
    const since = await list(`?from=${later}`);
    expect(since.map(({ action, target }) => [action, target?.name])).toEqual([["renameOrganization", "Acme Corp"]]);
    expect(await list(`?to=${later}&action=renameOrganization`)).toEqual([]);
    expectError(400, await admin.call("listAuditEntries", { params, query: "?from=yesterday" }));
    expectError(400, await admin.call("listAuditEntries", { params, query: "?from=2026-13-01T00:00:00Z" }));
  });

  test("what was deleted keeps its name", async () => {
    const body = { name: "Gone soon", domain: "gone-soon", repository: "https://github.com/acme/gone" };
    const { project } = read("createProject", await admin.call("createProject", { params, body }));
    await admin.call("deleteProject", { params: { projectId: project.id }, body: { domain: "gone-soon" } });
    const entries = await list(`?projectId=${project.id}`);
    expect(entries.map(({ label, target, projectName }) => [label, target?.name, projectName])).toEqual([
      ["Deleted project", "Gone soon", "Gone soon"],
      ["Created project", "Gone soon", "Gone soon"],
    ]);
  });

  test("exports contain what the filters match, and no cell is a formula", async () => {
    await rename('=HYPERLINK("https://evil.test")');
    const csv = await admin.call("exportAuditCsv", { params, query: "?action=renameOrganization" });
    expectSuccess(operationOf("exportAuditCsv"), csv);
    expect(csv.headers["content-disposition"]).toBe('attachment; filename="audit-log.csv"');
    const [head, first, ...rest] = csv.text.trimEnd().split("\r\n");
    expect(head).toMatch(/^"Time","Actor",/);
    expect(first).toContain(`"'=HYPERLINK(""https://evil.test"")"`);
    expect(rest).toHaveLength(1);
    expect(csv.text).not.toMatch(/(?:^|,)"[=+@-]/m);
    const json = await admin.call("exportAuditJson", { params, query: "?action=renameOrganization" });
    expect(JSON.parse(json.text)).toEqual(await list("?action=renameOrganization"));
    const none = await admin.call("exportAuditJson", { params, query: "?action=nothing" });
    expect(JSON.parse(none.text)).toEqual([]);
  });

  test("a webhook gets every entry in order, signed, and again until it takes it", async () => {
    const body = { url: receiver.url };
    const changed = await admin.call("changeAuditStream", { params, body }, { url: node.url });
    expectSuccess(operationOf("changeAuditStream"), changed);
    const { secret } = read("changeAuditStream", changed);
    const again = await admin.call("changeAuditStream", { params, body }, { url: node.url });
    expect(read("changeAuditStream", again)).toMatchObject({ secret: null });
    await rename("One");
    await rename("Two");
    expect(await endJobs()).toBeGreaterThan(0);

    receiver.statuses = [500];
    await deliver();
    expect(await stream()).toMatchObject({ state: "failing", lastError: expect.stringContaining("status 500") });
    // Not before its time.
    await deliver();
    expect(receiver.deliveries).toHaveLength(1);
    lectern.clock.advance(10_000);
    await deliver();
    const expected = (await list("?limit=4")).reverse();
    const [, ...taken] = receiver.deliveries;
    expect(receiver.deliveries[0]?.id).toBe(taken[0]?.id);
    expect(taken.map(({ body: sent }) => JSON.parse(sent).data)).toEqual(expected);
    expect(await stream()).toMatchObject({ state: "active", waiting: 0, lastError: null });

    for (const { id, headers, body: sent } of receiver.deliveries) {
      const key = Buffer.from(String(secret).slice("whsec_".length), "base64");
      const signed = `${id}.${headers["webhook-timestamp"]}.${sent}`;
      const signature = createHmac("sha256", key).update(signed).digest("base64");
      expect(headers["webhook-signature"]).toBe(`v1,${signature}`);
    }
  });

  test("a webhook that fails for a day stops, and goes on where it stopped", async () => {
    receiver.deliveries = [];
    await rename("Three");
    let state = await stream();
    receiver.statuses = Array.from({ length: 100 }, () => 503);
    for (let attempt = 0; attempt < 100 && state?.state !== "stopped"; attempt += 1) {
      await deliver();
      lectern.clock.advance(3_600_000);
      state = await stream();
    }
    expect(state).toMatchObject({ state: "stopped", waiting: 1, retryAt: null });
    const attempts = receiver.deliveries.length;
    expect(attempts).toBeGreaterThan(20);
    await deliver();
    expect(receiver.deliveries).toHaveLength(attempts);

    receiver.statuses = [];
    receiver.deliveries = [];
    await admin.call("resumeAuditStream", { params }, { url: node.url });
    await deliver();
    const actions = receiver.deliveries.map(({ body: sent }) => JSON.parse(sent).data.action);
    expect(actions).toEqual(["renameOrganization", "resumeAuditStream"]);
  });

  test("an entry of the command line is delivered with the next sweep", async () => {
    await rename("Four");
    await endJobs();
    await catchUpStreams(deps, lectern.clock.now());
    expect(await endJobs()).toBe(1);
  });

  test("a test says what is wrong, and addresses inside the network are refused", async () => {
    const check = async (url: string) =>
      read("testAuditStream", await admin.call("testAuditStream", { params }, { url })).problem;
    expect(await check(node.url)).toBeNull();
    receiver.statuses = [404];
    expect(await check(node.url)).toContain("answered with status 404");
    // The first node allows no host of its own network.
    expect(await check(lectern.node.url)).toContain("LECTERN_ALLOWED_HOSTS");
    await admin.call("removeAuditStream", { params });
    expect(await stream()).toBeNull();
    expectError(404, await admin.call("testAuditStream", { params }));
  });
});
