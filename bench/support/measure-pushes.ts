import { readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { createRenderPool } from "../../src/site/pipeline/render/render-pool.ts";
import { processorMilliseconds, watchMemory } from "./processor-time.ts";
import { changePage, createPushedSite, type PushedSite, publishPush } from "./pushed-site.ts";

interface MeasuredPush {
  milliseconds: number;
  processorMilliseconds: number;
  steps: string[];
}

export interface MeasuredPushes {
  pushes: MeasuredPush[];
  /** The memory of this process and its render processes together. */
  megabytes: number;
}

/**
 * `node bench/support/measure-pushes.ts PROJECT PAGE WORK ROUNDS` pushes a project. If ROUNDS is given, it instead
 * changes one page and pushes it that many times. Prints the results as JSON. Runs in a separate process, because
 * earlier builds would add to its memory.
 */
const [project = "", page = "", folder = "", rounds = "0"] = process.argv.slice(2);
const stateFile = join(folder, "state.json");
const path = relative(project, page);
const pool = createRenderPool();
let site =
  rounds === "0"
    ? await createPushedSite(folder, project)
    : (JSON.parse(readFileSync(stateFile, "utf8")) as PushedSite);
const memory = watchMemory();
const pushes: MeasuredPush[] = [];
for (let round = 0; round < Math.max(Number(rounds), 1); round += 1) {
  if (rounds !== "0") await changePage(site, path, `${readFileSync(page, "utf8")}\nAdded in round ${round}.\n`);
  const steps: string[] = [];
  const [start, processor] = [performance.now(), processorMilliseconds()];
  site = await publishPush(pool, site, path.replace(/\.mdx$/, ".html"), (line) => steps.push(line));
  pushes.push({
    milliseconds: Math.round(performance.now() - start),
    processorMilliseconds: Math.round(processorMilliseconds() - processor),
    steps,
  });
}
const { sum: megabytes } = memory.stop();
await pool.close();
writeFileSync(stateFile, JSON.stringify(site));
console.log(JSON.stringify({ pushes, megabytes } satisfies MeasuredPushes));
