import type { ApiSource } from "../../source/config/api.ts";
import type { SiteConfig } from "../../source/config/site-config.ts";
import type { DraftDivision, DraftEntry, DraftTree } from "../../source/navigation/draft-tree.ts";
import type { SourcePage } from "../../source/read-page.ts";
import { isWebAddress, normaliseSpecPath, specPathsOf } from "../read/spec-path.ts";
import { parseSchemaName, parseTargetName } from "../read/target-name.ts";
import { chosenSlug, defaultDirectory } from "./page-names.ts";

/** What of the project's API descriptions is needed at all. Most projects need none, and then no file is opened. */
export interface ApiWants {
  files: Set<string>;
  /** Web addresses of descriptions that stand elsewhere. */
  addresses: Set<string>;
  /** Folders of the pages that are made from these. */
  remoteFolders: Set<string>;
  /** True when an operation is named without its file. */
  searchesAll: boolean;
  schemas: Set<string>;
  pillKeys: readonly string[];
}

export function collectWants(pages: SourcePage[], draft: DraftTree, { api }: SiteConfig): ApiWants {
  const wants: ApiWants = {
    files: new Set(),
    addresses: new Set(),
    remoteFolders: new Set(),
    searchesAll: false,
    schemas: new Set(),
    pillKeys: api?.params?.post ?? [],
  };
  addUses(wants, api ?? {});
  addUses(wants, draft);
  visitEntries(wants, draft.entries);
  for (const division of draft.divisions) visitDivision(wants, division);
  for (const { frontmatter, file: page } of pages) {
    if (frontmatter.openapi !== undefined) addFile(wants, parseTargetName(frontmatter.openapi)?.file, page);
    if (frontmatter.asyncapi !== undefined) addFile(wants, parseSchemaName(frontmatter.asyncapi).file, page);
    const schema = frontmatter["openapi-schema"];
    if (schema === undefined) continue;
    const { file, name } = parseSchemaName(schema);
    wants.schemas.add(name);
    addFile(wants, file, page);
  }
  return wants;
}

function visitDivision(wants: ApiWants, division: DraftDivision): void {
  addUses(wants, division);
  visitEntries(wants, division.entries);
  for (const child of division.divisions) visitDivision(wants, child);
}

function visitEntries(wants: ApiWants, entries: DraftEntry[]): void {
  for (const entry of entries) {
    if (entry.kind === "group") {
      addUses(wants, entry);
      visitEntries(wants, entry.entries);
    } else if (entry.kind === "endpoint") {
      addUses(wants, { openapi: entry.openapi });
      if (entry.spec !== undefined || entry.openapi === undefined) addFile(wants, entry.spec);
      if (entry.spec !== undefined && isWebAddress(entry.spec)) addFolder(wants, entry.openapi);
    }
  }
}

interface Uses {
  openapi?: ApiSource | undefined;
  asyncapi?: ApiSource | undefined;
}

function addUses(wants: ApiWants, { openapi, asyncapi }: Uses): void {
  for (const use of [openapi, asyncapi]) {
    for (const source of use?.sources ?? []) {
      if (!isWebAddress(source)) wants.files.add(normaliseSpecPath(source));
      else {
        wants.addresses.add(source.trim());
        addFolder(wants, use);
      }
    }
  }
}

function addFolder(wants: ApiWants, use: ApiSource | undefined): void {
  wants.remoteFolders.add(chosenSlug(use?.directory ?? defaultDirectory));
}

/** A file may also be named without its ending or folder, and then it has to be looked for. */
function addFile(wants: ApiWants, file: string | undefined, page?: string): void {
  if (file !== undefined && isWebAddress(file)) {
    wants.addresses.add(file.trim());
    return;
  }
  for (const path of file === undefined ? [] : specPathsOf(file, page)) wants.files.add(path);
  if (file === undefined || !/\.(?:json|ya?ml)$/i.test(file)) wants.searchesAll = true;
}
