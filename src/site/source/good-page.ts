import { listReachable } from "../shared/list-reachable.ts";
import type { SiteLimits } from "../shared/site-limits.ts";
import type { SourceRoot } from "../shared/source-roots.ts";
import { isSnippetPath } from "./file-types.ts";
import { readSource } from "./read-sources.ts";

/** The last version of a page that could be built, with the files it included. */
export interface GoodPage {
  text: string;
  /** The files that the page included, in path order. */
  snippets: [path: string, text: string][];
}

/** Finds the last good versions of pages. Pages that were never good are missing in the result. */
export type FindGoodPages = (files: readonly string[]) => Promise<ReadonlyMap<string, GoodPage>>;

/** Reads files as of the last good build. Files that didn't exist are missing in the result. */
type ReadTexts = (paths: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** The maximum depth of nested includes. Deeper includes could not be rendered anyway. */
const depthMax = 50;

/** Reads pages and everything they include, directly or indirectly. */
export async function readGoodPages(
  files: readonly string[],
  read: ReadTexts,
  limits: SiteLimits,
  roots: readonly SourceRoot[] = [],
): Promise<Map<string, GoodPage>> {
  const texts = new Map(await read(files));
  const included = new Map<string, string[]>();
  let unread = files.filter((file) => texts.has(file));
  for (let depth = 0; depth < depthMax && unread.length > 0; depth += 1) {
    for (const file of unread) included.set(file, listIncluded(file, texts.get(file) ?? "", limits, roots));
    const paths = new Set(unread.flatMap((file) => included.get(file) ?? []).filter((path) => !texts.has(path)));
    for (const [path, text] of await read([...paths])) texts.set(path, text);
    unread = [...paths].filter((path) => texts.has(path));
  }
  const next = (path: string) => (included.get(path) ?? []).filter((target) => texts.has(target));
  const textOf = (path: string) => texts.get(path) ?? "";
  const pages = files.flatMap((file): [string, GoodPage][] => {
    if (!texts.has(file)) return [];
    const snippets = listReachable(next(file), next).map((path): [string, string] => [path, textOf(path)]);
    return [[file, { text: textOf(file), snippets }]];
  });
  return new Map(pages);
}

/** Ignores imports in code samples, except for files that are always snippets. */
function listIncluded(file: string, text: string, limits: SiteLimits, roots: readonly SourceRoot[]): string[] {
  if (text.length > limits.pageBytesMax) return [];
  const { includes, imports } = readSource(file, text, limits, roots);
  const imported = new Set(imports);
  return includes.filter((path) => imported.has(path) || isSnippetPath(path, roots));
}
