import { BuildFailure } from "../../shared/build-problem.ts";
import { isExternalUrl } from "../../shared/html/safe-url.ts";
import { mayRead, type ReaderGroups } from "../../shared/reader-groups.ts";
import { at, type ConfigReport, createReport, type Place, reportValue, rootPlace } from "../config/config-report.ts";
import { createPathFinder, didYouMean } from "../config/nearest-word.ts";
import type { IgnoreRules } from "../ignore-rules.ts";
import { normalizeSlug } from "../page-url.ts";
import type { DraftDivision, DraftEntry, DraftTree } from "./draft-tree.ts";
import type { Division, GroupEntry, NavigationEntry, NavigationTree } from "./navigation-tree.ts";

interface KnownSlugs {
  /** The pages of the site. */
  slugs: ReadonlySet<string>;
  /** Existing pages that were left out. The reason was already reported. */
  withheld: ReadonlySet<string>;
  /** Who reads the site. Links for other readers are left out. */
  reader: ReaderGroups;
  rules: Pick<IgnoreRules, "findHint">;
}

interface PageResolver extends KnownSlugs {
  findNear(slug: string): string | undefined;
  report: ConfigReport;
}

/** Keeps the pages that exist. A missing page only causes a warning, because real projects have dozens of them. */
export function resolvePages(draft: DraftTree, known: KnownSlugs, report: ConfigReport): NavigationTree {
  const resolver: PageResolver = { ...known, findNear: createPathFinder(known.slugs), report };
  const tree: NavigationTree = {
    divisions: resolveDivisions(draft.divisions, resolver),
    entries: resolveEntries(draft.entries, resolver),
    global: resolveDivisions(draft.global, resolver),
  };
  // If all pages are for other readers, the site is empty for these.
  const isEmpty = tree.entries.length === 0 && !tree.divisions.some(holdsPage);
  if (isEmpty && known.withheld.size === 0) refuseEmpty(draft, report);
  return tree;
}

function resolveDivisions(divisions: DraftDivision[], resolver: PageResolver): Division[] {
  return divisions.flatMap((division) => {
    const resolved: Division = {
      ...division,
      divisions: resolveDivisions(division.divisions, resolver),
      entries: resolveEntries(division.entries, resolver),
    };
    if (resolved.href !== undefined && !isForReader(division, resolver)) return [];
    if (resolved.href !== undefined || resolved.entries.length > 0 || resolved.divisions.length > 0) return [resolved];
    if (isWithheld(division, resolver)) return [];
    reportValue(resolver.report, division.place, 'has no pages and no "href", so it is left out');
    return [];
  });
}

function resolveEntries(entries: DraftEntry[], resolver: PageResolver): NavigationEntry[] {
  return entries.flatMap((entry): NavigationEntry[] => {
    if (entry.kind === "endpoint") {
      const { method, path, place } = entry;
      const hint = 'name the description in "openapi" of this entry or of one around it';
      const rule = `is "${method} ${path}", but no API description here has it, so the entry is left out`;
      reportValue(resolver.report, place, rule, hint);
      return [];
    }
    if (entry.kind === "page") {
      const slug = findPage(entry.slug, entry.place, resolver);
      return slug === undefined ? [] : [{ kind: "page", slug }];
    }
    const { root: written, ...group } = entry;
    const root = written === undefined ? undefined : findPage(written, at(entry.place, "root"), resolver);
    const children = resolveEntries(entry.entries, resolver);
    if (children.length === 0 && root === undefined) return [];
    const resolved: GroupEntry = { ...group, entries: children };
    return [root === undefined ? resolved : { ...resolved, root }];
  });
}

/** Finds the page that an entry names. */
function findPage(
  written: string,
  place: Place,
  { slugs, withheld, rules, findNear, report }: PageResolver,
): string | undefined {
  const candidates = candidatesOf(written);
  const [slug] = candidates;
  const found = candidates.find((candidate) => slugs.has(candidate));
  if (found !== undefined || candidates.some((candidate) => withheld.has(candidate))) return found;
  if (isExternalUrl(written)) {
    const rule = `lists "${written}", which is not a page of this site, so the entry is left out`;
    return reportValue(report, place, rule, 'list a page that has this address as "url" in its frontmatter');
  }
  const hint = rules.findHint(slug) ?? didYouMean(findNear(slug)) ?? "add the page or remove the entry";
  return reportValue(report, place, `lists "${written}", but that page does not exist, so the entry is left out`, hint);
}

function isForReader({ access }: DraftDivision, { reader }: PageResolver): boolean {
  return access === undefined || mayRead({ ...access, public: access.public ?? true }, reader);
}

/** Whether an element is only empty because its pages were left out. */
function isWithheld({ divisions, entries }: Pick<DraftTree, "divisions" | "entries">, resolver: PageResolver): boolean {
  const isLeftOut = (written: string) => candidatesOf(written).some((slug) => resolver.withheld.has(slug));
  const holds = (entry: DraftEntry): boolean =>
    entry.kind === "group"
      ? (entry.root !== undefined && isLeftOut(entry.root)) || entry.entries.some(holds)
      : entry.kind === "page" && isLeftOut(entry.slug);
  return entries.some(holds) || divisions.some((division) => isWithheld(division, resolver));
}

/** `guides` may mean `guides/index`. */
export function candidatesOf(written: string): [string, string] {
  const slug = normalizeSlug(written);
  return [slug, slug === "" ? "index" : `${slug}/index`];
}

function holdsPage(division: Division): boolean {
  return division.entries.length > 0 || division.divisions.some(holdsPage);
}

const shownMax = 20;

function refuseEmpty(draft: DraftTree, report: ConfigReport): never {
  const errors = createReport(report.locate);
  const isEmpty = draft.entries.length === 0 && draft.divisions.length === 0;
  const hint = isEmpty ? 'list pages, for example {"pages": ["index"]}' : undefined;
  reportValue(errors, at(rootPlace, "navigation"), "doesn't list any existing page", hint, "error");
  // Earlier warnings say which entries have no page, or which key is misspelled.
  throw new BuildFailure([...report.failures, ...errors.problems, ...report.problems.slice(0, shownMax)]);
}
