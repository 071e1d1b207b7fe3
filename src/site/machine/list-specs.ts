import { posix } from "node:path";
import type { ApiSource } from "../config/api.ts";
import type { SiteConfig } from "../config/site-config.ts";
import type { Division, NavigationEntry, NavigationTree } from "../navigation/navigation-tree.ts";
import type { LlmsLink } from "./llms-text.ts";
import { absoluteUrl } from "./site-address.ts";

type SpecKind = "openapi" | "asyncapi";

/** The API descriptions that the settings name, each once: files of the project and addresses elsewhere. */
export function listSpecs(
  kind: SpecKind,
  { config, tree, files }: { config: SiteConfig; tree: NavigationTree; files: ReadonlySet<string> },
  address: string | undefined,
): LlmsLink[] {
  const sources = new Set(config.api?.[kind]?.sources ?? []);
  const add = (use: ApiSource | undefined) => {
    for (const source of use?.sources ?? []) sources.add(source);
  };
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
  return [...sources].flatMap((source) => specLink(source, files, address));
}

function specLink(source: string, files: ReadonlySet<string>, address: string | undefined): LlmsLink[] {
  const title = posix.basename(source).replace(/\.(?:json|ya?ml)$/i, "");
  if (/^https?:\/\//.test(source)) return [{ title, url: source, description: "" }];
  const path = posix.normalize(source.replace(/^\/+/, ""));
  return files.has(path) ? [{ title, url: absoluteUrl(address, `/${path}`), description: "" }] : [];
}
