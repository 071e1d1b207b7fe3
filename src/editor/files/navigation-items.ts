import type { NavigationItem } from "../../contract/editor-file-schemas.ts";
import { BuildFailure, BuildProblem } from "../../site/ground/build-problem.ts";
import { defaultSiteLimits } from "../../site/ground/site-limits.ts";
import { createReport } from "../../site/source/config/config-report.ts";
import { isJsonObject, type JsonValue, parseJson } from "../../site/source/json-value.ts";
import type { DraftDivision, DraftEntry } from "../../site/source/navigation/draft-tree.ts";
import { readNavigation } from "../../site/source/navigation/read-navigation.ts";
import { normalizeSlug } from "../../site/source/page-url.ts";
import { resolveReferences } from "../../site/source/resolve-references.ts";

interface PageNames {
  /** The file of a page, by its name in docs.json. */
  findFile(slug: string): string | undefined;
  titleOf(file: string): string;
}

/** The navigation as a list in which the depth says what belongs to what. Throws BuildProblem or BuildFailure. */
export async function readNavigationItems(
  readText: (path: string) => Promise<string | undefined>,
  pages: PageNames,
): Promise<NavigationItem[]> {
  const settings = await readSettings(readText);
  const navigation = isJsonObject(settings) ? settings.navigation : undefined;
  const tree = readNavigation(
    navigation ?? null,
    createReport(() => ({ file: "docs.json", line: undefined })),
  );
  return [
    ...tree.divisions.flatMap((division) => divisionItems(division, 0, pages)),
    ...tree.entries.flatMap((entry) => entryItems(entry, 0, pages)),
    ...tree.global.flatMap((division) => divisionItems(division, 0, pages)),
  ];
}

/** The message for a person who looks at the tree. */
export function explainNavigation(error: unknown): string {
  const problem = error instanceof BuildFailure ? error.problems[0] : error;
  if (!(problem instanceof BuildProblem)) throw error;
  return `${problem.file ?? "docs.json"}${problem.line === undefined ? "" : `, line ${problem.line}`}: ${problem.message}`;
}

const referencesMax = 200;

/**
 * Reads docs.json with everything it references. The resolver can't wait for a file, so it runs again with each one that it
 * asked for.
 */
async function readSettings(readText: (path: string) => Promise<string | undefined>): Promise<JsonValue> {
  const texts = new Map<string, string | undefined>([["docs.json", await readText("docs.json")]]);
  for (;;) {
    let asked: string | undefined;
    const read = (path: string) => {
      if (!texts.has(path)) asked ??= path;
      return texts.get(path);
    };
    try {
      const text = texts.get("docs.json");
      if (text === undefined) throw new BuildProblem("there is no docs.json in the project", { file: "docs.json" });
      const reader = { readText: read, limits: defaultSiteLimits };
      return resolveReferences(parseJson(text, "docs.json"), "docs.json", reader);
    } catch (error) {
      if (asked === undefined || texts.size > referencesMax) throw error;
      texts.set(asked, await readText(asked));
    }
  }
}

function divisionItems(division: DraftDivision, depth: number, pages: PageNames): NavigationItem[] {
  const { kind, label, href, hidden, divisions, entries } = division;
  return [
    {
      depth,
      kind: href === undefined ? kind : "link",
      title: label,
      ...(href !== undefined && { href }),
      ...(hidden && { isHidden: true }),
    },
    ...divisions.flatMap((inner) => divisionItems(inner, depth + 1, pages)),
    ...entries.flatMap((entry) => entryItems(entry, depth + 1, pages)),
  ];
}

function entryItems(entry: DraftEntry, depth: number, pages: PageNames): NavigationItem[] {
  if (entry.kind === "endpoint") return [{ depth, kind: "endpoint", title: `${entry.method} ${entry.path}` }];
  if (entry.kind === "page") {
    const path = pages.findFile(normalizeSlug(entry.slug));
    if (path === undefined) return [{ depth, kind: "page", title: entry.slug, isMissing: true }];
    return [{ depth, kind: "page", title: pages.titleOf(path), path }];
  }
  const root = entry.root === undefined ? undefined : pages.findFile(normalizeSlug(entry.root));
  return [
    {
      depth,
      kind: "group",
      title: entry.label,
      ...(root !== undefined && { path: root }),
      ...(entry.hidden && { isHidden: true }),
    },
    ...entry.entries.flatMap((inner) => entryItems(inner, depth + 1, pages)),
  ];
}
