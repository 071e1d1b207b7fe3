import { type ConfigReport, reportValue } from "../../source/config/config-report.ts";
import { createPathFinder } from "../../source/config/near-path.ts";
import { at, type Place, rootPlace } from "../../source/config/place.ts";
import type { SiteConfig } from "../../source/config/site-config.ts";
import type {
  DraftDivision,
  DraftEndpoint,
  DraftEntry,
  DraftGroup,
  DraftTree,
} from "../../source/navigation/draft-tree.ts";
import type { ApiUse } from "../../source/navigation/navigation-tree.ts";
import type { RemoteSpec } from "../read/remote-specs.ts";
import { addFileHint, isWebAddress, normaliseSpecPath } from "../read/spec-path.ts";
import { endpointTarget } from "../read/target-name.ts";
import { untaggedLabel } from "./channel-slug.ts";
import type { OperationFinder } from "./find-target.ts";
import type { GeneratedPages } from "./generated-pages.ts";
import { defaultDirectory } from "./page-names.ts";
import type { ReadSpec } from "./project-specs.ts";

export interface ExpandDeps {
  finder: OperationFinder;
  generated: GeneratedPages;
  /** What `api.openapi` of docs.json names, for endpoints that inherit nothing nearer. */
  fallback: ApiUse | undefined;
  /** What `api.asyncapi` names: pages may show its channels. */
  asyncapi: ApiUse | undefined;
  report: ConfigReport;
  /** Descriptions that stand elsewhere, by their addresses. */
  remote: ReadonlyMap<string, RemoteSpec>;
  /** Files of the project, to tell a wrong path from a file that is no description. */
  files: readonly string[];
}

interface Expansion extends ExpandDeps {
  /** Sources that were told to be missing: all children of an element inherit the same one. */
  told: Set<string>;
}

/** What docs.json names for the whole site. */
export function settledUses({ api }: SiteConfig): Pick<ExpandDeps, "fallback" | "asyncapi"> {
  const { openapi, asyncapi } = api ?? {};
  return {
    fallback: openapi === undefined ? undefined : { ...openapi, place: at(rootPlace, "api", "openapi") },
    asyncapi: asyncapi === undefined ? undefined : { ...asyncapi, place: at(rootPlace, "api", "asyncapi") },
  };
}

/** Puts the pages that are made from API descriptions into the navigation, where docs.json asks for them. */
export function expandNavigation(draft: DraftTree, deps: ExpandDeps): DraftTree {
  const expansion: Expansion = { ...deps, told: new Set() };
  if (deps.asyncapi !== undefined) specsOf(deps.asyncapi, "asyncapi", expansion);
  const root = expandOwn({ ...draft, place: undefined }, undefined, expansion);
  return {
    ...draft,
    divisions: draft.divisions.map((division) => expandDivision(division, expansion)),
    entries: [...expandEntries(draft.entries, expansion), ...root],
  };
}

function expandDivision(division: DraftDivision, expansion: Expansion): DraftDivision {
  const made = division.href === undefined ? expandOwn(division, undefined, expansion) : [];
  return {
    ...division,
    divisions: division.divisions.map((child) => expandDivision(child, expansion)),
    entries: [...expandEntries(division.entries, expansion), ...made],
  };
}

function expandEntries(entries: DraftEntry[], expansion: Expansion): DraftEntry[] {
  return entries.flatMap((entry): DraftEntry[] => {
    if (entry.kind === "page") return [entry];
    if (entry.kind === "endpoint") return expandEndpoint(entry, expansion);
    const made = expandOwn({ ...entry, divisions: [] }, entry, expansion);
    return [{ ...entry, entries: [...expandEntries(entry.entries, expansion), ...made] }];
  });
}

type ExpandedPart = Pick<DraftTree, "openapi" | "asyncapi" | "divisions" | "entries"> & { place: Place | undefined };

/** The pages of an element that names descriptions itself. */
function expandOwn(part: ExpandedPart, around: DraftGroup | undefined, expansion: Expansion): DraftEntry[] {
  const { openapi, asyncapi, place } = part;
  const isOwn = (use: ApiUse) => place === undefined || use.place.parent === place;
  const made: DraftEntry[] = [];
  if (openapi !== undefined && isOwn(openapi) && wantsAll(part, openapi, expansion)) {
    made.push(...groupByTag(operationPages(openapi, expansion), openapi, around));
  }
  if (asyncapi !== undefined && isOwn(asyncapi)) {
    // Endpoints tell of a description that is missing; nothing else would tell of one with channels.
    if (wantsAll(part, asyncapi, expansion)) {
      made.push(...groupByTag(channelPages(asyncapi, expansion), asyncapi, around));
    } else specsOf(asyncapi, "asyncapi", expansion);
  }
  return made;
}

/**
 * An element that holds nothing else becomes the reference. So does one that says in which folder its pages are to be made:
 * they come after its own, unless some of these are for operations themselves.
 */
function wantsAll({ divisions, entries }: ExpandedPart, { directory }: ApiUse, { generated }: Expansion): boolean {
  if (divisions.length > 0) return false;
  if (entries.length === 0 || directory === undefined) return entries.length === 0;
  return leavesOf(entries).every((leaf) => leaf.kind === "page" && !generated.isWrittenFor(leaf.slug));
}

function leavesOf(entries: DraftEntry[]): Exclude<DraftEntry, DraftGroup>[] {
  return entries.flatMap((entry) => (entry.kind === "group" ? leavesOf(entry.entries) : [entry]));
}

/**
 * What is not found stays an endpoint, and is told when the pages are looked up. Without its description it is left out:
 * that one is told to be missing, and the endpoint may be right.
 */
function expandEndpoint(endpoint: DraftEndpoint, expansion: Expansion): DraftEntry[] {
  const use = endpoint.openapi ?? expansion.fallback;
  const target = endpointTarget(endpoint);
  const { spec: own, place } = endpoint;
  const named: ApiUse | undefined = own === undefined ? use : { sources: [own], place };
  const specs = named === undefined ? [] : specsOf(named, "openapi", expansion);
  const found = target === undefined ? undefined : expansion.finder.find(target, named?.sources);
  if (found === undefined) {
    const isMissing = named !== undefined && specs.every(({ index }) => index.kind === "unread");
    return isMissing ? [] : [endpoint];
  }
  const slug = expansion.generated.slugFor(found, use?.directory ?? defaultDirectory);
  return [{ kind: "page", slug, place }];
}

/** A page that is made, as the navigation needs to know it. */
interface ReferencePage {
  slug: string;
  /** It has a page, but no entry. */
  isHidden: boolean;
  label: string | undefined;
  /** The group of a page without a tag, where there is none around it. */
  untaggedLabel: string;
}

function operationPages(use: ApiUse, expansion: Expansion): ReferencePage[] {
  return specsOf(use, "openapi", expansion).flatMap((spec) => {
    const operations = spec.index.operations.filter(({ excluded }) => !excluded);
    return operations.map((operation) => ({
      slug: expansion.generated.slugFor({ spec, operation }, use.directory ?? defaultDirectory),
      isHidden: operation.hidden,
      label: groupLabel(spec, operation.tag),
      untaggedLabel: "API Reference",
    }));
  });
}

function channelPages(use: ApiUse, expansion: Expansion): ReferencePage[] {
  return specsOf(use, "asyncapi", expansion).flatMap((spec) => {
    const channels = spec.index.channels.filter(({ excluded }) => !excluded);
    return channels.map((channel) => ({
      slug: expansion.generated.slugForChannel({ spec, channel }, use.directory ?? defaultDirectory),
      isHidden: channel.hidden,
      label: groupLabel(spec, channel.tag),
      untaggedLabel: untaggedLabel(channel),
    }));
  });
}

/** In groups by tag. Inside of a group these are folded, unless that one asks otherwise. */
function groupByTag(pages: ReferencePage[], use: ApiUse, around: DraftGroup | undefined): DraftEntry[] {
  const entries: DraftEntry[] = [];
  const groups = new Map<string, DraftGroup>();
  for (const { slug, isHidden, label: tag, untaggedLabel } of pages) {
    if (isHidden) continue;
    const page: DraftEntry = { kind: "page", slug, place: use.place };
    const label = tag ?? (around === undefined ? untaggedLabel : undefined);
    if (label === undefined) {
      entries.push(page);
      continue;
    }
    const group = groups.get(label) ?? newGroup(label, around?.expanded === true, use.place);
    if (!groups.has(label)) entries.push(group);
    groups.set(label, group);
    group.entries.push(page);
  }
  return entries;
}

function groupLabel({ index }: ReadSpec, tag: string | undefined): string | undefined {
  return index.groups.find((group) => group.tag === tag)?.label ?? tag;
}

function newGroup(label: string, expanded: boolean, place: Place): DraftGroup {
  return { kind: "group", label, expanded, hidden: false, directory: "none", place, entries: [] };
}

/** The descriptions that docs.json names; a name that leads nowhere is told once. */
function specsOf(
  use: ApiUse,
  kind: "openapi" | "asyncapi",
  { finder, report, told, files, remote }: Expansion,
): ReadSpec[] {
  return use.sources.flatMap((source, index) => {
    const spec = finder.findSpec(source);
    if (spec?.index.kind === kind || spec?.index.kind === "unread") return [spec];
    const name = `${placeName(use.place)} ${index}`;
    if (told.has(name)) return [];
    told.add(name);
    const path = normaliseSpecPath(source);
    const problem = remote.get(source.trim())?.problem;
    if (isWebAddress(source) && problem !== undefined) {
      reportValue(report, use.place, `names ${source}, but ${problem}, so it makes no pages`, addFileHint);
    } else if (!isWebAddress(source) && !files.includes(path)) {
      const nearest = createPathFinder(new Set(files))(path);
      const hint = nearest === undefined ? "add the file, or take the entry out" : `did you mean "${nearest}"?`;
      reportValue(report, use.place, `names "${source}", but that file does not exist`, hint);
    } else reportValue(report, use.place, `names "${source}", but that is no ${kindNames[kind]} description`);
    return [];
  });
}

const kindNames = { openapi: "OpenAPI", asyncapi: "AsyncAPI" } as const;

function placeName(place: Place): string {
  return place === rootPlace || place.parent === undefined ? "" : `${placeName(place.parent)}/${place.key}`;
}
