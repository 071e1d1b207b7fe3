import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { BuildFailure, BuildProblem, problemFromRecord } from "../ground/build-problem.ts";
import type { SourceCache } from "../ground/cache/source-cache.ts";
import type { SiteLimits } from "../ground/site-limits.ts";
import { isCodeFile, isPageFile } from "./file-types.ts";
import type { ProjectFile } from "./list-files.ts";
import { readSource, type SourceFacts } from "./read-source.ts";

export interface ReadRequest {
  folder: string;
  files: readonly ProjectFile[];
  cache: SourceCache;
  limits: SiteLimits;
  signal: AbortSignal;
}

/** What the Markdown of a project says, by path. */
export interface Sources {
  facts: Map<string, SourceFacts>;
  problems: BuildProblem[];
}

const readsAtOnce = 64;

/** Reads and scans what no earlier build has seen. Texts are not kept: a large project would fill the memory with them. */
export async function readSources({ folder, files, cache, limits, signal }: ReadRequest): Promise<Sources> {
  const problems: BuildProblem[] = [];
  const readable = listReadable(files, limits, problems);
  const found = new Map(
    readable.flatMap(({ path, stamp }) => {
      const known = cache.find<SourceFacts>(path, stamp);
      return known === undefined ? [] : [[path, known] as const];
    }),
  );
  const unknown = readable.filter(({ path }) => !found.has(path));
  for (let start = 0; start < unknown.length; start += readsAtOnce) {
    signal.throwIfAborted();
    const batch = unknown.slice(start, start + readsAtOnce);
    const texts = await Promise.all(batch.map(({ path }) => readText(join(folder, path))));
    for (const [index, { path, stamp }] of batch.entries()) {
      const text = texts[index];
      if (text === undefined) continue;
      const read = readSource(path, text, limits);
      cache.keep(path, stamp, read);
      found.set(path, read);
    }
  }
  const facts = new Map<string, SourceFacts>();
  for (const { path } of readable) {
    const known = found.get(path);
    if (known === undefined) continue;
    facts.set(path, known);
    problems.push(...known.problems.map(problemFromRecord));
  }
  return { facts, problems };
}

function listReadable(
  files: readonly ProjectFile[],
  limits: SiteLimits,
  problems: BuildProblem[],
): readonly ProjectFile[] {
  const markdown = files.filter((file) => isRead(file.path) && !file.path.startsWith(".mintlify/"));
  refuseTooMany(
    markdown.filter(({ path }) => isPageFile(path)),
    limits,
  );
  return markdown.filter(({ path, size }) => {
    if (size <= limits.pageBytesMax) return true;
    problems.push(
      new BuildProblem(`is larger than ${limits.pageBytesMax} bytes and is left out`, {
        file: path,
        hint: "split the page",
      }),
    );
    return false;
  });
}

/** Snippets are counted too: which files are pages is only known when all of them have been read. */
function refuseTooMany(markdown: readonly ProjectFile[], { pagesMax }: SiteLimits): void {
  if (markdown.length <= pagesMax) return;
  const folders = new Map<string, number>();
  for (const { path } of markdown) {
    const folder = path.includes("/") ? `${path.split("/", 1)[0]}/` : "the root";
    folders.set(folder, (folders.get(folder) ?? 0) + 1);
  }
  const largest = [...folders].toSorted(([, one], [, other]) => other - one).slice(0, foldersTold);
  const told = largest.map(([folder, count]) => `${count.toLocaleString("en")} in ${folder}`).join(", ");
  const counts = `${markdown.length.toLocaleString("en")} Markdown files, and a site may have ${pagesMax.toLocaleString("en")}`;
  const hint =
    "name folders that are no part of the site in .mintignore, or publish old versions as projects of their own";
  throw new BuildFailure([new BuildProblem(`the project has ${counts}: ${told}`, { hint })]);
}

const foldersTold = 3;

/** Markdown, and the code that it may import components from. */
function isRead(path: string): boolean {
  return isPageFile(path) || isCodeFile(path);
}

/** Undefined for a file that has gone since it was listed, in a project that is being edited. */
async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
