import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { buildSite } from "../src/site/build-site.ts";
import { createRenderPool, type RenderPool } from "../src/site/render/render-pool.ts";
import { writeSite } from "../src/site/write-site.ts";
import { indexPages } from "../src/updates/steps/index-pages.ts";
import { createSay } from "../src/updates/steps/say.ts";
import { findCorpora, writeBenchProject } from "./build-project.ts";

const pagesWanted = Number(process.argv[2] ?? 1_000);
const corpora = findCorpora();
const work = mkdtempSync(join(tmpdir(), "lectern-bench-"));

try {
  await run();
} finally {
  rmSync(work, { recursive: true, force: true });
}

async function run(): Promise<void> {
  const project = join(work, "project");
  const changed = writeBenchProject(project, pagesWanted, corpora);
  console.log(
    `${pagesWanted} pages, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}\n`,
  );

  const pool = createRenderPool();
  const cold = await measure("cold (fresh processes, empty cache)", pool, project, join(work, "cache"));
  printPeak("cold build");
  await measure("warm (nothing changed)", pool, project, join(work, "cache"));
  for (const round of [1, 2, 3]) {
    writeFileSync(changed, `${readFileSync(changed, "utf8")}\nA sentence that was added in round ${round}.\n`);
    await measure(`one page changed, round ${round}`, pool, project, join(work, "cache"));
  }
  await measure("empty cache, warm processes", pool, project, join(work, "cache-2"));
  printPeak("six builds in one process");
  for (const name of corpora === undefined ? [] : ["mem0", "fastmcp"]) {
    await measure(`corpus ${name}`, pool, join(corpora ?? "", name), join(work, name));
  }
  await pool.close();
  measureReferences(project, cold);
}

/** Builds, indexes and writes; prints the time of each stage as the build itself reports it. */
async function measure(label: string, pool: RenderPool, folder: string, cacheFolder: string): Promise<number> {
  const stages: string[] = [];
  const processorBefore = processorMilliseconds();
  const start = performance.now();
  const signal = new AbortController().signal;
  const site = await buildSite({ pool }, { folder, cacheFolder, signal, onLine: (line) => stages.push(line) });
  await indexPages(
    site,
    signal,
    createSay((line) => stages.push(line)),
  );
  const built = performance.now();
  if (label.startsWith("cold")) await writeSite(site, join(work, "out"));
  const end = performance.now();
  const total = Math.round(end - start);
  const processor = Math.round(processorMilliseconds() - processorBefore);
  const rate = Math.round((site.pages.length / total) * 1_000);
  console.log(`${label}: ${total} ms, of processor time ${processor} ms (${rate} pages/s)`);
  for (const stage of stages) console.log(`    ${stage}`);
  if (label.startsWith("cold")) console.log(`    Wrote ${site.files.length} files (${Math.round(end - built)} ms)`);
  return total;
}

/** What this process and its children have used of the processors: it stays true on a machine that is busy with others. */
function processorMilliseconds(): number {
  const own = process.cpuUsage();
  const children = childProcesses().map((id) => {
    const fields = readFileSync(`/proc/${id}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    // The 14th and 15th field of the line, in ticks of ten milliseconds.
    return (Number(fields[11]) + Number(fields[12])) * 10;
  });
  return (own.user + own.system) / 1_000 + children.reduce((sum, time) => sum + time, 0);
}

function childProcesses(): string[] {
  const list = readFileSync(`/proc/self/task/${process.pid}/children`, "utf8").trim();
  return list === "" ? [] : list.split(" ");
}

function printPeak(after: string): void {
  console.log(`peak memory after ${after}: ${peakMegabytes().join(" + ")} MB (this process + render processes)`);
}

/** The highest resident size of this process and of each of its children, as Linux has counted it. */
function peakMegabytes(): number[] {
  return ["self", ...childProcesses()].map((id) => {
    const [, kilobytes = "0"] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, "utf8")) ?? [];
    return Math.round(Number(kilobytes) / 1024);
  });
}

/** Others on the same Markdown, in the same run: only ratios mean something on a shared machine. */
function measureReferences(project: string, ours: number): void {
  const plain = join(work, "plain");
  const hugo = findCommand("hugo");
  if (hugo === undefined) console.log("\nHugo: not installed");
  else {
    const time = timeOf(() =>
      execFileSync(hugo, ["--source", project, "--contentDir", project, "--destination", plain, "--quiet"]),
    );
    console.log(`\nHugo: ${time} ms; Lectern takes ${(ours / time).toFixed(1)} times as long`);
  }
  const vitepress = join(import.meta.dirname, "../node_modules/.bin/vitepress");
  if (!existsSync(vitepress)) console.log("VitePress: not installed");
  else {
    const time = timeOf(() => execFileSync(vitepress, ["build", project], { stdio: "ignore" }));
    console.log(`VitePress: ${time} ms; Lectern takes ${(ours / time).toFixed(2)} times as long`);
  }
}

function findCommand(name: string): string | undefined {
  try {
    return execFileSync("which", [name], { encoding: "utf8" }).trim();
  } catch {
    return undefined;
  }
}

function timeOf(work: () => unknown): number {
  const start = performance.now();
  work();
  return Math.round(performance.now() - start);
}
