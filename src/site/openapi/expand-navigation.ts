import { type ConfigReport, reportValue } from "../config/config-report.ts";
import { createPathFinder } from "../config/near-path.ts";
import { type Place, rootPlace } from "../config/place.ts";
import type { DraftDivision, DraftEndpoint, DraftEntry, DraftGroup, DraftTree } from "../navigation/draft-tree.ts";
import type { ApiUse } from "../navigation/navigation-tree.ts";
import type { FoundOperation, OperationFinder } from "./find-operation.ts";
import type { GeneratedPages } from "./generated-pages.ts";
import { defaultDirectory } from "./operation-slug.ts";
import type { ReadSpec } from "./read-specs.ts";
import type { RemoteSpec } from "./remote-specs.ts";
import { addFileHint, isWebAddress, normaliseSpecPath } from "./spec-path.ts";
import { endpointTarget } from "./target-name.ts";

export interface ExpandDeps {
  finder: OperationFinder;
  generated: GeneratedPages;
  /** What `api.openapi` of docs.json names, for endpoints that inherit nothing nearer. */
  fallback: ApiUse | undefined;
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

/** Puts the pages that are made from API descriptions into the navigation, where docs.json asks for them. */
export function expandNavigation(draft: DraftTree, deps: ExpandDeps): DraftTree {
  const expansion: Expansion = { ...deps, told: new Set() };
  const isEmpty = draft.entries.length === 0 && draft.divisions.length === 0;
  const root = isEmpty && draft.openapi !== undefined ? referenceEntries(draft.openapi, undefined, expansion) : [];
  return {
    ...draft,
    divisions: draft.divisions.map((division) => expandDivision(division, expansion)),
    entries: [...expandEntries(draft.entries, expansion), ...root],
  };
}

function expandDivision(division: DraftDivision, expansion: Expansion): DraftDivision {
  const own = ownUse(division, division.entries.length + division.divisions.length, expansion);
  return {
    ...division,
    divisions: division.divisions.map((child) => expandDivision(child, expansion)),
    entries:
      own === undefined || division.href !== undefined
        ? expandEntries(division.entries, expansion)
        : referenceEntries(own, undefined, expansion),
  };
}

function expandEntries(entries: DraftEntry[], expansion: Expansion): DraftEntry[] {
  return entries.map((entry): DraftEntry => {
    if (entry.kind === "page") return entry;
    if (entry.kind === "endpoint") return expandEndpoint(entry, expansion);
    const own = ownUse(entry, entry.entries.length, expansion);
    return {
      ...entry,
      entries: own === undefined ? expandEntries(entry.entries, expansion) : referenceEntries(own, entry, expansion),
    };
  });
}

/** The descriptions of an element that names them itself and holds nothing else: it becomes their reference. */
function ownUse(
  { openapi, asyncapi, place }: Pick<DraftGroup, "openapi" | "asyncapi" | "place">,
  children: number,
  { report }: Expansion,
): ApiUse | undefined {
  if (asyncapi?.place.parent === place)
    reportValue(report, asyncapi.place, "is not supported yet, so it makes no pages");
  return openapi?.place.parent === place && children === 0 ? openapi : undefined;
}

/** What is not found stays an endpoint, and is told when the pages are looked up. */
function expandEndpoint(endpoint: DraftEndpoint, expansion: Expansion): DraftEntry {
  const use = endpoint.openapi ?? expansion.fallback;
  const target = endpointTarget(endpoint);
  if (use !== undefined && endpoint.spec === undefined) specsOf(use, expansion);
  const files = endpoint.spec === undefined ? use?.sources : [endpoint.spec];
  const found = target === undefined ? undefined : expansion.finder.find(target, files);
  if (found === undefined) return endpoint;
  const slug = expansion.generated.slugFor(found, use?.directory ?? defaultDirectory);
  return { kind: "page", slug, place: endpoint.place };
}

/** A page for each operation, in groups by tag. Inside of a group these are folded, unless that one asks otherwise. */
function referenceEntries(use: ApiUse, around: DraftGroup | undefined, expansion: Expansion): DraftEntry[] {
  const entries: DraftEntry[] = [];
  const groups = new Map<string, DraftGroup>();
  for (const found of specsOf(use, expansion).flatMap(operationsOf)) {
    const slug = expansion.generated.slugFor(found, use.directory ?? defaultDirectory);
    if (found.operation.hidden) continue;
    const page: DraftEntry = { kind: "page", slug, place: use.place };
    const label = groupLabel(found) ?? (around === undefined ? untaggedLabel : undefined);
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

const untaggedLabel = "API Reference";

function operationsOf(spec: ReadSpec): FoundOperation[] {
  return spec.index.operations.filter(({ excluded }) => !excluded).map((operation) => ({ spec, operation }));
}

function groupLabel({ spec, operation: { tag } }: FoundOperation): string | undefined {
  return spec.index.groups.find((group) => group.tag === tag)?.label ?? tag;
}

function newGroup(label: string, expanded: boolean, place: Place): DraftGroup {
  return { kind: "group", label, expanded, hidden: false, directory: "none", place, entries: [] };
}

/** The descriptions that docs.json names; a name that leads nowhere is told once. */
function specsOf(use: ApiUse, { finder, report, told, files, remote }: Expansion): ReadSpec[] {
  return use.sources.flatMap((source, index) => {
    const spec = finder.findSpec(source);
    if (spec?.index.kind === "openapi") return [spec];
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
    } else reportValue(report, use.place, `names "${source}", but that is no OpenAPI description`);
    return [];
  });
}

function placeName(place: Place): string {
  return place === rootPlace || place.parent === undefined ? "" : `${placeName(place.parent)}/${place.key}`;
}
