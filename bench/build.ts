import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { basename, join } from "node:path";
import { writeBenchProject } from "./support/build-project.ts";
import { median } from "./support/load.ts";
import { measureCommand } from "./support/measure-command.ts";
import type { MeasuredPushes } from "./support/measure-pushes.ts";
import { writePlainProject } from "./support/plain-project.ts";
import { writeRealShape } from "./support/real-shape.ts";
import { ownGenerator, referenceGenerators } from "./support/reference-generators.ts";

/**
 * Measures pushes from the branch to a served page: of a whole project, of one changed page, of one changed sidebar
 * entry, and of a changed banner. The projects are generated plain pages in several sizes, a generated project in the
 * shape of large public projects, and real projects. Other generators build the plain pages in the same run. On a busy
 * machine, only processor times and ratios are comparable.
 *
 * - `--sizes=250,1000`: the numbers of plain pages; `--shape=3000`: the pages of the generated project
 * - `--projects=FOLDER`: a folder with real projects; the default is ../shared/corpora next to the checkout
 * - `--generators=FOLDER`: where npm has installed vitepress, or astro and @astrojs/starlight
 * - `--work=/dev/shm` (another disk), `--steps` (prints the time of each step)
 */
const option = (name: string) => process.argv.find((text) => text.startsWith(`--${name}=`))?.slice(name.length + 3);
const sizes = (option("sizes") ?? "250,1000,2500,5000").split(",").map(Number);
const shapePages = Number(option("shape") ?? "3000");
const projects = option("projects") ?? join(import.meta.dirname, "../../shared/corpora");
const withSteps = process.argv.includes("--steps");
const generators = [ownGenerator, ...referenceGenerators(option("generators"))];
/** The first push of a process reads data that later pushes reuse, so it is shown separately. */
const changes = ["text", "text", "text", "text", "entry", "entry", "banner", "banner"];
/** The targets for two idle cores, in milliseconds: from a push to the served page by the number of pages. */
const pushTargets = [
  [1_000, 300],
  [5_000, 500],
  [25_000, 1_000],
] as const;
/** A project may have a few more pages than the target names. */
const targetSlack = 1.1;
const entryTarget = 2_000;
const perPageTarget = 10;
const megabytesTarget = 500;
/**
 * Nothing in it is deleted before the end: right after many files were deleted, ext4 takes several times as long to
 * create new ones.
 */
const work = mkdtempSync(join(option("work") ?? tmpdir(), "lectern-bench-"));

try {
  console.log(`${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}`);
  for (const size of sizes) await measureSize(size);
  const shape = join(work, "shape");
  writeRealShape(shape, shapePages);
  await measureProject("generated in the shape of real projects", shape);
  const real = findProjects(projects);
  if (real.length === 0) console.log("Skipped real projects: use --projects=FOLDER.");
  for (const folder of real) await measureProject(basename(folder), folder);
} finally {
  rmSync(work, { recursive: true, force: true });
}

async function measureSize(size: number): Promise<void> {
  const [source, plain] = [join(work, `source-${size}`), join(work, `plain-${size}`)];
  writeBenchProject(source, size);
  writePlainProject(plain, source);
  await measureProject("plain pages", plain);
  await compare(plain, size);
}

function findProjects(folder: string): string[] {
  const names = existsSync(folder) ? readdirSync(folder).toSorted() : [];
  return names.map((name) => join(folder, name)).filter((path) => existsSync(join(path, "docs.json")));
}

/** Prints all times of a project. */
async function measureProject(name: string, project: string): Promise<void> {
  const folder = mkdtempSync(join(work, "pushed-"));
  const page = findPage(project);
  await push(project, page, folder, ["import"]);
  const first = await push(project, page, folder, ["all"]);
  const later = await push(project, page, folder, changes);
  const [cold] = first.pushes;
  const of = (kind: string) => later.pushes.filter((_, round) => round > 0 && changes[round] === kind);
  const perPage = ((cold?.processorMilliseconds ?? 0) / first.pages).toFixed(1);
  console.log(`\n## ${name}: ${first.pages.toLocaleString("en")} pages\n`);
  print("first push", first.pushes, `, ${perPage} ms per page (target ${perPageTarget}), ${memory(first.megabytes)}`);
  print("changed page, first in a process", later.pushes.slice(0, 1));
  const target = pushTargets.find(([pages]) => first.pages <= pages * targetSlack)?.[1];
  print("changed page", of("text"), `, ${memory(later.megabytes)}`, target);
  print("changed sidebar entry", of("entry"), "", entryTarget);
  print("changed banner", of("banner"), "", entryTarget);
}

function memory(megabytes: number): string {
  return `at most ${megabytes} MB (target ${megabytesTarget})`;
}

function print(what: string, pushes: MeasuredPushes["pushes"], rest = "", target?: number): void {
  const wall = median(pushes.map(({ milliseconds }) => milliseconds));
  const processor = median(pushes.map((each) => each.processorMilliseconds));
  const within = target === undefined ? "" : ` (target ${target})`;
  console.log(`  ${what}: ${wall} ms${within}, of processor time ${processor} ms${rest}`);
  for (const step of withSteps ? (pushes.at(-1)?.steps ?? []) : []) console.log(`      ${step}`);
}

/** A page in the middle of the navigation that shows no API. */
function findPage(project: string): string {
  const named: string[] = [];
  JSON.parse(readFileSync(join(project, "docs.json"), "utf8"), (_, value: unknown) => {
    if (typeof value === "string") named.push(value.replace(/^\//, ""));
  });
  const pages = named
    .filter((path) => !/(?:^|\/)(?:index|readme)$/i.test(path))
    .flatMap((path) => [`${path}.mdx`, `${path}.md`])
    .filter((path) => existsSync(join(project, path)))
    .filter((path) => /^---\n(?:(?!---|openapi:|api:).*\n)+---\n/.test(readFileSync(join(project, path), "utf8")));
  const page = pages[Math.floor(pages.length / 2)];
  if (page === undefined) throw new Error(`${project} has no page with frontmatter in its docs.json.`);
  return page;
}

/** Runs in a separate process, because earlier builds would add to its memory. */
async function push(
  project: string,
  page: string,
  folder: string,
  kinds: readonly string[],
): Promise<MeasuredPushes & { megabytes: number }> {
  const program = join(import.meta.dirname, "support/measure-pushes.ts");
  const args = ["--disable-warning=ExperimentalWarning", program, project, page, folder, ...kinds];
  const { megabytes } = await measureCommand({ program: process.execPath, args });
  return { ...(JSON.parse(readFileSync(join(folder, "result.json"), "utf8")) as MeasuredPushes), megabytes };
}

/** Runs all generators on the same plain pages and measures the whole commands. */
async function compare(plain: string, size: number): Promise<void> {
  console.log("\n  The command that builds these pages, from its start to its end:");
  let own: Record<"milliseconds" | "processor", number> | undefined;
  for (const { name, prepare, pagesMax = Number.POSITIVE_INFINITY, rounds, target } of generators) {
    if (prepare === undefined || size > pagesMax) {
      console.log(`    ${name}: ${prepare === undefined ? "not installed" : `not measured beyond ${pagesMax} pages`}`);
      continue;
    }
    const measured = [];
    for (let round = 0; round < rounds; round += 1) {
      measured.push(await measureCommand(prepare(plain, mkdtempSync(join(work, "generator-")))));
    }
    const milliseconds = median(measured.map((each) => each.milliseconds));
    const processor = median(measured.map((each) => each.processorMilliseconds));
    const megabytes = Math.max(...measured.map((each) => each.megabytes));
    const ratio = (one: number, other: number) => (one / other).toFixed(2);
    const within = target === undefined ? "" : ` (target ${target})`;
    const ratios =
      own &&
      `; Lectern takes ${ratio(own.milliseconds, milliseconds)} times as long${within}, ${ratio(own.processor, processor)} times the processor time`;
    console.log(
      `    ${name}: ${milliseconds} ms, of processor time ${processor} ms, at most ${megabytes} MB${ratios ?? ""}`,
    );
    own ??= { milliseconds, processor };
  }
}
