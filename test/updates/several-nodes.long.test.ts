import { mkdtempSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { branchOf } from "../../src/agent/agent-job.ts";
import { type App, openApp } from "../../src/app/app.ts";
import { foldersOf } from "../../src/app/folders.ts";
import { type Running, serve } from "../../src/app/serve.ts";
import { createClient } from "../../src/contract/client.ts";
import { plainGit } from "../../src/git/git-test-support.ts";
import { readConfig } from "../../src/platform/config.ts";
import { freePort } from "../../src/platform/free-port.ts";
import type { Project } from "../../src/projects/store.ts";
import { jobEnded } from "../agent/follow-job.ts";
import { slow } from "../support/slow.ts";
import { Clone } from "./clone.ts";
import { type Installation, openInstallation, smallProject, startWorker } from "./publisher.ts";

vi.setConfig(slow);

interface Node {
  app: App;
  running: Running;
  url: string;
  dataFolder: string;
}

// Two API servers and a worker on three machines: they share a database and an S3 service, but no folder.
let lectern: Installation;
let a: Node;
let b: Node;
let worker: Node;
beforeAll(async () => {
  lectern = await openInstallation("postgres", "s3", {
    LECTERN_SECRET_KEYS: "a secret that all nodes of this test share",
  });
  a = await startNode(serve);
  b = await startNode(serve);
  worker = await startNode(async (app) => startWorker(app));
});
afterAll(async () => {
  for (const { app, running, dataFolder } of [worker, b, a]) {
    await running.stop();
    await app.close();
    rmSync(dataFolder, { recursive: true, force: true });
  }
  await lectern.close();
});

async function startNode(run: (app: App) => Promise<Running>): Promise<Node> {
  const dataFolder = mkdtempSync(join(tmpdir(), "lectern-node-"));
  const port = await freePort("127.0.0.1");
  const variables = { ...lectern.variables, PORT: String(port), LECTERN_URL: lectern.url, LECTERN_DATA: dataFolder };
  const app = await openApp(readConfig(variables), "worker");
  return { app, running: await run(app), url: `http://127.0.0.1:${port}`, dataFolder };
}

const cloneFrom = ({ url }: Node, { domain }: Project) => Clone.of(`${url}/git/${domain}.git`, lectern.adminKey);
const onNode = ({ url }: Node) => ({ ...lectern, client: createClient({ url, key: lectern.adminKey }) });
const refsOn = ({ url }: Node, { domain }: Project) => {
  const { host } = new URL(url);
  return plainGit(["ls-remote", `http://anyone:${lectern.adminKey}@${host}/git/${domain}.git`]);
};
const page = (text: string) => ({ "index.mdx": `---\ntitle: Welcome\n---\n\n${text}\n` });

test("a push to one server is built by a worker elsewhere and can be cloned from the other server", async () => {
  const { project } = await lectern.createProject("pushed", smallProject);
  const work = await cloneFrom(a, project);
  const sha = await work.commitAndPush(page("Said on one machine."));
  const other = await cloneFrom(b, project);
  expect(await other.git("rev-parse", "HEAD")).toBe(sha);
  const { updates } = await onNode(b).client.listUpdates({ projectId: project.id, limit: 1 });
  const { client } = onNode(b);
  await expect
    .poll(async () => (await client.getUpdateStatus({ statusId: updates[0]?._id ?? "" })).status, { timeout: 500_000 })
    .toBe("success");
  expect((await client.getUpdateStatus({ statusId: updates[0]?._id ?? "" })).commit?.sha).toBe(sha);

  // The repositories folder is only a cache, so losing it loses nothing.
  await rm(foldersOf(a.app.config).repositories, { recursive: true });
  expect(await refsOn(a, project)).toBe(await refsOn(b, project));
});

test("two pushes to one branch through different servers: one succeeds and the other is rejected", async () => {
  const { project } = await lectern.createProject("raced", smallProject);
  const clones = await Promise.all([cloneFrom(a, project), cloneFrom(b, project)]);
  const commits = await Promise.all(clones.map((clone, index) => clone.commit(page(`Version ${index}.`))));
  const results = await Promise.allSettled(clones.map((clone) => clone.git("push", "origin", "main")));
  const winner = results.findIndex(({ status }) => status === "fulfilled");
  const lost = results.flatMap((result) => (result.status === "rejected" ? [String(result.reason)] : []));
  expect(lost).toHaveLength(1);
  expect(lost[0]).toMatch(/\[rejected\]|\[remote rejected\]/);
  expect(await refsOn(a, project)).toBe(await refsOn(b, project));
  expect(await refsOn(a, project)).toContain(`${commits[winner]}\trefs/heads/main`);
});

test("a push that cannot be stored fails and changes nothing", async () => {
  const { s3 } = lectern;
  if (s3 === undefined) throw new Error("The test needs an S3 server.");
  const { project } = await lectern.createProject("unstored", smallProject);
  const work = await cloneFrom(b, project);
  const before = await refsOn(a, project);
  await work.commit(page("Lost on the way."));
  for (const fault of [
    { kind: "refuse", status: 403, code: "AccessDenied" } as const,
    { kind: "store-half" } as const,
  ]) {
    s3.fault = (request) => (/^PUT .*repositories/.test(request) ? fault : undefined);
    await expect(work.git("push", "origin", "main")).rejects.toThrow(/HTTP 503|rejected/);
    expect(await refsOn(a, project)).toBe(before);
  }
  s3.fault = () => undefined;
  await work.git("push", "--quiet", "origin", "main");
  expect(await refsOn(a, project)).toContain(await work.git("rev-parse", "HEAD"));
});

test("an agent's branch and a merge are visible on servers that have no copy of the repository yet", async () => {
  const untidy = { ...smallProject, "guides/start.mdx": "---\ntitle: Start\n---\n\nHow to begin. \n\nNow.\n" };
  const { project } = await lectern.createProject("agent", untidy);
  const projectId = project.id;
  const { id } = await onNode(a).client.createAgentJob({ projectId, prompt: "Remove trailing spaces" });
  const job = await jobEnded(onNode(a), project, id);
  expect(job.status).toBe("completed");
  expect(await refsOn(a, project)).toContain(`refs/heads/${branchOf(job)}`);
  const merged = await onNode(b).client.mergePullRequest({ projectId, number: "1" });
  expect(merged.status).toBe("merged");
  expect(await refsOn(a, project)).toContain(`${merged.mergeSha}\trefs/heads/main`);
  const work = await cloneFrom(a, project);
  expect(await work.git("show", "HEAD:guides/start.mdx")).toContain("How to begin.\n");
});
