import { posix } from "node:path";
import type { ApiSource } from "../source/config/api.ts";
import type { SiteConfig } from "../source/config/site-config.ts";
import type { Division, NavigationEntry, NavigationTree } from "../source/navigation/navigation-tree.ts";
import { absoluteUrl } from "../theme/site-address.ts";
import type { LlmsLink } from "./llms-text.ts";
import type { PlannedPage } from "./site-plan.ts";

type SpecKind = "openapi" | "asyncapi";

interface SpecUses {
  config: SiteConfig;
  tree: NavigationTree;
  pages: PlannedPage[];
  /** The paths of all files of the site. */
  files: ReadonlySet<string>;
}

/** The API descriptions named by settings and pages, without duplicates: project files and URLs. */
export function listSpecs(kind: SpecKind, uses: SpecUses, address: string | undefined): LlmsLink[] {
  const { config, tree, pages, files } = uses;
  const sources = new Set<string>();
  const add = (use: ApiSource | undefined) => {
    for (const source of use?.sources ?? [])
      sources.add(isElsewhere(source) ? source : posix.normalize(source.replace(/^\/+/, "")));
  };
  add(config.api?.[kind]);
  const visitEntries = (entries: NavigationEntry[]) => {
    for (const entry of entries) {
      if (entry.kind !== "group") continue;
      add(entry[kind]);
      visitEntries(entry.entries);
    }
  };
  const visit = (divisions: Division[]) => {
    for (const division of divisions) {
      add(division[kind]);
      visitEntries(division.entries);
      visit(division.divisions);
    }
  };
  visitEntries(tree.entries);
  visit(tree.divisions);
  for (const { source } of pages) {
    const part = source.api?.part;
    // A page may name an operation or channel without its file; the description was then found by searching all files.
    if (part?.kind === (kind === "openapi" ? "spec" : "channel")) sources.add(part.file);
  }
  return [...sources].flatMap((source) => specLink(source, files, address));
}

function specLink(source: string, files: ReadonlySet<string>, address: string | undefined): LlmsLink[] {
  const title = posix.basename(source).replace(/\.(?:json|ya?ml)$/i, "");
  if (isElsewhere(source)) return [{ title, url: source, description: "" }];
  return files.has(source) ? [{ title, url: absoluteUrl(address, `/${source}`), description: "" }] : [];
}

function isElsewhere(source: string): boolean {
  return /^https?:\/\//.test(source);
}
