import { cpus, loadavg } from "node:os";
import { openIndex } from "../src/search/open-index.ts";
import { indexFile } from "../src/search/search-test-support.ts";
import { madeUpPages, madeUpQueries } from "./support/made-up-docs.ts";
import { type Engine, fts5, lectern, miniSearch } from "./support/search-engines.ts";

const sizes = process.argv.slice(2).map(Number);
const queriesPerSize = 200;
// The fastest time of each query counts; the others reflect other work on the machine.
const rounds = 6;
const secondsMax = 20;
const slowestWanted = { sections: 10_000, milliseconds: 20 };

console.log(`${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}`);
for (const sections of sizes.length > 0 ? sizes : [1_000, 10_000, 100_000]) {
  await measureSize(sections);
}

async function measureSize(sections: number): Promise<void> {
  const pages = madeUpPages(sections);
  const queries = madeUpQueries(queriesPerSize);
  console.log(`\n${sections} sections, ${queries.length} queries`);
  await describeIndex(pages);
  let reference: number | undefined;
  for (const engine of [lectern, miniSearch, fts5]) {
    const { median, slow } = await measureQueries(engine, pages, queries);
    reference ??= median;
    const ratio = engine === lectern ? "" : `, ${(median / reference).toFixed(1)} times the median of Lectern`;
    console.log(`  ${engine.name.padEnd(40)} p50 ${inMilliseconds(median)}, p99 ${inMilliseconds(slow)}${ratio}`);
    if (engine === lectern && sections === slowestWanted.sections && slow > slowestWanted.milliseconds) {
      console.log(`  the slowest of a hundred should take less than ${slowestWanted.milliseconds} ms`);
      process.exitCode = 1;
    }
  }
}

async function describeIndex(pages: ReturnType<typeof madeUpPages>): Promise<void> {
  const before = process.cpuUsage();
  const file = await indexFile(pages);
  const { user } = process.cpuUsage(before);
  const start = performance.now();
  const index = openIndex(file);
  const opened = performance.now() - start;
  const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;
  console.log(
    `  index: ${megabytes(file.length)} (${index.termCount} terms), built with ${Math.round(user / 1_000)} ms of processor time, opened in ${inMilliseconds(opened)}, ${megabytes(index.byteLength)} in memory`,
  );
}

async function measureQueries(engine: Engine, pages: ReturnType<typeof madeUpPages>, queries: readonly string[]) {
  const open = await engine.open(pages);
  const times = queries.map(() => Number.POSITIVE_INFINITY);
  const end = performance.now() + secondsMax * 1_000;
  for (let round = 0; round === 0 || (round < rounds && performance.now() < end); round++) {
    for (const [number, query] of queries.entries()) {
      const start = performance.now();
      await open.find(query);
      times[number] = Math.min(times[number] ?? 0, performance.now() - start);
    }
  }
  open.close?.();
  times.sort((a, b) => a - b);
  return { median: times[Math.floor(times.length / 2)] ?? 0, slow: times[Math.floor(times.length * 0.99)] ?? 0 };
}

function inMilliseconds(time: number): string {
  return `${time.toFixed(2)} ms`;
}
