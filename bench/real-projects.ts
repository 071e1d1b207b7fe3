import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { createRenderPool, type RenderPool } from "../src/site/pipeline/render/render-pool.ts";
import { findCorpora } from "./support/build-project.ts";
import { processorMilliseconds, watchMemory } from "./support/processor-time.ts";
import { buildWhole } from "./support/whole-build.ts";

/**
 * Builds real projects: once with an empty cache, once without changes, and three times with one changed page. `node
 * bench/real-projects.ts FOLDER…` accepts folders with a docs.json; the default is the corpora next to the checkout. On
 * a busy machine, only processor times are comparable. Memory is sampled once a second, because sampling takes
 * processor time too.
 */
const memoryMilliseconds = 1_000;
const corpora = findCorpora();
const asked = process.argv.slice(2);
const folders =
  asked.length > 0 || corpora === undefined ? asked : ["mem0", "fastmcp"].map((name) => join(corpora, name));
if (folders.length === 0)
  console.log("Skipped: needs ../shared/corpora next to the checkout, or folders of projects as arguments.");
for (const folder of folders) await measureProject(folder);

async function measureProject(folder: string): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), "lectern-bench-"));
  const pool = createRenderPool();
  try {
    const project = join(work, "project");
    cpSync(folder, project, { recursive: true });
    console.log(`\n${basename(folder)}`);
    await measure("cold", pool, work);
    await measure("nothing changed", pool, work);
    const page = findPage(project);
    for (const round of [1, 2, 3]) {
      writeFileSync(page, `${readFileSync(page, "utf8")}\n\nA sentence that was added in round ${round}.\n`);
      await measure(`one page changed, round ${round}`, pool, work);
    }
  } finally {
    await pool.close();
    rmSync(work, { recursive: true, force: true });
  }
}

async function measure(label: string, pool: RenderPool, work: string): Promise<void> {
  const memory = watchMemory(memoryMilliseconds);
  const processorBefore = processorMilliseconds();
  const start = performance.now();
  const stages: string[] = [];
  const request = { folder: join(work, "project"), cacheFolder: join(work, "cache"), isWritten: label === "cold" };
  const pages = await buildWhole(pool, { ...request, onLine: (line) => stages.push(line) });
  const total = Math.round(performance.now() - start);
  const processor = Math.round(processorMilliseconds() - processorBefore);
  const { sum, parts } = memory.stop();
  console.log(`  ${label}: ${pages} pages, ${total} ms, processor ${processor} ms, ${parts.join(" + ")} = ${sum} MB`);
  for (const stage of stages) console.log(`      ${stage}`);
}

function findPage(project: string): string {
  const pages = readdirSync(project, { recursive: true })
    .map(String)
    .filter((path) => path.endsWith(".mdx") && !/(?:^|\/)_?snippets\//.test(path))
    .toSorted();
  return join(project, pages[Math.floor(pages.length / 2)] ?? "index.mdx");
}
