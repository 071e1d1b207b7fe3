import { type AnalyzedPage, type BuiltIndex, buildIndex } from "../../search/indexing.ts";
import type { SiteBuild } from "./site-build.ts";

/** The index that search and the assistant use. Only segments with changed pages are built. */
export function indexSite(build: SiteBuild, signal?: AbortSignal): Promise<BuiltIndex> {
  const { readBatch, keptIndex: keeper } = build;
  return buildIndex(pagesToIndex(build), { signal, readBatch, keeper });
}

export function pagesToIndex({ pages }: Pick<SiteBuild, "pages">): AnalyzedPage[] {
  return pages.filter((page) => !page.hasFailed);
}
