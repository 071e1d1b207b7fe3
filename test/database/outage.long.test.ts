import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { createClient } from "../../src/contract/client.ts";
import { dashboardOperations } from "../../src/contract/dashboard-operations.ts";
import { isStream, type Operation } from "../../src/contract/operation.ts";
import { operations } from "../../src/contract/operations.ts";
import { startLectern } from "../cli/lectern.ts";
import { expectError } from "../contract/expect-reply.ts";
import { pathOf, type Received, send } from "../contract/send.ts";
import { slow } from "../support/slow.ts";
import { startOwnPostgres } from "./own-postgres.ts";
import { createSmallInstallation, publish, type SmallInstallation } from "./small-installation.ts";

vi.setConfig({ ...slow, testTimeout: 600_000 });

const cutsPerRound = 5;
const rounds = 3;
/** These operations answer without the database. */
const independent = ["getHealth", "getReadiness", "getOpenApi", "getMetrics"];

test("processes survive cut connections and a stopped PostgreSQL, reply with 503 in the meantime, and continue afterwards", async () => {
  const postgres = await startOwnPostgres();
  const dataFolder = mkdtempSync(join(tmpdir(), "lectern-outage-"));
  onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }));
  const installation = await createSmallInstallation({ databaseUrl: postgres.url, dataFolder });
  const running = await startLectern(installation.variables);
  const { url } = running;
  const client = createClient({ url, key: installation.adminKey });

  for (let round = 0; round < rounds; round += 1) {
    await cutUnderTraffic(postgres.url, url, installation);
    await publish(client, installation.projectId);
  }

  await postgres.stop();
  for (const [name, operation] of Object.entries<Operation>({ ...operations, ...dashboardOperations })) {
    if (!independent.includes(name)) await expectUnavailable(url, name, operation, installation);
  }
  const git = await send(url, {
    path: "/git/acme.git/info/refs?service=git-upload-pack",
    headers: { authorization: `Basic ${Buffer.from(`git:${installation.adminKey}`).toString("base64")}` },
  });
  expect(git).toMatchObject({ status: 503, text: "The database is unavailable. Try again later.\n" });
  expect(git.headers["retry-after"]).toMatch(/^\d+$/);
  expect((await send(url, { path: "/healthz" })).status).toBe(200);

  await postgres.start();
  await publish(client, installation.projectId);
  expect((await send(url, { path: "/readyz" })).status).toBe(200);
  expect(running.workerPids, running.stderr).toHaveLength(1);
  expect(running.process.exitCode).toBeNull();

  await postgres.stop();
  expect(await running.stop()).toBe(0);
});

test("while PostgreSQL hangs, sites are served as last seen and everything else replies with 503, until it answers again", async () => {
  const postgres = await startOwnPostgres();
  const dataFolder = mkdtempSync(join(tmpdir(), "lectern-outage-"));
  onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }));
  const installation = await createSmallInstallation({ databaseUrl: postgres.url, dataFolder });
  const running = await startLectern(installation.variables);
  const { url } = running;
  const client = createClient({ url, key: installation.adminKey });
  await publish(client, installation.projectId);
  const visit = (path: string) => send(url, { path, headers: { host: "acme.localhost" } });
  const asset = /(?:src|href)="(\/[^"]+\.(?:js|css))"/.exec((await visit("/")).text)?.[1] ?? "no asset";
  const paths = ["/", "/old", "/nowhere", asset, "/llms.txt"];
  const readAll = async () =>
    Promise.all(paths.map(visit)).then((replies) => replies.map(({ status, text }) => [status, text]));
  const before = await readAll();
  expect(before.map(([status]) => status)).toEqual([200, 308, 404, 200, 200]);

  postgres.signal("SIGSTOP");
  expect(await readAll()).toEqual(before);
  expect(await readAll()).toEqual(before);
  // A site that this node has never served.
  const unknown = await send(url, { path: "/", headers: { host: "unknown.localhost" } });
  expect([unknown.status, unknown.headers["retry-after"]]).toEqual([503, "5"]);
  for (const operation of [operations.listUpdates, operations.triggerUpdate, dashboardOperations.getMe]) {
    await expectUnavailable(url, operation.path, operation, installation);
  }
  await vi.waitFor(
    async () => expect((await send(url, { path: "/readyz" })).text).toContain("The database does not answer"),
    { timeout: slow.testTimeout },
  );
  expect((await send(url, { path: "/readyz" })).status).toBe(200);

  postgres.signal("SIGCONT");
  await publish(client, installation.projectId);
  await vi.waitFor(
    async () => expect((await send(url, { path: "/readyz" })).text).not.toContain("The database does not answer"),
    { timeout: slow.testTimeout },
  );
  expect(await readAll()).toEqual([[200, expect.any(String)], ...before.slice(1)]);
  expect(running.process.exitCode).toBeNull();
  expect(await running.stop()).toBe(0);
});

/** Cuts every connection again and again while requests and updates are in progress. */
async function cutUnderTraffic(
  databaseUrl: string,
  url: string,
  { adminKey, projectId }: SmallInstallation,
): Promise<void> {
  const knife = new pg.Client({ connectionString: databaseUrl });
  await knife.connect();
  const traffic = new AbortController();
  const replies: Received[] = [];
  const keepSending = async (operation: Operation) => {
    while (!traffic.signal.aborted) {
      replies.push(
        await send(url, { method: operation.method, path: pathOf(operation, { projectId }), key: adminKey }),
      );
    }
  };
  const senders = [operations.triggerUpdate, operations.listUpdates, operations.listUpdates].map(keepSending);
  for (let cut = 0; cut < cutsPerRound; cut += 1) {
    const before = replies.length;
    await vi.waitUntil(() => replies.length > before + 20, { timeout: slow.testTimeout });
    await knife.query("select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()");
  }
  traffic.abort();
  await Promise.all(senders);
  await knife.end();
  for (const reply of replies) {
    expect([200, 202, 429, 503], reply.text).toContain(reply.status);
  }
}

async function expectUnavailable(
  url: string,
  name: string,
  operation: Operation,
  { adminKey, assistantKey, projectId }: SmallInstallation,
): Promise<void> {
  const keys: Partial<Record<string, string>> = { admin: adminKey, assistant: assistantKey };
  const received = await send(url, {
    method: operation.method,
    path: pathOf(operation, { projectId, domain: "acme", statusId: "upd_x", organizationId: "org_x", id: "x" }),
    key: keys[operation.key],
    headers: {
      ...(operation.key === "session" ? { cookie: "lectern_session=unknown" } : {}),
      ...(operation.method === "GET" ? {} : { "idempotency-key": "once" }),
    },
    ...(operation.body === undefined ? {} : { json: {} }),
    onlyHead: isStream(operation),
  });
  // An invalid request may be refused without the database.
  if (received.status >= 500 || keys[operation.key] !== undefined) {
    expect(received.status, `${name}: ${received.text}`).toBe(503);
    expectError(503, received);
  }
}
