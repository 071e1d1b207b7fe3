import { newAgentJob } from "../src/agent/agent-job.ts";
import { insertAgentJob, prepareFindAgentJob } from "../src/agent/store.ts";
import { createKey } from "../src/keys/create-key.ts";
import { hashKey, prepareFindKeyByHash } from "../src/keys/store.ts";
import type { Connection } from "../src/platform/db/database.ts";
import { insertUpdate, prepareUpdateReads } from "../src/updates/store.ts";
import { newUpdate } from "../src/updates/update.ts";
import { createInstallation } from "./support/lectern.ts";
import { median } from "./support/load.ts";

const sizes = [1_000, 1_000_000];
const batch = 5_000;
const samples = 20_000;
const sampleIdsMax = 2_000;

/** Measures the three reads that every request or poll makes, with a thousand rows and with a million rows. */
const installation = await createInstallation();
const { app, project } = installation;
const updateIds: string[] = [];
const jobIds: string[] = [];
const keys: string[] = [];
const results: Record<string, number>[] = [];
for (const size of sizes) {
  while (updateIds.length < size) {
    const count = Math.min(batch, size - updateIds.length);
    await app.database.transaction((tx) => seed(tx, count), { durability: "relaxed" });
  }
  results.push(await measure());
}
for (const name of Object.keys(results[0] ?? {})) {
  const [small = Number.NaN, large = Number.NaN] = results.map((result) => result[name] ?? Number.NaN);
  console.log(
    `  ${name.padEnd(20)} ${small.toFixed(1)} µs at 1,000 rows, ${large.toFixed(1)} µs at 1,000,000: ratio ${(large / small).toFixed(2)}`,
  );
}
await installation.remove();

async function seed(tx: Connection, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    const update = newUpdate({ project, source: "api", subdomain: "bench", branch: "main" }, app.clock);
    await insertUpdate(tx, update);
    updateIds.push(update.id);
    const job = newAgentJob(project, { prompt: "Fix the broken links" }, app.clock);
    await insertAgentJob(tx, job);
    jobIds.push(job.id);
    if (i % 10 === 0) {
      const key = { kind: "admin" as const, organizationId: project.organizationId, projectId: null };
      keys.push((await createKey(app, tx, key)).secret);
    }
  }
}

async function measure(): Promise<Record<string, number>> {
  const { organizationId } = project;
  const findKey = prepareFindKeyByHash(app.database);
  const findJob = prepareFindAgentJob(app.database);
  const updates = prepareUpdateReads(app.database);
  console.log(`  ${updateIds.length} updates, ${jobIds.length} jobs, ${keys.length} keys`);
  return {
    "key by hash": await time(keys, (key) => findKey(hashKey(key))),
    "update by id": await time(updateIds, (id) => updates.find(id)),
    "its log": await time(updateIds, (id) => updates.readLog(id)),
    "its revision": await time(updateIds, (id) => updates.findRevision(organizationId, id)),
    "job by id": await time(jobIds, (id) => findJob(organizationId, project.id, id)),
  };
}

// Reads the same few thousand IDs from the whole table in turn, so that the disk cache is warm in both cases.
async function time(ids: readonly string[], read: (id: string) => Promise<unknown>): Promise<number> {
  const step = Math.max(1, Math.floor(ids.length / sampleIdsMax));
  const chosen = ids.filter((_, index) => index % step === 0);
  const rounds: number[] = [];
  for (let round = 0; round < 5; round++) {
    const began = performance.now();
    for (let i = 0; i < samples; i++) {
      const found = await read(chosen[i % chosen.length] ?? "");
      if (found === undefined) {
        throw new Error("A stored row was not found.");
      }
    }
    rounds.push(((performance.now() - began) * 1000) / samples);
  }
  return median(rounds);
}
