import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { readEventStream } from "../src/contract/event-stream.ts";
import { startDevServer } from "../src/dev-server/dev-server.ts";
import { createLog } from "../src/platform/log.ts";
import { createRenderPool } from "../src/site/pipeline/render/render-pool.ts";
import { writeBenchProject } from "./support/build-project.ts";
import { median } from "./support/load.ts";
import { processorMilliseconds } from "./support/processor-time.ts";

const pages = Number(process.argv[2] ?? 1_000);
const saves = 15;
const targetMilliseconds = 200;

/** Measures the time from a save to the reload event, and to the new page, in a large project. */
const work = mkdtempSync(join(tmpdir(), "lectern-bench-"));
const project = join(work, "project");
const changed = writeBenchProject(project, pages);
const pool = createRenderPool();
const server = await startDevServer({
  folder: project,
  cacheFolder: join(work, "cache"),
  port: 0,
  pool,
  log: createLog("error", "cli"),
  onState: () => undefined,
});
console.log(`${pages} pages, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}`);
const leaving = new AbortController();
const events = readEventStream(await fetch(`${server.url}/_lectern/preview/events`, { signal: leaving.signal }));
await events.next();
const address = `${server.url}/${changed.slice(project.length + 1).replace(/(?:index)?\.mdx$/, "")}`;
const text = readFileSync(changed, "utf8");
const toEvent: number[] = [];
const toPage: number[] = [];
const processor: number[] = [];
for (let save = 0; save < saves; save += 1) {
  const sentence = `Save number ${save}.`;
  const processorBefore = processorMilliseconds();
  const began = performance.now();
  writeFileSync(changed, `${text}\n\n${sentence}\n`);
  await events.next();
  toEvent.push(performance.now() - began);
  processor.push(processorMilliseconds() - processorBefore);
  if (!(await (await fetch(address)).text()).includes(sentence)) throw new Error("The saved page is not shown.");
  toPage.push(performance.now() - began);
}
const print = (what: string, times: number[]) =>
  console.log(
    `  save → ${what.padEnd(6)} median ${median(times).toFixed(0)} ms, slowest ${Math.max(...times).toFixed(0)} ms (${saves} saves)   target: under ${targetMilliseconds} ms`,
  );
print("event", toEvent);
print("page", toPage);
// Processor time is also reported, because it stays meaningful on a busy machine.
console.log(
  `  processor time of a save: median ${median(processor).toFixed(0)} ms, most ${Math.max(...processor).toFixed(0)} ms`,
);
leaving.abort();
await server.stop();
await pool.close();
rmSync(work, { recursive: true, force: true });
