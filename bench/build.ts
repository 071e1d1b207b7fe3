import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { createRenderPool, type RenderPool } from "../src/site/pipeline/render/render-pool.ts";
import { findCorpora, writeBenchProject, writeCorpusProject } from "./support/build-project.ts";
import { median } from "./support/load.ts";
import { measureCommand } from "./support/measure-command.ts";
import type { MeasuredPushes } from "./support/measure-pushes.ts";
import { writePlainProject } from "./support/plain-project.ts";
import { plotGrowth, type Series } from "./support/plot-growth.ts";
import { processorMilliseconds } from "./support/processor-time.ts";
import { ownGenerator, referenceGenerators } from "./support/reference-generators.ts";
import { buildWhole } from "./support/whole-build.ts";

const option = (name: string) => process.argv.find((text) => text.startsWith(`--${name}=`))?.slice(name.length + 3);
const sizes = (option("sizes") ?? "1000,5000,25000").split(",").map(Number);
const plotPath = option("plot") ?? join(tmpdir(), "lectern-build-growth.svg");
const pushRounds = 5;
/** The targets from a push to the served page, in milliseconds by number of pages. */
const pushTargets = new Map([
  [1_000, 300],
  [5_000, 500],
  [25_000, 1_000],
]);
const corpora = findCorpora();
const work = mkdtempSync(join(option("work") ?? tmpdir(), "lectern-bench-"));
const figures = new Map<string, Map<string, [number, number][]>>();

/**
 * Measures generated projects of average pages: 2.9 KB of MDX and five code blocks of 220 characters each, no two pages
 * alike. The targets refer to these pages. For every size, it measures a push of the whole project and a push of one
 * changed page, each from the branch to a served page, and other generators with the same pages as plain Markdown. For
 * the first size, it also measures the stages of a build, and the corpora, whose pages are three times as long.
 *
 * `--sizes=300` uses fewer pages, `--work=/dev/shm` uses another disk, and `--plot=growth.svg` writes a plot to this
 * file. BENCH_VITEPRESS and BENCH_STARLIGHT name folders in which npm has installed these generators.
 */
try {
  console.log(`${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}`);
  for (const [index, size] of sizes.entries()) {
    const project = join(work, `project-${size}`);
    const changed = writeBenchProject(project, size);
    console.log(`\n## ${describeProject(project)}\n`);
    measurePushes(project, changed, size);
    await compare(project, size);
    if (index === 0) await measureStages(project, size);
    rmSync(project, { recursive: true });
  }
  writeFileSync(plotPath, plotGrowth([...figures].map(([title, series]) => ({ title, series: seriesOf(series) }))));
  console.log(`\nGrowth: ${plotPath}`);
} finally {
  rmSync(work, { recursive: true, force: true });
}

function note(figure: string, name: string, size: number, value: number): void {
  const series = figures.get(figure) ?? new Map<string, [number, number][]>();
  series.set(name, [...(series.get(name) ?? []), [size, Math.max(value, 1)]]);
  figures.set(figure, series);
}

function seriesOf(series: ReadonlyMap<string, [number, number][]>): Series[] {
  return [...series].map(([name, points]) => ({ name, points }));
}

function measurePushes(project: string, page: string, size: number): void {
  const folder = join(work, `pushed-${size}`);
  const cold = pushInProcess(project, page, folder, 0);
  const changed = pushInProcess(project, page, folder, pushRounds);
  // The first push of a worker reads data that later pushes reuse.
  const [first, ...later] = changed.pushes;
  const middle = median(later.map(({ milliseconds }) => milliseconds));
  const processor = median(later.map((push) => push.processorMilliseconds));
  const target = pushTargets.get(size);
  for (const { milliseconds, processorMilliseconds: own, steps } of cold.pushes) {
    console.log(`first push: ${milliseconds} ms, of processor time ${own} ms, at most ${cold.megabytes} MB`);
    for (const step of steps.filter((line) => line.endsWith(" ms)"))) console.log(`    ${step}`);
  }
  console.log(
    `one changed page, first in a process: ${first?.milliseconds} ms, of processor time ${first?.processorMilliseconds} ms`,
  );
  console.log(
    `one changed page, median of ${later.length}: ${middle} ms, of processor time ${processor} ms, at most ${changed.megabytes} MB   target: ${target === undefined ? "" : `under ${target} ms and `}500 MB`,
  );
  for (const step of later.at(-1)?.steps ?? []) console.log(`    ${step}`);
  note("Milliseconds of processor time", "Lectern, first push", size, cold.pushes[0]?.processorMilliseconds ?? 0);
  note("Milliseconds of processor time", "Lectern, one changed page", size, processor);
  note("Megabytes", "Lectern, first push", size, cold.megabytes);
  note("Megabytes", "Lectern, one changed page", size, changed.megabytes);
  rmSync(folder, { recursive: true });
}

function pushInProcess(project: string, page: string, folder: string, rounds: number): MeasuredPushes {
  const program = join(import.meta.dirname, "support/measure-pushes.ts");
  const args = [program, project, page, folder, String(rounds)];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" })) as MeasuredPushes;
}

/**
 * Runs other generators on the same plain Markdown and measures the whole command. Only ratios are meaningful on a
 * shared machine.
 */
async function compare(project: string, size: number): Promise<void> {
  const plain = join(work, `plain-${size}`);
  writePlainProject(plain, project);
  console.log(`\nThe same pages as plain Markdown, from the command to its end:`);
  let ours: number | undefined;
  for (const { name, prepare, pagesMax = Number.POSITIVE_INFINITY } of [ownGenerator, ...referenceGenerators()]) {
    if (prepare === undefined || size > pagesMax) {
      console.log(`  ${name}: ${prepare === undefined ? "not installed" : `not measured beyond ${pagesMax} pages`}`);
      continue;
    }
    const folder = join(work, "generator");
    const { milliseconds, processorMilliseconds: processor, megabytes } = await measureCommand(prepare(plain, folder));
    const ratio = ours === undefined ? "" : `; Lectern takes ${(ours / milliseconds).toFixed(2)} times as long`;
    console.log(`  ${name}: ${milliseconds} ms, of processor time ${processor} ms, at most ${megabytes} MB${ratio}`);
    ours ??= milliseconds;
    note("Milliseconds of processor time", `${name}, plain pages`, size, processor);
    note("Megabytes", `${name}, plain pages`, size, megabytes);
    rmSync(folder, { recursive: true, force: true });
  }
  rmSync(plain, { recursive: true });
}

/** Builds without git and storage: read, parse, render, highlight, index, compress, write. */
async function measureStages(project: string, size: number): Promise<void> {
  console.log("\nThe stages of a build:");
  const pool = await measureCold(project, size);
  await measure("warm (nothing changed)", pool, project, join(work, "cache"));
  await measure("empty cache, warm processes", pool, project, join(work, "cache-warm"));
  await pool.close();
  printPeak("the generated pages", project);
  if (corpora !== undefined) await measureCorpora(corpora, size);
  else console.log("Skipped real projects: ../shared/corpora is not next to this checkout.");
}

/** Builds several times, because the speed of a shared machine varies. Returns the processes of the last build. */
async function measureCold(project: string, size: number): Promise<RenderPool> {
  const times: number[] = [];
  let pool = createRenderPool();
  for (const cache of ["cache-1", "cache-2", "cache"]) {
    await pool.close();
    pool = createRenderPool();
    times.push(await measure("cold (fresh processes, empty cache)", pool, project, join(work, cache)));
  }
  console.log(`cold, median of ${times.length}: ${median(times)} ms   target: under ${size * 3}`);
  return pool;
}

/** Builds each corpus, and then as many of their pages as the generated project has, in new processes. */
async function measureCorpora(folder: string, size: number): Promise<void> {
  const pool = createRenderPool();
  for (const name of ["mem0", "fastmcp"]) await measure(`corpus ${name}`, pool, join(folder, name), join(work, name));
  await pool.close();
  const long = join(work, "long");
  writeCorpusProject(long, size, folder);
  const fresh = createRenderPool();
  await measure(`cold: ${describeProject(long)} of the corpora`, fresh, long, join(work, "cache-long"));
  await fresh.close();
  printPeak("the long pages", long);
}

function describeProject(project: string): string {
  const paths = readdirSync(project, { recursive: true }).map(String);
  const pages = paths.filter((path) => path.endsWith(".mdx") && !/^_?snippets\//.test(path));
  const bytes = pages.reduce((sum, path) => sum + statSync(join(project, path)).size, 0);
  return `${pages.length.toLocaleString("en")} pages, ${(bytes / pages.length / 1_000).toFixed(1)} KB each`;
}

/** Prints the build's own time for each stage. Returns the total in milliseconds. */
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
 * Runs a cold build in a separate process: earlier builds have affected this one, and sampling memory takes a fifth of
 * the time.
 */
function printPeak(what: string, folder: string): void {
  const program = join(import.meta.dirname, "support/peak-memory.ts");
  const peak = execFileSync(process.execPath, [program, folder, `${folder}-memory`], { encoding: "utf8" }).trim();
  console.log(`most memory of a cold build of ${what}: ${peak}   target: under 500`);
}
