import type { ApiSource } from "../../source/config/api.ts";
import type { SiteConfig } from "../../source/config/site-config.ts";
import type { DraftDivision, DraftEntry, DraftTree } from "../../source/navigation/draft-tree.ts";
import type { SourcePage } from "../../source/read-page.ts";
import { isWebAddress, parseSchemaName, parseTargetName, specName, specPathsOf } from "../read/target-name.ts";
import { chosenSlug, defaultDirectory, graphqlDirectory } from "./page-names.ts";

/** The API descriptions that a project needs. Most projects need none, so that no file has to be opened. */
export interface NeededSpecs {
  files: Set<string>;
  /** Descriptions on other servers. */
  addresses: Set<string>;
  /** The overlays of descriptions that list them, in order. */
  overlays: Map<string, readonly string[]>;
  /** Descriptions with different lists of overlays in different places. The first list counts. */
  conflicts: Set<string>;
  /** The paths and addresses that are GraphQL schemas. */
  graphql: Set<string>;
  /** Folders of the pages generated from descriptions on other servers. */
  remoteFolders: Set<string>;
  /** True if a page names an operation without its file, so that all descriptions have to be searched. */
  searchesAll: boolean;
  schemas: Set<string>;
  pillKeys: readonly string[];
}

export function collectNeededSpecs(pages: SourcePage[], draft: DraftTree, { api }: SiteConfig): NeededSpecs {
  const needed: NeededSpecs = {
    files: new Set(),
    addresses: new Set(),
    overlays: new Map(),
    conflicts: new Set(),
    graphql: new Set(),
    remoteFolders: new Set(),
    searchesAll: false,
    schemas: new Set(),
    pillKeys: api?.params?.post ?? [],
  };
  addSources(needed, api ?? {});
  addPart(needed, draft);
  for (const { frontmatter, file: page } of pages) {
    const { openapi, asyncapi, "openapi-schema": schema } = frontmatter;
    if (openapi !== undefined) addFile(needed, parseTargetName(openapi)?.file, page);
    if (asyncapi !== undefined) addFile(needed, parseSchemaName(asyncapi).file, page);
    if (schema === undefined) continue;
    const { file, name } = parseSchemaName(schema);
    needed.schemas.add(name);
    addFile(needed, file, page);
  }
  return needed;
}

interface NamedSources {
  openapi?: ApiSource | undefined;
  asyncapi?: ApiSource | undefined;
  graphql?: ApiSource | undefined;
}

function addPart(needed: NeededSpecs, part: NamedSources & Pick<DraftDivision, "entries" | "divisions">): void {
  addSources(needed, part);
  addEntries(needed, part.entries);
  for (const division of part.divisions) addPart(needed, division);
}

function addEntries(needed: NeededSpecs, entries: DraftEntry[]): void {
  for (const entry of entries) {
    if (entry.kind === "group") {
      addSources(needed, entry);
      addEntries(needed, entry.entries);
    } else if (entry.kind === "endpoint") {
      addSources(needed, { openapi: entry.openapi });
      if (entry.spec !== undefined || entry.openapi === undefined) addFile(needed, entry.spec);
      if (entry.spec !== undefined && isWebAddress(entry.spec)) addRemoteFolder(needed, entry.openapi);
    }
  }
}

function addSources(needed: NeededSpecs, { openapi, asyncapi, graphql }: NamedSources): void {
  for (const use of [openapi, asyncapi, graphql]) {
    if (use !== undefined) addOverlays(needed, use);
    for (const source of use?.sources ?? []) {
      const name = specName(source);
      (isWebAddress(source) ? needed.addresses : needed.files).add(name);
      if (use === graphql) needed.graphql.add(name);
      if (isWebAddress(source)) addRemoteFolder(needed, use, use === graphql ? graphqlDirectory : defaultDirectory);
    }
  }
}

function addOverlays(needed: NeededSpecs, { overlays = new Map<string, string[]>() }: ApiSource): void {
  for (const [source, list] of overlays) {
    const name = specName(source);
    const names = list.map(specName);
    const known = needed.overlays.get(name);
    if (known !== undefined && known.join("\n") !== names.join("\n")) needed.conflicts.add(name);
    else needed.overlays.set(name, names);
  }
}

function addRemoteFolder(needed: NeededSpecs, use: ApiSource | undefined, otherwise = defaultDirectory): void {
  needed.remoteFolders.add(chosenSlug(use?.directory ?? otherwise));
}

/** A file named without its extension or folder has to be searched for. */
function addFile(needed: NeededSpecs, file: string | undefined, page?: string): void {
  if (file !== undefined && isWebAddress(file)) {
    needed.addresses.add(file.trim());
    return;
  }
  for (const path of file === undefined ? [] : specPathsOf(file, page)) needed.files.add(path);
  if (file === undefined || !/\.(?:json|ya?ml)$/i.test(file)) needed.searchesAll = true;
}
