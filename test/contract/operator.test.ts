import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { operations } from "../../src/contract/operations.ts";
import { onDatabaseOfRun } from "../support/database.ts";
import { type Installation, startInstallation } from "../support/server.ts";
import { expectError, expectSuccess } from "./expect-reply.ts";
import { pathOf, type Received, send } from "./send.ts";

const hourMilliseconds = 3_600_000;

onDatabaseOfRun((dialect) => {
  let lectern: Installation;

  beforeAll(async () => {
    lectern = await startInstallation(dialect);
  });
  afterAll(() => lectern.stop());
  beforeEach(() => lectern.clock.advance(hourMilliseconds));

  const get = (path: string, headers = {}) =>
    send(lectern.node.url, { path, key: lectern.tenant.admin.secret, headers });

  describe("readiness", () => {
    test("a database that is down for all nodes is only a warning", async () => {
      expectSuccess(operations.getReadiness, await get("/readyz"));
      lectern.node.database.isAway = true;
      const away = await get("/readyz");
      expectSuccess(operations.getReadiness, away);
      expect(away.text).toContain("The database does not answer");
      lectern.node.database.isAway = false;
      expect((await get("/readyz")).text).not.toContain("The database does not answer");
    });

    test("a draining server is not ready, and refuses every other request with 503", async () => {
      const node = await lectern.startNode();
      node.server.drain();
      expectError(503, await send(node.url, { path: "/readyz" }));
      const path = pathOf(operations.listUpdates, { projectId: lectern.tenant.project.id });
      const refused = await send(node.url, { path, key: lectern.tenant.admin.secret });
      expectError(503, refused);
      expect(refused.headers.connection).toBe("close");
      expectSuccess(operations.getHealth, await send(node.url, { path: "/healthz" }));
      await node.stop();
      expectSuccess(operations.listUpdates, await get(path));
    });

    test("a request that arrived before the stop is still answered, however long its body takes", async () => {
      const node = await lectern.startNode();
      const socket = connect(node.port, "127.0.0.1");
      const path = pathOf(operations.triggerUpdate, { projectId: lectern.tenant.project.id });
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${lectern.tenant.admin.secret}\r\n` +
          "Content-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n",
      );
      await once(socket, "data");
      const stopped = node.stop();
      socket.write("{}");
      expect(await text(socket)).toMatch(/^HTTP\/1\.1 202 /);
      await stopped;
    });
  });

  describe("metrics", () => {
    const sample = (metrics: string, name: string): number => {
      const line = metrics.split("\n").find((candidate) => candidate.startsWith(`${name} `));
      return line === undefined ? Number.NaN : Number(line.slice(name.length + 1));
    };

    test("metrics are in the Prometheus text format", async () => {
      const { text: metrics } = await get("/metrics");
      expect(metrics.endsWith("\n")).toBe(true);
      const sampleLine = /^[a-zA-Z_:][\w:]*(\{\w+="[^"\n]*"(,\w+="[^"\n]*")*\})? (-?[\d.]+(e[+-]?\d+)?|NaN|[+-]Inf)$/;
      const wrong = metrics
        .trimEnd()
        .split("\n")
        .filter((line) => line !== "" && !/^# (HELP|TYPE) /.test(line) && !sampleLine.test(line));
      expect(wrong).toEqual([]);
    });

    test("metrics count the jobs waiting in the queue", async () => {
      const waiting = 'lectern_queue_jobs{state="waiting"}';
      const before = sample((await get("/metrics")).text, waiting);
      const client = lectern.node.client(lectern.tenant.admin.secret);
      await client.triggerUpdate({ projectId: lectern.tenant.project.id });
      await client.createAgentJob({ projectId: lectern.tenant.project.id, prompt: "Fix the typo." });
      const after = (await get("/metrics")).text;
      expect(sample(after, waiting)).toBe(before + 2);
      expect(sample(after, 'lectern_queue_jobs{state="running"}')).toBe(0);
      expect(sample(after, 'lectern_queue_due_jobs{kind="update.run"}')).toBeGreaterThan(0);
      expect(sample(after, 'lectern_queue_oldest_seconds{kind="update.run"}')).toBeGreaterThanOrEqual(0);
    });

    test("metrics count replies by route and status, but not by values that a client made up", async () => {
      const path = pathOf(operations.listUpdates, { projectId: lectern.tenant.project.id });
      const counter = 'lectern_http_requests_total{operation="/v1/project/updates/:projectId",status="200"}';
      const unknown = 'lectern_http_requests_total{operation="unknown",status="404"}';
      await get("/made-up-by-a-client");
      await get(path);
      const before = (await get("/metrics")).text;
      await get(path);
      await get("/made-up-by-a-client-again");
      const after = (await get("/metrics")).text;
      expect(sample(after, counter)).toBe(sample(before, counter) + 1);
      expect(sample(after, unknown)).toBe(sample(before, unknown) + 1);
      expect(after).not.toContain("made-up-by-a-client");
      expect(after).not.toContain(lectern.tenant.project.id);
    });
  });

  describe("the access log", () => {
    const linesOf = (reply: Received) =>
      lectern.logLines
        .map((line) => JSON.parse(line))
        .filter(({ requestId }) => requestId === reply.headers["x-request-id"]);

    test("the access log has one line per request with the details that an operator needs", async () => {
      const path = pathOf(operations.listUpdates, { projectId: lectern.tenant.project.id });
      expect(linesOf(await get(`${path}?limit=3`))).toEqual([
        expect.objectContaining({
          msg: "request",
          method: "GET",
          route: "/v1/project/updates/:projectId",
          status: 200,
          address: "127.0.0.1",
          milliseconds: expect.any(Number),
        }),
      ]);
    });

    test("the access log contains successful reads only at debug level", async () => {
      const path = pathOf(operations.triggerUpdate, { projectId: lectern.tenant.project.id });
      const written = await send(lectern.node.url, { method: "POST", path, key: lectern.tenant.admin.secret });
      const [read, failed] = [await get("/healthz"), await get("/nowhere")];
      const levels = [read, failed, written].map((reply) => linesOf(reply).map(({ level }) => level));
      expect(levels).toEqual([[20], [30], [30]]);
    });

    test("the access log contains no secret, whatever a request contained and however it failed", async () => {
      const { admin, project } = lectern.tenant;
      const secret = admin.secret;
      const { url } = lectern.node;
      const create = pathOf(operations.createAgentJob, { projectId: project.id });
      await get(`/v1/project/update-status/${secret}?key=${secret}#${secret}`, { "x-key": secret, cookie: secret });
      await get(`/${secret}`);
      await get(`/%zz${secret}`);
      await send(url, { method: "POST", path: create, key: secret, json: { prompt: secret, ref: secret, model: 7 } });
      await send(url, {
        method: "POST",
        path: create,
        key: secret,
        body: `{"${secret}"`,
        headers: { "content-type": "application/json" },
      });
      await send(url, {
        method: "POST",
        path: create,
        key: secret,
        json: { prompt: secret },
        headers: { "idempotency-key": secret },
      });
      lectern.node.database.isAway = true;
      await get(`/v1/project/update-status/${secret}`);
      await send(url, { method: "POST", path: create, key: secret, json: { prompt: secret } });
      lectern.node.database.isAway = false;
      const logged = lectern.logLines.join("");
      expect(logged).toContain("ECONNREFUSED");
      expect(logged).not.toContain(secret);
      expect(logged).not.toMatch(/bearer|authorization|cookie/i);
    });

    test("the access log gives each request its own ID", () => {
      const ids = lectern.logLines
        .map((line) => JSON.parse(line))
        .flatMap(({ msg, requestId }) => (msg === "request" ? [requestId] : []));
      expect(ids.length).toBeGreaterThan(10);
      expect(new Set(ids).size).toBe(ids.length);
    });
  });
});
