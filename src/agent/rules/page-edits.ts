import { BuildProblem } from "../../site/ground/build-problem.ts";
import { defaultSiteLimits } from "../../site/ground/site-limits.ts";
import { isPageFile } from "../../site/source/file-types.ts";
import { createIgnoreRules } from "../../site/source/ignore-rules.ts";
import { writeProblem } from "../write-problem.ts";
import { type DocsPage, parseDocsPage } from "./docs-page.ts";
import type { Draft } from "./draft.ts";
import type { RuleRequest } from "./rule.ts";
import type { TextEdit } from "./text-edit.ts";

/** Hostile pages can take seconds each to parse; after this time the rest is skipped. */
const parseSecondsMax = 120;

/** The pages and snippets that a task may change, sorted by path. */
export async function listDocsFiles(draft: Draft, covers: (path: string) => boolean = () => true): Promise<string[]> {
  const rules = createIgnoreRules(await draft.read(".mintignore"));
  return draft
    .paths()
    .filter((path) => isPageFile(path) && !rules.ignores(path) && covers(path) && writeProblem(path) === undefined)
    .toSorted();
}

/** Edits one page after the other. Pages that don't parse are skipped. */
export async function editPages(
  draft: Draft,
  rule: string,
  { covers, signal, secondsMax = parseSecondsMax }: Pick<RuleRequest, "covers" | "signal"> & { secondsMax?: number },
  find: (page: DocsPage) => readonly TextEdit[] | Promise<readonly TextEdit[]>,
): Promise<void> {
  const start = performance.now();
  for (const path of await listDocsFiles(draft, covers)) {
    signal.throwIfAborted();
    const isLate = performance.now() - start > secondsMax * 1_000;
    const page = isLate ? decline(draft, path, "there was no time left to read it") : await openPage(draft, path);
    if (page !== undefined) await draft.edit(path, rule, await find(page));
  }
}

/** The current page; undefined if it doesn't parse, which is recorded unless `how` says otherwise. */
export async function openPage(draft: Draft, path: string, how?: "silently"): Promise<DocsPage | undefined> {
  const source = await draft.read(path);
  if (source === undefined) return undefined;
  if (source.length > defaultSiteLimits.pageBytesMax) {
    return how === "silently" ? undefined : decline(draft, path, "it is too large");
  }
  try {
    return parseDocsPage(path, source);
  } catch (error) {
    if (!(error instanceof BuildProblem)) throw error;
    const { line, message } = error;
    if (how !== "silently") draft.decline({ path, line, what: "the page", why: `it does not parse: ${message}` });
    return undefined;
  }
}

function decline(draft: Draft, path: string, why: string): undefined {
  draft.decline({ path, line: undefined, what: "the page", why });
}
