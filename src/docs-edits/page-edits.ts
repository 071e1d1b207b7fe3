import { BuildProblem, defaultSiteLimits, isPageFile } from "../site/project.ts";
import { createIgnoreRules } from "../site/reading.ts";
import { type DocsPage, parseDocsPage } from "./docs-page.ts";
import type { EditedDocs } from "./edited-docs.ts";
import type { TextEdit } from "./text-edit.ts";
import { writeProblem } from "./write-problem.ts";

interface PageEdits {
  /** Whether this file may be changed. */
  covers(path: string): boolean;
  secondsMax?: number | undefined;
}

/** Hostile pages can take seconds each to parse. After this processor time, the remaining pages are skipped. */
const parseSecondsMax = 120;

/** The pages and snippets that a task may change, sorted by path. */
export async function listDocsFiles(
  docs: EditedDocs,
  covers: (path: string) => boolean = () => true,
): Promise<string[]> {
  const rules = createIgnoreRules(await docs.read(".mintignore"));
  return docs
    .paths()
    .filter((path) => isPageFile(path) && !rules.ignores(path) && covers(path) && writeProblem(path) === undefined)
    .toSorted();
}

/** Edits the pages one by one. Pages that don't parse are skipped. */
export async function editPages(
  docs: EditedDocs,
  rule: string,
  { covers, secondsMax }: PageEdits,
  find: (page: DocsPage) => readonly TextEdit[] | Promise<readonly TextEdit[]>,
): Promise<void> {
  for await (const page of openPages(docs, await listDocsFiles(docs, covers), secondsMax)) {
    await docs.edit(page.path, rule, await find(page));
  }
}

/** Parses the pages one by one. Pages that don't parse, or that there is no time for, are skipped and recorded. */
export async function* openPages(
  docs: EditedDocs,
  paths: readonly string[],
  secondsMax = parseSecondsMax,
): AsyncGenerator<DocsPage> {
  const start = process.cpuUsage();
  for (const path of paths) {
    const { user, system } = process.cpuUsage(start);
    const isLate = user + system > secondsMax * 1_000_000;
    const page = isLate ? decline(docs, path, "there was no time left to read it") : await openPage(docs, path);
    if (page !== undefined) yield page;
  }
}

/** Parses the current text of a page; undefined if it doesn't parse, which is recorded unless `how` is "silently". */
export async function openPage(docs: EditedDocs, path: string, how?: "silently"): Promise<DocsPage | undefined> {
  const source = await docs.read(path);
  if (source === undefined) return undefined;
  if (source.length > defaultSiteLimits.pageBytesMax) {
    return how === "silently" ? undefined : decline(docs, path, "it is too large");
  }
  try {
    return parseDocsPage(path, source);
  } catch (error) {
    if (!(error instanceof BuildProblem)) throw error;
    const { line, message } = error;
    if (how !== "silently") docs.decline({ path, line, what: "the page", why: `it does not parse: ${message}` });
    return undefined;
  }
}

function decline(docs: EditedDocs, path: string, why: string): undefined {
  docs.decline({ path, line: undefined, what: "the page", why });
}
