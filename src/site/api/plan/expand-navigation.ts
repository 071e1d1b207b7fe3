import { at, type ConfigReport, type Place, reportValue, rootPlace } from "../../source/config/config-report.ts";
import { createPathFinder } from "../../source/config/nearest-word.ts";
import type { SiteConfig } from "../../source/config/site-config.ts";
import type {
  DraftDivision,
  DraftEndpoint,
  DraftEntry,
  DraftGroup,
  DraftTree,
} from "../../source/navigation/draft-tree.ts";
import type { ApiUse } from "../../source/navigation/navigation-tree.ts";
import type { GraphqlTarget } from "../../source/page-api.ts";
import { graphqlFolders } from "../graphql/graphql-pages.ts";
import { operationKinds, typeKinds } from "../graphql/graphql-schema.ts";
import { isWebAddress, normalizeSpecPath, operationTarget } from "../read/target-name.ts";
import { humanizeName } from "../view/humanize-name.ts";
import type { ReadSpec } from "./find-target.ts";
import type { GeneratedPages } from "./generated-pages.ts";
import { addFileHint, type MissingTargetDeps } from "./missing-target.ts";
import { defaultDirectory, graphqlDirectory, untaggedLabel } from "./page-names.ts";

interface ExpandDeps extends Pick<MissingTargetDeps, "finder" | "remote" | "files"> {
  generated: GeneratedPages;
  config: SiteConfig;
  report: ConfigReport;
}

interface Expansion extends ExpandDeps {
  /** The descriptions of `api.openapi` in docs.json, for endpoints that inherit no description from the navigation. */
  fallback: ApiUse | undefined;
  /** The missing sources that were already reported. All children of an element inherit its sources. */
  reported: Set<string>;
}

/** Adds the pages generated from API descriptions to the navigation, where docs.json asks for them. */
export function expandNavigation(draft: DraftTree, deps: ExpandDeps): DraftTree {
  const { openapi, asyncapi } = deps.config.api ?? {};
  const fallback = openapi && { ...openapi, place: at(rootPlace, "api", "openapi") };
  const expansion: Expansion = { ...deps, fallback, reported: new Set() };
  // Pages can show channels of `api.asyncapi` without naming the file, so a missing file is reported only here.
  if (asyncapi !== undefined)
    findSpecs({ ...asyncapi, place: at(rootPlace, "api", "asyncapi") }, "asyncapi", expansion);
  const root = expandOwn({ ...draft, place: undefined }, undefined, expansion);
  return {
    ...draft,
    divisions: draft.divisions.map((division) => expandDivision(division, expansion)),
    entries: [...expandEntries(draft.entries, expansion), ...root],
  };
}

function expandDivision(division: DraftDivision, expansion: Expansion): DraftDivision {
  const generated = division.href === undefined ? expandOwn(division, undefined, expansion) : [];
  const schema = division.graphql === undefined ? [] : expandSchema(division.graphql, expansion);
  return {
    ...division,
    divisions: division.divisions.map((child) => expandDivision(child, expansion)),
    entries: [...expandEntries(division.entries, expansion), ...generated, ...schema],
  };
}

/** A group for each kind of operation, then a group for all types, which has a subgroup for each kind of type. */
function expandSchema(use: ApiUse, expansion: Expansion): DraftEntry[] {
  const { place } = use;
  const pages = findSpecs(use, "graphql", expansion).flatMap((spec) =>
    expansion.generated.graphqlPages(spec, use.directory ?? graphqlDirectory),
  );
  const groupOf = (label: string, entries: DraftEntry[]) =>
    entries.length === 0 ? [] : [newGroup(label, entries, place)];
  const groupsBy = (kinds: readonly GraphqlTarget["kind"][]) =>
    kinds.flatMap((kind) => {
      const own = pages.filter((page) => page.kind === kind);
      return groupOf(
        humanizeName(graphqlFolders[kind]),
        own.map(({ slug }): DraftEntry => ({ kind: "page", slug, place })),
      );
    });
  return [...groupsBy(operationKinds), ...groupOf("Types", groupsBy(typeKinds))];
}

function newGroup(label: string, entries: DraftEntry[], place: Place, expanded = false): DraftGroup {
  return { kind: "group", label, expanded, hidden: false, directory: "none", place, entries };
}

function expandEntries(entries: DraftEntry[], expansion: Expansion): DraftEntry[] {
  return entries.flatMap((entry): DraftEntry[] => {
    if (entry.kind === "page") return [entry];
    if (entry.kind === "endpoint") return expandEndpoint(entry, expansion);
    const generated = expandOwn({ ...entry, divisions: [] }, entry, expansion);
    return [{ ...entry, entries: [...expandEntries(entry.entries, expansion), ...generated] }];
  });
}

type ExpandedPart = Pick<DraftTree, "openapi" | "asyncapi" | "divisions" | "entries"> & { place: Place | undefined };

/** The pages of an element that names descriptions itself rather than inheriting them. */
function expandOwn(part: ExpandedPart, group: DraftGroup | undefined, expansion: Expansion): DraftEntry[] {
  const { openapi, asyncapi, place } = part;
  const isOwn = (use: ApiUse) => place === undefined || use.place.parent === place;
  const entries: DraftEntry[] = [];
  if (openapi !== undefined && isOwn(openapi) && generatesAll(part, openapi, expansion)) {
    entries.push(...groupByTag(operationPages(openapi, expansion), openapi, group));
  }
  if (asyncapi !== undefined && isOwn(asyncapi)) {
    if (generatesAll(part, asyncapi, expansion)) {
      entries.push(...groupByTag(channelPages(asyncapi, expansion), asyncapi, group));
      // Looked up only to report a missing file. A missing OpenAPI file is reported by its endpoints.
    } else findSpecs(asyncapi, "asyncapi", expansion);
  }
  return entries;
}

/**
 * Whether all pages of a description are added to the element that names it: if the element has no content, or if it
 * names a folder for generated pages and none of its own pages is for an operation.
 */
function generatesAll({ divisions, entries }: ExpandedPart, { directory }: ApiUse, { generated }: Expansion): boolean {
  if (divisions.length > 0) return false;
  if (entries.length === 0 || directory === undefined) return entries.length === 0;
  return leavesOf(entries).every((leaf) => leaf.kind === "page" && !generated.isWrittenFor(leaf.slug));
}

function leavesOf(entries: DraftEntry[]): Exclude<DraftEntry, DraftGroup>[] {
  return entries.flatMap((entry) => (entry.kind === "group" ? leavesOf(entry.entries) : [entry]));
}

/**
 * Keeps an endpoint that isn't found: it is reported later, when pages are looked up. If the whole description is
 * missing, which is already reported, the endpoint is dropped.
 */
function expandEndpoint(endpoint: DraftEndpoint, expansion: Expansion): DraftEntry[] {
  const { spec, method, path, place } = endpoint;
  const inherited = endpoint.openapi ?? expansion.fallback;
  const use: ApiUse | undefined = spec === undefined ? inherited : { sources: [spec], place };
  const specs = use === undefined ? [] : findSpecs(use, "openapi", expansion);
  const target = operationTarget(method, path);
  const found = target === undefined ? undefined : expansion.finder.findOperation(target, use?.sources);
  if (found === undefined) {
    const isSpecMissing = use !== undefined && specs.every(({ index }) => index.kind === "unread");
    return isSpecMissing ? [] : [endpoint];
  }
  const slug = expansion.generated.operationSlug(found, inherited?.directory ?? defaultDirectory);
  return [{ kind: "page", slug, place }];
}

/** A generated page, as the navigation sees it. */
interface ReferencePage {
  slug: string;
  isHidden: boolean;
  label: string | undefined;
  /** The group for a page that has no tag and isn't inside a group. */
  untaggedLabel: string;
}

function operationPages(use: ApiUse, expansion: Expansion): ReferencePage[] {
  return findSpecs(use, "openapi", expansion).flatMap((spec) =>
    spec.index.operations
      .filter(({ excluded }) => !excluded)
      .map((operation) => ({
        slug: expansion.generated.operationSlug({ spec, operation }, use.directory ?? defaultDirectory),
        isHidden: operation.hidden,
        label: groupLabel(spec, operation.tag),
        untaggedLabel: "API Reference",
      })),
  );
}

function channelPages(use: ApiUse, expansion: Expansion): ReferencePage[] {
  return findSpecs(use, "asyncapi", expansion).flatMap((spec) =>
    spec.index.channels
      .filter(({ excluded }) => !excluded)
      .map((channel) => ({
        slug: expansion.generated.channelSlug({ spec, channel }, use.directory ?? defaultDirectory),
        isHidden: channel.hidden,
        label: groupLabel(spec, channel.tag),
        untaggedLabel: untaggedLabel(channel),
      })),
  );
}

function groupLabel({ index }: ReadSpec, tag: string | undefined): string | undefined {
  return index.groups.find((group) => group.tag === tag)?.label ?? tag;
}

/** Groups inside another group are collapsed unless the outer group is expanded. */
function groupByTag(pages: ReferencePage[], { place }: ApiUse, around: DraftGroup | undefined): DraftEntry[] {
  const entries: DraftEntry[] = [];
  const groups = new Map<string, DraftGroup>();
  for (const { slug, isHidden, label: tag, untaggedLabel } of pages) {
    if (isHidden) continue;
    const page: DraftEntry = { kind: "page", slug, place };
    const label = tag ?? (around === undefined ? untaggedLabel : undefined);
    if (label === undefined) {
      entries.push(page);
      continue;
    }
    const group = groups.get(label);
    if (group !== undefined) group.entries.push(page);
    else {
      const added = newGroup(label, [page], place, around?.expanded);
      groups.set(label, added);
      entries.push(added);
    }
  }
  return entries;
}

/** Finds the descriptions that docs.json names. Each missing description is reported once. */
function findSpecs(
  { sources, place }: ApiUse,
  kind: keyof typeof kindNames,
  { finder, report, reported, files, remote }: Expansion,
): ReadSpec[] {
  return sources.flatMap((source, index) => {
    const spec = finder.findSpec(source);
    if (spec?.index.kind === kind || spec?.index.kind === "unread") return [spec];
    const name = `${placeName(place)} ${index}`;
    if (reported.has(name)) return [];
    reported.add(name);
    const path = normalizeSpecPath(source);
    const problem = remote.get(source.trim())?.problem;
    if (isWebAddress(source) && problem !== undefined) {
      reportValue(report, place, `names ${source}, but ${problem}, so it generates no pages`, addFileHint);
    } else if (!isWebAddress(source) && !files.includes(path)) {
      const nearest = createPathFinder(new Set(files))(path);
      const hint = nearest === undefined ? "add the file, or remove the entry" : `did you mean "${nearest}"?`;
      reportValue(report, place, `names "${source}", but that file does not exist`, hint);
    } else reportValue(report, place, `names "${source}", but that is not ${kindNames[kind]}`);
    return [];
  });
}

const kindNames = {
  openapi: "an OpenAPI description",
  asyncapi: "an AsyncAPI description",
  graphql: "a GraphQL schema",
} as const;

function placeName(place: Place): string {
  return place === rootPlace || place.parent === undefined ? "" : `${placeName(place.parent)}/${place.key}`;
}

/** The navigation without generated pages, for a preview that doesn't read API descriptions. */
export function removeApiEntries(draft: DraftTree): DraftTree {
  return {
    ...draft,
    divisions: draft.divisions.flatMap(withoutApiEntries),
    entries: draft.entries.flatMap(writtenEntry),
  };
}

function withoutApiEntries(division: DraftDivision): DraftDivision[] {
  const divisions = division.divisions.flatMap(withoutApiEntries);
  const entries = division.entries.flatMap(writtenEntry);
  const isEmpty = divisions.length === 0 && entries.length === 0 && division.href === undefined;
  const wasEmpty = division.divisions.length === 0 && division.entries.length === 0;
  return isEmpty && (!wasEmpty || namesApi(division)) ? [] : [{ ...division, divisions, entries }];
}

function writtenEntry(entry: DraftEntry): DraftEntry[] {
  if (entry.kind === "page") return [entry];
  if (entry.kind === "endpoint") return [];
  const entries = entry.entries.flatMap(writtenEntry);
  return entries.length === 0 && (entry.entries.length > 0 || namesApi(entry)) ? [] : [{ ...entry, entries }];
}

function namesApi({ openapi, asyncapi, graphql }: Pick<DraftDivision, "openapi" | "asyncapi" | "graphql">): boolean {
  return (openapi ?? asyncapi ?? graphql) !== undefined;
}
