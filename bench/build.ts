import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { createRenderPool, type RenderPool } from "../src/site/pipeline/render/render-pool.ts";
import { findCorpora, writeBenchProject, writeCorpusProject } from "./support/build-project.ts";
import { median } from "./support/load.ts";
import { writePlainProject } from "./support/plain-project.ts";
import { processorMilliseconds } from "./support/processor-time.ts";
import { type Generator, ownGenerator, referenceGenerators } from "./support/reference-generators.ts";
import { buildWhole } from "./support/whole-build.ts";

const pagesWanted = Number(process.argv[2] ?? 1_000);
const pagesToCompile = 100;
const corpora = findCorpora();
const work = mkdtempSync(join(tmpdir(), "lectern-bench-"));

/**
 * Builds a generated project of 1,000 average pages: 2.9 KB of MDX and five code blocks of 220 characters each, no two
 * alike. The targets refer to these pages. A build covers everything from the author's files to the site's: read,
 * parse, render, highlight, index, compress, write. Then it builds the corpora, 1,000 of their pages, which are three
 * times as long, and other generators on the same Markdown. `node bench/build.ts 300` uses fewer pages; BENCH_VITEPRESS
 * names a folder in which `npm install vitepress` was run.
 */
try {
  await run();
} finally {
  rmSync(work, { recursive: true, force: true });
}

async function run(): Promise<void> {
  const project = join(work, "project");
  const changed = writeBenchProject(project, pagesWanted);
  console.log(
    `${describe(project)}, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}\n`,
  );

  compileCode();
  const pool = await measureCold(project);
  await measure("warm (nothing changed)", pool, project, join(work, "cache"));
  for (const round of [1, 2, 3, 4, 5]) {
    writeFileSync(changed, `${readFileSync(changed, "utf8")}\nA sentence that was added in round ${round}.\n`);
    await measure(`one page changed, round ${round}`, pool, project, join(work, "cache"));
  }
  await measure("empty cache, warm processes", pool, project, join(work, "cache-warm"));
  await pool.close();
  printPeak("the generated pages", project);
  if (corpora !== undefined) await measureCorpora(corpora);
  compare(project);
}

/**
 * Several times, because the speed of a shared machine varies between builds. Returns the processes of the last one.
 */
async function measureCold(project: string): Promise<RenderPool> {
  const times: number[] = [];
  let pool = createRenderPool();
  for (const cache of ["cache-1", "cache-2", "cache"]) {
    await pool.close();
    pool = createRenderPool();
    times.push(await measure("cold (fresh processes, empty cache)", pool, project, join(work, cache)));
  }
  console.log(`cold, median of ${times.length}: ${median(times)} ms   target: under 5000 for each 1,000 pages`);
  return pool;
}

/** Each corpus as it is, and then as many of their pages as the generated project has, in fresh processes. */
async function measureCorpora(folder: string): Promise<void> {
  const pool = createRenderPool();
  for (const name of ["mem0", "fastmcp"]) await measure(`corpus ${name}`, pool, join(folder, name), join(work, name));
  await pool.close();
  const long = join(work, "long");
  writeCorpusProject(long, pagesWanted, folder);
  const fresh = createRenderPool();
  await measure(`cold: ${describe(long)} of the corpora`, fresh, long, join(work, "cache-long"));
  await fresh.close();
  printPeak("the long pages", long);
}

function describe(project: string): string {
  const paths = readdirSync(project, { recursive: true }).map(String);
  const pages = paths.filter((path) => path.endsWith(".mdx") && !/^_?snippets\//.test(path));
  const bytes = pages.reduce((sum, path) => sum + statSync(join(project, path)).size, 0);
  return `${pages.length.toLocaleString("en")} pages, ${(bytes / pages.length / 1_000).toFixed(1)} KB each`;
}

/** Prints the time of each stage as the build reports it. Returns the total in milliseconds. */
async function measure(label: string, pool: RenderPool, folder: string, cacheFolder: string): Promise<number> {
  const stages: string[] = [];
  const processorBefore = processorMilliseconds();
  const start = performance.now();
  const isWritten = label.startsWith("cold");
  const pages = await buildWhole(pool, { folder, cacheFolder, isWritten, onLine: (line) => stages.push(line) });
  const total = Math.round(performance.now() - start);
  const processor = Math.round(processorMilliseconds() - processorBefore);
  const rate = Math.round((pages / total) * 1_000);
  console.log(`${label}: ${total} ms, of processor time ${processor} ms (${rate} pages/s)`);
  for (const stage of stages) console.log(`    ${stage}`);
  return total;
}

/**
 * Builds a few pages in a separate process, so that the code of the render processes is compiled as on any machine that
 * has built before.
 */
function compileCode(): void {
  const few = join(work, "few");
  writeBenchProject(few, pagesToCompile);
  peakOf(few);
}

/**
 * A cold build in a separate process: earlier builds have affected this one, and sampling memory takes a fifth of the
 * time.
 */
function printPeak(what: string, folder: string): void {
  console.log(`most memory of a cold build of ${what}: ${peakOf(folder)}   target: under 500`);
}

function peakOf(folder: string): string {
  const program = join(import.meta.dirname, "support/peak-memory.ts");
  return execFileSync(process.execPath, [program, folder, `${folder}-memory`], { encoding: "utf8" }).trim();
}

/** Other generators on the same plain Markdown, from start to end. Only ratios are meaningful on a shared machine. */
function compare(project: string): void {
  const plain = join(work, "plain");
  writePlainProject(plain, project);
  console.log(`\nThe same ${pagesWanted} pages as plain Markdown, from the command to its end:`);
  const ours = time(ownGenerator, plain);
  for (const generator of referenceGenerators()) {
    const theirs = time(generator, plain);
    if (ours === undefined || theirs === undefined) continue;
    console.log(`    Lectern takes ${(ours / theirs).toFixed(2)} times as long as ${generator.name}`);
  }
}

function time({ name, build }: Generator, plain: string): number | undefined {
  if (build === undefined) {
    console.log(`  ${name}: not installed`);
    return undefined;
  }
  const start = performance.now();
  build(plain, work);
  const milliseconds = Math.round(performance.now() - start);
  console.log(`  ${name}: ${milliseconds} ms`);
  return milliseconds;
}
