import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { listAuditEntries } from "../../src/activity/audit/store.ts";
import { findProjectById } from "../../src/projects/store.ts";
import { expectError } from "../contract/expect-reply.ts";
import { onDatabaseOfRun } from "../support/database.ts";
import { type ModelServer, startModelServer } from "../support/model-server.ts";
import { type Installation, type Node, startInstallation } from "../support/server.ts";
import { join, type Person, read } from "./people.ts";

onDatabaseOfRun((dialect) => {
  let lectern: Installation;
  let node: Node;
  let model: ModelServer;
  let admin: Person;
  let params: { projectId: string };

  beforeAll(async () => {
    lectern = await startInstallation(dialect);
    node = await lectern.startNode({ allowedHosts: ["127.0.0.1"] });
    model = await startModelServer();
    admin = await join(lectern, lectern.tenant.organizationId, "admin", "admin@acme.test");
    params = { projectId: lectern.tenant.project.id };
  });
  beforeEach(() => {
    model.requests.length = 0;
    model.script = [];
    model.key = "project-key";
  });
  afterAll(async () => {
    await model.close();
    await lectern.stop();
  });

  const change = (body: Record<string, unknown>) => admin.call("changeProject", { params, body }, { url: node.url });
  const check = async (body: Record<string, unknown>) =>
    read("testProjectModel", await admin.call("testProjectModel", { params, body }, { url: node.url }));
  const shown = async () => read("getProject", await admin.call("getProject", { params }, { url: node.url })).model;

  test("a project can have its own provider and an encrypted key that nobody can read", async () => {
    const saved = await change({ model: "acme/large", modelUrl: model.url, modelKey: "project-key" });
    expect(read("changeProject", saved).model).toMatchObject({ own: "acme/large", url: model.url, hasKey: true });
    expect(saved.text).not.toContain("project-key");
    const stored = await findProjectById(node.database.query, params.projectId);
    expect(stored?.model.key).not.toContain("project-key");
    const [entry] = await listAuditEntries(node.database.query, lectern.tenant.organizationId, { limit: 1 });
    expect(entry?.details).toEqual({ changed: "model, modelUrl, modelKey" });
  });

  test("testing a model makes one call with the stored key, and the settings show the result", async () => {
    const own = { model: "acme/large", modelUrl: model.url };
    model.script = [{ text: ["OK"] }, { status: 429 }];
    const { problem, milliseconds } = await check(own);
    expect({ problem, requests: model.requests.length }).toEqual({ problem: null, requests: 1 });
    expect(milliseconds).toBeGreaterThanOrEqual(0);
    expect((await shown()).health).toMatchObject({ problem: null, failures: 0 });
    expect((await check(own)).problem).toContain("rate limit");
    const { health } = await shown();
    expect(health).toMatchObject({ failures: 1, problem: expect.stringContaining("rate limit") });
    expect(health.failedAt).not.toBeNull();
    expect((await check({ model: "none" })).problem).toContain("no model to test");
  });

  test("a model's key is sent only to the server that it was entered for", async () => {
    const elsewhere = model.url.replace("/v1", "/v2");
    expect((await check({ model: "acme/large", modelUrl: elsewhere })).problem).toContain("none is set");
    expect(model.requests.at(-1)?.headers.authorization).toBeUndefined();
    const moved = read("changeProject", await change({ model: "acme/large", modelUrl: elsewhere }));
    expect(moved.model).toMatchObject({ url: elsewhere, hasKey: false });
  });

  test("an address in the server's own network is refused unless the operator allows it", async () => {
    const body = { model: "acme/large", modelUrl: model.url, modelKey: "k" };
    const guarded = await admin.call("testProjectModel", { params, body }, { url: lectern.node.url });
    expect(read("testProjectModel", guarded).problem).toContain("LECTERN_ALLOWED_HOSTS");
    expect(model.requests).toHaveLength(0);
  });

  test("a model that needs an address is refused without one, and the server's model needs no key", async () => {
    expectError(400, await change({ model: "acme/large" }));
    expectError(400, await change({ model: "azure/main", modelKey: "k" }));
    expectError(400, await change({ model: "none", modelKey: "k" }));
    const { own, url, hasKey } = read("changeProject", await change({ model: "default" })).model;
    expect({ own, url, hasKey }).toEqual({ own: null, url: null, hasKey: false });
  });
});
