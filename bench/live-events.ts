import { createClient } from "../src/contract/client.ts";
import { appendLog } from "../src/updates/log-store.ts";
import { triggerUpdate } from "../src/updates/trigger-update.ts";
import { createInstallation, startLectern, stop, untilReady } from "./support/lectern.ts";

const lines = 100;
const pauseMilliseconds = 53;
const listeners = 20;

const installation = await createInstallation();
const { app, project, url } = installation;
const update = await app.database.transaction((tx) => triggerUpdate(app, tx, { project, source: "api" }));
await app.database.transaction((tx) => app.queue.cancel(tx, "update.run", update.id));
const server = startLectern("serve", installation.environment);
await untilReady(url);

const written = new Map<string, number>();
const delays: number[] = [];
const client = createClient({ url, key: installation.adminKey });
const readers = Array.from({ length: listeners }, () => listen());
for (let number = 0; number < lines; number++) {
  const line = `build-pages: page ${number} rendered`;
  written.set(line, performance.now());
  await app.database.transaction((tx) => appendLog(tx, update.id, [line], Date.now()));
  await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds));
}
await Promise.all(readers);

delays.sort((a, b) => a - b);
const at = (share: number) => (delays[Math.floor(delays.length * share)] ?? Number.NaN).toFixed(0);
console.log(`${lines} log lines written by one process, seen by ${listeners} listeners of another; SQLite.`);
console.log(`  from the write to the listener: p50 ${at(0.5)} ms   p99 ${at(0.99)} ms   longest ${at(0.9999)} ms`);
console.log("  target: within a second");
await stop(server);
await installation.remove();

async function listen(): Promise<void> {
  const events = await client.streamUpdateEvents({ statusId: update.id });
  let seen = 0;
  for await (const { data } of events) {
    const writtenAt = "line" in data ? written.get(data.line) : undefined;
    if (writtenAt !== undefined) {
      delays.push(performance.now() - writtenAt);
      seen += 1;
    }
    if (seen === lines) return;
  }
}
