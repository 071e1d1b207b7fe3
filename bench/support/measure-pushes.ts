import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createRenderPool } from "../../src/site/pipeline/render/render-pool.ts";
import { processorMilliseconds } from "./processor-time.ts";
import { changePage, createPushedSite, type PushedSite, publishPush } from "./pushed-site.ts";

interface MeasuredPush {
  milliseconds: number;
  processorMilliseconds: number;
  steps: string[];
}

export interface MeasuredPushes {
  pages: number;
  pushes: MeasuredPush[];
}

/**
 * `node bench/support/measure-pushes.ts PROJECT PAGE WORK CHANGE…` pushes the changes of a project one after the other
 * and writes WORK/result.json. The first change is `import`, which only fills the repository: the memory that git needs
 * for it isn't part of an update. Then `all` pushes the whole project, `text` adds a sentence to the page, `entry`
 * changes its entry in the sidebar, and `banner` changes the banner of all pages.
 */
const [project = "", page = "", folder = "", ...changes] = process.argv.slice(2);
const stateFile = join(folder, "state.json");
const text = readFileSync(join(project, page), "utf8");
const settings = JSON.parse(readFileSync(join(project, "docs.json"), "utf8")) as Record<string, unknown>;
const pool = createRenderPool();
let site =
  changes[0] === "import"
    ? await createPushedSite(folder, project)
    : (JSON.parse(readFileSync(stateFile, "utf8")) as PushedSite);
const pushes: MeasuredPush[] = [];
for (const [round, change] of changes.entries()) {
  if (change === "import") continue;
  if (change !== "all") await changePage(site, change === "banner" ? "docs.json" : page, changed(change, round));
  const steps: string[] = [];
  const [start, processor] = [performance.now(), processorMilliseconds()];
  site = await publishPush(pool, site, page.replace(/\.mdx?$/, ".html"), (line) => steps.push(line));
  pushes.push({
    milliseconds: Math.round(performance.now() - start),
    processorMilliseconds: Math.round(processorMilliseconds() - processor),
    steps: steps.filter((line) => line.endsWith(" ms)")),
  });
}
await pool.close();
writeFileSync(stateFile, JSON.stringify(site));
writeFileSync(join(folder, "result.json"), JSON.stringify({ pages: site.pages, pushes } satisfies MeasuredPushes));

function changed(change: string, round: number): string {
  if (change === "banner") return JSON.stringify({ ...settings, banner: { content: `Release ${round}` } });
  if (change === "text") return `${text}\nAdded in round ${round}.\n`;
  return text.replace(/^sidebarTitle:.*\n/m, "").replace("---\n", `---\nsidebarTitle: "Entry ${round}"\n`);
}
