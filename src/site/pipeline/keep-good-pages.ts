import { count } from "../../contract/count.ts";
import { BuildFailure, BuildProblem, describeProblem, problemFromRecord } from "../shared/build-problem.ts";
import type { SiteLimits } from "../shared/site-limits.ts";
import { listNames } from "../shared/text/shorten.ts";
import type { FindGoodPages, GoodPage } from "../source/good-page.ts";
import { fillTitles, readPage, type SourcePage } from "../source/read-page.ts";
import type { SourceProject } from "../source/read-project.ts";
import { readSource } from "../source/read-sources.ts";
import { splitFrontmatter } from "../source/split-frontmatter.ts";
import type { RenderedSite } from "./render-site.ts";

/** How pages that can't be built are replaced on the published site. */
export interface Replacements {
  /** The last good versions, by file. */
  good: ReadonlyMap<string, GoodPage>;
  /** Pages without a good version. */
  leftOut: ReadonlySet<string>;
  /** Pages whose last good version was looked up. */
  tried: ReadonlySet<string>;
}

export const noReplacements: Replacements = { good: new Map(), leftOut: new Set(), tried: new Set() };

export function hasReplacements({ good, leftOut }: Replacements): boolean {
  return good.size > 0 || leftOut.size > 0;
}

export function areSame(one: Replacements, other: Replacements): boolean {
  const isSame = (
    some: { keys(): Iterable<string>; size: number },
    others: { has(file: string): boolean; size: number },
  ) => some.size === others.size && [...some.keys()].every((file) => others.has(file));
  return isSame(one.good, other.good) && isSame(one.leftOut, other.leftOut);
}

/** The pages of a round that need to be replaced by another version. */
interface FaultyPages {
  /** Pages that could not be rendered, now or in an earlier round. */
  failed: ReadonlyMap<string, unknown>;
  failedNow: ReadonlyMap<string, unknown>;
  /** Pages that were rendered with errors and lack some of their content. */
  withErrors: ReadonlyMap<string, unknown>;
}

/**
 * Looks up the last good version of each faulty page, but only once. A good version that can't be rendered is dropped.
 * A good version with errors is kept only if the page itself can't be rendered.
 */
export async function replaceFaulty(
  { failed, failedNow, withErrors }: FaultyPages,
  before: Replacements,
  findGood: FindGoodPages,
): Promise<Replacements> {
  const asked = [...failedNow.keys(), ...withErrors.keys()].filter((file) => !before.tried.has(file));
  const isGood = (file: string) => !failedNow.has(file) && (!withErrors.has(file) || failed.has(file));
  const good = new Map([
    ...[...before.good].filter(([file]) => isGood(file)),
    ...(asked.length === 0 ? [] : await findGood(asked)),
  ]);
  refuseTooMuch(good);
  const missing = [...failedNow.keys()].filter((file) => !good.has(file) && failed.has(file));
  return {
    good,
    leftOut: new Set([...before.leftOut, ...missing]),
    tried: new Set([...before.tried, ...asked]),
  };
}

/** Errors in pages that were rendered: frontmatter that can't be parsed, snippets that can't be read. */
export function listErrors(
  { facts, pages }: SourceProject,
  { articles }: RenderedSite,
  { good }: Replacements,
): Map<string, BuildProblem[]> {
  return new Map(
    pages.flatMap(({ file }): [string, BuildProblem[]][] => {
      const written = good.has(file) ? [] : (facts.get(file)?.problems ?? []);
      const errors = [...written, ...(articles.get(file)?.problems ?? [])].filter(
        ({ severity }) => severity === "error",
      );
      return errors.length === 0 ? [] : [[file, errors.map(problemFromRecord)]];
    }),
  );
}

const keptBytesMax = 64 * 1024 * 1024;

/** Limits the total size of the good versions, because they are stored with the site. */
function refuseTooMuch(good: ReadonlyMap<string, GoodPage>): void {
  const texts = new Set([...good.values()].flatMap(({ text, snippets }) => [text, ...snippets.map((each) => each[1])]));
  const bytes = [...texts].reduce((sum, text) => sum + text.length, 0);
  if (bytes <= keptBytesMax) return;
  const message = `the last good versions of ${good.size} faulty pages are larger than 64 MiB together`;
  throw new BuildFailure([new BuildProblem(message, { hint: "fix the file that these pages have in common" })]);
}

/** The project with the last good versions of pages: their title, settings, text and snippets. */
export function withGoodPages(project: SourceProject, { good }: Replacements, limits: SiteLimits): SourceProject {
  if (good.size === 0) return project;
  const { variables } = project.config;
  const pages = project.pages.map((page): SourcePage => {
    const found = good.get(page.file);
    if (found === undefined) return page;
    const facts = readSource(page.file, found.text, limits, project.roots);
    const { hidden, noindex } = page.frontmatter;
    // A page that the author has hidden since then stays hidden, even if its current text can't be read.
    const frontmatter = { ...facts.frontmatter, ...(hidden && { hidden }), ...(noindex && { noindex }) };
    const source = fillTitles(readPage(page.file, { ...facts, frontmatter }), variables, []);
    return { ...source, body: splitFrontmatter(found.text).body, snippets: found.snippets };
  });
  return { ...project, pages };
}

/**
 * The problems of failed pages and how they were replaced. A broken snippet that affects many pages is reported once.
 */
export function describeFailures(
  failed: ReadonlyMap<string, readonly BuildProblem[]>,
  { good, leftOut }: Replacements,
  /** The files with links to a page, by its file. */
  linkingTo: ReadonlyMap<string, ReadonlySet<string> | undefined>,
): BuildProblem[] {
  const each = [...failed].flatMap(([file, problems]) => problems.map((problem) => [file, problem] as const));
  const groups = Map.groupBy(each, ([, problem]) => describeProblem(problem));
  return [...groups.values()].flatMap((group) => {
    const problem = group[0]?.[1];
    if (problem === undefined) return [];
    const files = group.map(([file]) => file);
    const kept = files.filter((file) => good.has(file));
    const missing = files.filter((file) => leftOut.has(file));
    const outcomes = [
      ...(kept.length === 0 ? [] : [describeKept(kept, problem)]),
      ...(missing.length === 0
        ? []
        : [
            `${nameFiles(missing, problem)} ${missing.length === 1 ? "is" : "are"} left out${describeLinks(missing, linkingTo)}`,
          ]),
    ];
    if (outcomes.length === 0) return [problem];
    return [new BuildProblem(`${problem.message}, so ${outcomes.join(", and ")}`, problem)];
  });
}

function describeLinks(
  files: readonly string[],
  linkingTo: ReadonlyMap<string, ReadonlySet<string> | undefined>,
): string {
  const linking = new Set(files.flatMap((file) => [...(linkingTo.get(file) ?? [])])).size;
  const verb = linking === 1 ? "links" : "link";
  return linking === 0 ? "" : `, though ${count(linking, "page")} ${verb} to ${files.length === 1 ? "it" : "them"}`;
}

function describeKept(files: readonly string[], problem: BuildProblem): string {
  const names = nameFiles(files, problem);
  return files.length === 1
    ? `the last good version of ${names} stays online`
    : `the last good versions of ${names} stay online`;
}

function nameFiles(files: readonly string[], problem: BuildProblem): string {
  if (files.length === 1 && files[0] === problem.file) return "the page";
  return listNames(files);
}
