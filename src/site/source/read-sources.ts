import { readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  BuildFailure,
  BuildProblem,
  type ProblemRecord,
  problemFromRecord,
  problemToRecord,
} from "../shared/build-problem.ts";
import type { SourceCache } from "../shared/cache/source-cache.ts";
import { groupsAskedFor } from "../shared/reader-groups.ts";
import type { SiteLimits } from "../shared/site-limits.ts";
import { findRoot, type SourceRoot } from "../shared/source-roots.ts";
import { isCodeFile, isPageFile } from "./file-types.ts";
import type { Frontmatter } from "./frontmatter.ts";
import { leadingHeading } from "./leading-heading.ts";
import type { ProjectFile } from "./list-files.ts";
import { placeFrontmatter } from "./place-frontmatter.ts";
import { findKeyLines, type KeyLines, readFrontmatter } from "./read-frontmatter.ts";
import { scanIncludes } from "./resolve-include.ts";
import { hashBody, splitFrontmatter } from "./split-frontmatter.ts";

interface ReadRequest {
  folder: string;
  files: readonly ProjectFile[];
  cache: SourceCache;
  limits: SiteLimits;
  signal: AbortSignal;
  roots?: readonly SourceRoot[] | undefined;
}

/** The facts about the Markdown files of a project, by path. */
export interface Sources {
  facts: Map<string, SourceFacts>;
  problems: BuildProblem[];
}

const readsAtOnce = 64;

/**
 * Reads the files that no earlier build has seen. Texts aren't kept in memory, because a large project has too many.
 */
export async function readSources({ folder, files, cache, limits, signal, roots }: ReadRequest): Promise<Sources> {
  const problems: BuildProblem[] = [];
  const readable = listReadable(files, limits, problems);
  const found = cache.findAll<SourceFacts>(readable);
  const unknown = readable.filter(({ path }) => !found.has(path));
  for (let start = 0; start < unknown.length; start += readsAtOnce) {
    signal.throwIfAborted();
    const batch = unknown.slice(start, start + readsAtOnce);
    const texts = await Promise.all(batch.map(({ path }) => readText(join(folder, path))));
    for (const [index, { path, stamp }] of batch.entries()) {
      const text = texts[index];
      if (text === undefined) continue;
      const read = readSource(path, text, limits, roots);
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
  // Reads Markdown files, and code files from which they may import components.
  const isRead = ({ path }: ProjectFile) => isPageFile(path) || isCodeFile(path);
  const markdown = files.filter((file) => isRead(file) && !file.path.startsWith(".mintlify/"));
  refuseTooMany(
    markdown.filter(({ path }) => isPageFile(path)),
    limits,
  );
  return markdown.filter(({ path, size }) => {
    if (size <= limits.pageBytesMax) return true;
    problems.push(
      new BuildProblem(`is larger than ${limits.pageBytesMax} bytes and is left out`, {
        file: path,
        hint: "move embedded pictures to files, or split the page",
      }),
    );
    return false;
  });
}

/** Snippets count as pages here, because which files are snippets is only known after all files are read. */
function refuseTooMany(markdown: readonly ProjectFile[], { pagesMax }: SiteLimits): void {
  if (markdown.length <= pagesMax) return;
  const folders = Map.groupBy(markdown, ({ path }) => (path.includes("/") ? `${path.split("/", 1)[0]}/` : "the root"));
  const largest = [...folders].toSorted(([, one], [, other]) => other.length - one.length).slice(0, foldersNamedMax);
  const list = largest.map(([folder, files]) => `${files.length.toLocaleString("en")} in ${folder}`).join(", ");
  const counts = `${markdown.length.toLocaleString("en")} Markdown files, but a site may have at most ${pagesMax.toLocaleString("en")}`;
  const hint =
    "exclude folders that are not part of the site in .mintignore, or publish old versions as separate projects";
  throw new BuildFailure([new BuildProblem(`the project has ${counts}: ${list}`, { hint })]);
}

const foldersNamedMax = 3;

/** Undefined if the file was deleted after it was listed, in a project that is being edited. */
async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Everything a build needs to know about a text before rendering it. Plain data, cached between builds. */
export interface SourceFacts {
  bodyHash: string;
  /** The line of the file on which the body starts. */
  firstLine: number;
  frontmatter: Frontmatter;
  /** The level-1 heading the text starts with. It is the title, or is shown below another title. */
  heading?: string | undefined;
  /** The lines of frontmatter keys that are checked in a later step. */
  keyLines?: KeyLines | undefined;
  problems: ProblemRecord[];
  /** Paths the text may include, whether they exist or not. */
  includes: string[];
  /** The included paths outside of code samples. */
  imports: string[];
  /** The groups that its conditions name; missing if the text doesn't depend on the reader's groups. */
  asksGroups?: string[];
}

export function readSource(
  file: string,
  text: string,
  limits: SiteLimits,
  roots: readonly SourceRoot[] = [],
): SourceFacts {
  const page = splitFrontmatter(text);
  const { frontmatter, problems } = readFrontmatter(page.yaml, file, limits.frontmatterBytesMax);
  const includes = scanIncludes(file, text, roots);
  const asksGroups = groupsAskedFor(text);
  return {
    bodyHash: hashBody(page),
    firstLine: page.firstLine,
    frontmatter: placeFrontmatter(frontmatter, findRoot(file, roots)),
    heading: leadingHeading(page.body, file.endsWith(".mdx") ? "mdx" : "md"),
    keyLines: findKeyLines(page.yaml),
    problems: problems.map(problemToRecord),
    includes,
    imports: includes.length === 0 ? [] : scanIncludes(file, withoutFences(text), roots),
    ...(asksGroups !== undefined && { asksGroups }),
  };
}

/** Removes code samples, because an import in a code sample must not turn the page it names into a snippet. */
function withoutFences(text: string): string {
  if (!text.includes("```")) return text;
  const lines = text.split("\n").map((line) => ({ line, ticks: /^[ \t]*(`{3,})/.exec(line)?.[1]?.length ?? 0 }));
  // Precomputed, because searching for the end of each fence separately would read the page once per fence.
  const longestEnds = lines.map(({ line, ticks }) => (/^[ \t]*`{3,}[ \t]*$/.test(line) ? ticks : 0));
  for (let index = lines.length - 2; index >= 0; index -= 1) {
    longestEnds[index] = Math.max(longestEnds[index] ?? 0, longestEnds[index + 1] ?? 0);
  }
  let open = 0;
  return lines
    .filter(({ line, ticks }, index) => {
      if (open === 0 && ticks > 0 && (longestEnds[index + 1] ?? 0) >= ticks) open = ticks;
      else if (open === 0) return true;
      else if (ticks >= open && /^[ \t]*`+[ \t]*$/.test(line)) open = 0;
      return false;
    })
    .map(({ line }) => line)
    .join("\n");
}
