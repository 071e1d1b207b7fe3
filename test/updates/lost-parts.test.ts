import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createKey } from "../../src/keys/create-key.ts";
import { slow } from "../support/slow.ts";
import { type HostedProject, type Publisher, smallProject, startPublisher } from "./publisher.ts";

vi.setConfig(slow);

let lectern: Publisher;
let hosted: HostedProject;
let assistantKey: string;

beforeAll(async () => {
  lectern = await startPublisher("sqlite", "s3");
  hosted = await lectern.publish("acme", smallProject);
  const { app, organizationId } = lectern;
  const key = { kind: "assistant" as const, organizationId, projectId: hosted.project.id };
  assistantKey = (await createKey(app, app.database.query, key)).secret;
});
afterAll(() => lectern?.close());

function ask(): Promise<Response> {
  return fetch(`${lectern.url}/discovery/v1/assistant/acme/message`, {
    method: "POST",
    headers: { authorization: `Bearer ${assistantKey}`, "content-type": "application/json" },
    body: JSON.stringify({ fp: "reader", messages: [{ id: "1", role: "user", content: "How do I begin?" }] }),
  });
}

test("questions and pages get a 503 while the store accepts requests but doesn't answer", async () => {
  const hanging = Promise.withResolvers<void>();
  if (lectern.s3 !== undefined) lectern.s3.fault = () => ({ kind: "slow", until: hanging.promise });
  const limit = AbortSignal.timeout.bind(AbortSignal);
  const shortLimits = vi.spyOn(AbortSignal, "timeout").mockImplementation(() => limit(100));
  const question = await ask();
  expect([question.status, question.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(await question.json()).toEqual({ error: "The artifact store does not work: it did not answer in time." });
  const page = await lectern.read("acme", "/guides/start");
  expect([page.status, page.headers["retry-after"]]).toEqual([503, "5"]);
  shortLimits.mockRestore();
  if (lectern.s3 !== undefined) lectern.s3.fault = () => undefined;
  hanging.resolve();
  expect([(await ask()).status, (await lectern.read("acme", "/guides/start")).status]).toEqual([200, 200]);
});

test("a node works on after everything in its data folder but the database was deleted", async () => {
  const clone = await hosted.clone();
  const { dataFolder } = lectern.storage;
  const names = (await readdir(dataFolder)).filter((name) => !name.startsWith("lectern.db"));
  expect(names.sort()).toEqual(["caches", "repositories", "trees"]);
  await Promise.all(names.map((name) => rm(join(dataFolder, name), { recursive: true })));
  // The worker still has the last build in memory, and its render processes have the deleted cache open.
  await clone.commitAndPush({ "guides/end.mdx": "---\ntitle: End\n---\n\nPushed after the loss.\n" });
  expect(await lectern.ended(await lectern.newest(hosted.project))).toMatchObject({ status: "success" });
  expect((await lectern.read("acme", "/guides/end")).text).toContain("Pushed after the loss.");
  expect((await ask()).status).toBe(200);
  await rm(join(dataFolder, "repositories"), { recursive: true });
  expect(await (await hosted.clone()).git("log", "--format=%s")).toContain("Change");
});

test.each([
  ["the artifact store was emptied", /\/(?:blobs|manifests|young)\//],
  ["the store lost its blobs", /\/blobs\//],
])("after %s, pages get a 503 with advice, and the next update repairs the site", async (_what, lost) => {
  const objects = lectern.s3?.objects ?? new Map();
  const lose = () => {
    for (const key of objects.keys()) if (lost.test(key)) objects.delete(key);
  };
  const warnings = async () => (await (await fetch(`${lectern.url}/readyz`)).json()).warnings ?? [];
  const missing = "Files of published sites are missing from the artifact store; lectern doctor says of which ones.";
  const domain = `lost-${objects.size}`;
  const { project, clone } = await lectern.publish(domain, smallProject);
  const work = await clone();
  await lectern.read(domain, "/");
  lose();
  const page = await lectern.read(domain, "/guides/start");
  expect([page.status, page.headers["retry-after"], page.text]).toEqual([
    503,
    "5",
    "Files of this site are missing or damaged; the operator can restore a backup or update it.",
  ]);
  expect((await lectern.read(domain, "/")).status).toBe(200);
  const hasManifests = lost.test("x/manifests/y");
  if (hasManifests) await expect.poll(warnings, { timeout: 60_000 }).toContain(missing);
  await work.commitAndPush({ "guides/new.mdx": "---\ntitle: New\n---\n\nPushed after the loss.\n" });
  expect(await lectern.ended(await lectern.newest(project))).toMatchObject({ status: "success" });
  for (const path of ["/", "/guides/start", "/guides/new", "/llms.txt"]) {
    expect([path, (await lectern.read(domain, path)).status]).toEqual([path, 200]);
  }
});
