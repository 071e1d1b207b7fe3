import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { appendLog } from "../src/updates/log-store.ts";
import { triggerUpdate } from "../src/updates/trigger-update.ts";
import { createInstallation, freePort, startLectern, stop, untilReady } from "./support/lectern.ts";
import { type Load, load, median, printLoad } from "./support/load.ts";
import { processorMillisecondsOf } from "./support/processor-time.ts";

const logLines = 50;
const linesPerBatch = 5;
/** Short and many, because both servers of a round must meet the same machine. */
const rounds = 8;
const roundSeconds = 2;
const warmSeconds = 4;
const busyUpdates = 20_000;

const installation = await createInstallation();
const { app, project, url } = installation;
const update = await app.database.transaction((tx) => triggerUpdate(app, tx, { project, source: "api" }));
await app.database.transaction((tx) => app.queue.cancel(tx, "update.run", update.id));
for (let line = 0; line < logLines; line += linesPerBatch) {
  const lines = Array.from(
    { length: linesPerBatch },
    (_, i) => `build-pages: guides/page-${line + i} rendered in 3 ms`,
  );
  await app.database.transaction((tx) => appendLog(tx, update.id, lines, Date.now()));
}

const server = startLectern("serve", installation.environment);
await untilReady(url);
const path = `/v1/project/update-status/${update.id}`;
const headers = { authorization: `Bearer ${installation.adminKey}` };
const reply = await fetch(url + path, { headers });
const bytes = Buffer.from(await reply.arrayBuffer());

const folder = mkdtempSync(join(tmpdir(), "lectern-bare-"));
writeFileSync(join(folder, "reply.json"), bytes);
const barePort = await freePort();
const bareUrl = `http://127.0.0.1:${barePort}/`;
const bare = spawn(
  process.execPath,
  [join(import.meta.dirname, "support/bare-server.ts"), String(barePort), join(folder, "reply.json")],
  { stdio: "ignore" },
);

console.log(`GET update-status: key, lookup, ${logLines} log lines, ${bytes.length} bytes; SQLite.`);
await load(bareUrl, warmSeconds, headers);
await load(url + path, warmSeconds, headers);
const ratios: number[] = [];
const processorRatios: number[] = [];
for (let round = 0; round < rounds; round++) {
  const [reference, referenceTime] = await timed(bare.pid, () => load(bareUrl, roundSeconds, headers));
  const [ours, ownTime] = await timed(server.pid, () => load(url + path, roundSeconds, headers));
  report("bare node:http", reference, "lectern serve", ours);
  ratios.push(ours.perSecond / reference.perSecond);
  processorRatios.push(referenceTime / reference.perSecond / (ownTime / ours.perSecond));
}
console.log(
  `  ratio (median of ${rounds}) by processor time: ${median(processorRatios).toFixed(2)}   target: at least 0.65; by replies ${median(ratios).toFixed(2)}`,
);

console.log(`The same while a worker process runs ${busyUpdates} updates:`);
for (let i = 0; i < busyUpdates / 500; i++) {
  await app.database.transaction(async (tx) => {
    for (let j = 0; j < 500; j++) {
      await triggerUpdate(app, tx, { project, source: "api" });
    }
  });
}
const worker = startLectern("worker", installation.environment);
const reference = await load(bareUrl, roundSeconds, headers);
const ours = await load(url + path, roundSeconds, headers);
report("bare node:http, worker busy", reference, "lectern serve, worker busy", ours);
console.log(`  ratio: ${(ours.perSecond / reference.perSecond).toFixed(2)}`);

await Promise.all([stop(worker), stop(server), stop(bare)]);
rmSync(folder, { recursive: true, force: true });
await installation.remove();

function report(referenceName: string, referenceLoad: Load, name: string, ownLoad: Load): void {
  printLoad(referenceName, referenceLoad);
  printLoad(name, ownLoad);
}

/** Runs the work and returns the processor time that the process used, which stays meaningful on a busy machine. */
async function timed<Result>(id: number | undefined, work: () => Promise<Result>): Promise<[Result, number]> {
  const before = processorMillisecondsOf(id);
  const result = await work();
  return [result, processorMillisecondsOf(id) - before];
}
