import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { type AnalyzedPage, analyzeSections, buildIndex } from "../src/search/indexing.ts";
import type { PageToIndex } from "../src/search/page-to-index.ts";
import { BuildCache } from "../src/site/shared/cache/build-cache.ts";
import { fileStore } from "../src/site/shared/cache/stored-file.ts";
import { madeUpPages, madeUpQueries } from "./support/made-up-docs.ts";
import type { OpenedOnce } from "./support/open-index-once.ts";
import { type Engine, fts5, lectern, miniSearch } from "./support/search-engines.ts";

const sizes = process.argv.slice(2).map(Number);
const queriesPerSize = 200;
// The fastest time of each query is used, because slower times reflect other work on the machine.
const rounds = 6;
const secondsMax = 20;
/** Targets in milliseconds. */
const wanted = { sections: 100_000, opened: 50, slow: 20 };
/** With more sections than this, the other engines take minutes and gigabytes. */
const comparedSectionsMax = 10_000;

console.log(`${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}`);
for (const sections of sizes.length > 0 ? sizes : [1_000, 10_000, 100_000]) {
  await measureSize(sections);
}

async function measureSize(sections: number): Promise<void> {
  const pages = madeUpPages(sections);
  const queries = madeUpQueries(queriesPerSize);
  console.log(`\n${sections} sections, ${queries.length} queries`);
  await describeIndex(pages, sections);
  if (sections > comparedSectionsMax) return;
  let reference: number | undefined;
  for (const engine of [lectern, miniSearch, fts5]) {
    const { median, slow } = await measureQueries(engine, pages, queries);
    reference ??= median;
    const ratio = engine === lectern ? "" : `, ${(median / reference).toFixed(1)} times the median of Lectern`;
    console.log(`  ${engine.name.padEnd(40)} p50 ${inMilliseconds(median)}, p99 ${inMilliseconds(slow)}${ratio}`);
  }
}

/** Writes the index to files, changes a page, and opens the index in a new process. */
async function describeIndex(pages: readonly PageToIndex[], sections: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "lectern-bench-search-"));
  try {
    const store = fileStore(new BuildCache(join(folder, "kept")));
    const analyzed = pages.map(analyze);
    const whole = await timed(() => buildIndex(analyzed, { store }));
    const [first, ...others] = analyzed;
    const changed = first && { ...first, description: "A changed page.", analysisKey: "changed" };
    const update = await timed(() => buildIndex([...(changed ? [changed] : []), ...others], { store }));
    const { segments } = update.value;
    writeFileSync(join(folder, "before"), whole.value.list);
    writeFileSync(join(folder, "after"), update.value.list);
    for (const { name, load } of [...whole.value.segments, ...segments]) writeFileSync(join(folder, name), load());
    const bytes = segments.reduce((sum, { byteLength }) => sum + byteLength, 0);
    const script = join(import.meta.dirname, "support/open-index-once.ts");
    const opened = JSON.parse(
      execFileSync(process.execPath, ["--expose-gc", script, folder], { encoding: "utf8" }),
    ) as OpenedOnce;
    console.log(
      `  index: ${inMegabytes(bytes)} in ${segments.length} segments, built in ${inMilliseconds(whole.time)}`,
    );
    console.log(`  one page changed: ${inMilliseconds(update.time)}, ${update.value.written} segment(s) written`);
    console.log(
      `  opened in ${inMilliseconds(opened.opened)}, first question of the process ${inMilliseconds(opened.first)}`,
    );
    console.log(`  opened after an update, with its first question: ${inMilliseconds(opened.published)}`);
    console.log(
      `  p50 ${inMilliseconds(opened.median)}, p99 ${inMilliseconds(opened.slow)}; while typing p50 ${inMilliseconds(opened.typingMedian)}, p99 ${inMilliseconds(opened.typingSlow)}`,
    );
    console.log(`  ${inMegabytes(opened.heldBytes)} held, ${inMegabytes(opened.residentBytes)} more resident memory`);
    if (sections === wanted.sections && (opened.opened > wanted.opened || opened.slow > wanted.slow)) {
      console.log(`  target: opened in ${wanted.opened} ms, p99 ${wanted.slow} ms`);
      process.exitCode = 1;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function analyze({ sections, ...rest }: PageToIndex): AnalyzedPage {
  return { ...rest, analysis: analyzeSections(sections), analysisKey: "unchanged" };
}

async function timed<Value>(work: () => Promise<Value>): Promise<{ value: Value; time: number }> {
  const start = performance.now();
  const value = await work();
  return { value, time: performance.now() - start };
}

function inMegabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
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
