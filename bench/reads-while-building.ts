import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { foldersOf } from "../src/app/folders.ts";
import { createHostedProject } from "../src/projects/create-hosted-project.ts";
import type { Project } from "../src/projects/store.ts";
import { findUpdate } from "../src/updates/store.ts";
import { triggerUpdate } from "../src/updates/trigger-update.ts";
import { writeBenchProject } from "./support/build-project.ts";
import { createInstallation, startLectern, stop, untilReady } from "./support/lectern.ts";
import { type Load, load, printLoad } from "./support/load.ts";

const pages = Number(process.argv[2] ?? 1_000);
const roundSeconds = 3;
const roundsMax = 20;
const startSeconds = 60;
const wanted = 0.5;

/** Compares a server's status reads per second during a build with those before and after the build. */
const installation = await createInstallation();
const { app, url } = installation;
const work = mkdtempSync(join(tmpdir(), "lectern-bench-"));
writeBenchProject(join(work, "project"), pages);
const project = await importProject();
const update = await app.database.transaction((tx) => triggerUpdate(app, tx, { project, source: "api" }));

const server = startLectern("serve", installation.environment);
await untilReady(url);
console.log(`${pages} pages, ${cpus().length} cores; readers send as much as they can`);
await read(1);
const before = await read();
printLoad("nothing is built", before);
const worker = startLectern("worker", installation.environment);
await untilBuilding();
const during: number[] = [];
for (let round = 0; round < roundsMax && (await status()) === "in_progress"; round++) {
  const now = await read();
  printLoad("while it builds", now);
  during.push(now.perSecond);
}
await stop(worker);
const after = await read();
printLoad("nothing is built", after);
// Rounds in which the build ended count too. Other work on the machine affects all measurements alike.
const mean = during.reduce((sum, rate) => sum + rate, 0) / during.length;
const ratio = mean / ((before.perSecond + after.perSecond) / 2);
console.log(`  ratio: ${ratio.toFixed(2)}   target: at least ${wanted.toFixed(2)}`);
if (!(ratio >= wanted)) process.exitCode = 1;

await stop(server);
rmSync(work, { recursive: true, force: true });
await installation.remove();

function read(seconds = roundSeconds): Promise<Load> {
  const headers = { authorization: `Bearer ${installation.adminKey}` };
  return load(`${url}/v1/project/update-status/${update.id}`, seconds, headers);
}

function importProject(): Promise<Project> {
  const deps = { ...app, url, repositoriesFolder: foldersOf(app.config).repositories };
  const { organizationId } = installation.project;
  const request = { organizationId, name: "Built", domain: "built", folder: join(work, "project") };
  return createHostedProject(deps, request);
}

async function status(): Promise<string | undefined> {
  return (await findUpdate(app.database.query, update.id))?.status;
}

async function untilBuilding(): Promise<void> {
  const deadline = performance.now() + startSeconds * 1_000;
  while ((await status()) === "queued") {
    if (performance.now() > deadline) throw new Error("The worker did not start the update.");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
