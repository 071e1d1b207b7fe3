import { type AnalyzedPage, type BuiltIndex, buildIndex } from "../../search/indexing.ts";
import type { BuiltPage, SiteBuild } from "./site-build.ts";

/** The index that search and the assistant use. Only segments with changed pages are built. */
export function indexSite(build: SiteBuild, signal?: AbortSignal): Promise<BuiltIndex> {
  const { readBatch, keptIndex: keeper } = build;
  return buildIndex(pagesToIndex(build), { signal, readBatch, keeper });
}

export function pagesToIndex({ pages }: Pick<SiteBuild, "pages">): AnalyzedPage[] {
  return pages.filter((page) => !page.hasFailed).map(toIndex);
}

/** Pages that didn't change are the same objects as in the last build. */
const indexed = new WeakMap<BuiltPage, AnalyzedPage>();

function toIndex(page: BuiltPage): AnalyzedPage {
  const known = indexed.get(page) ?? analyzedPage(page);
  indexed.set(page, known);
  return known;
}

function analyzedPage(page: BuiltPage): AnalyzedPage {
  const { title, description, keywords, breadcrumb, facets, isDefault, boost, visibility, analysisKey } = page;
  return {
    path: page.url,
    title,
    description,
    keywords,
    breadcrumb,
    facets,
    isDefault,
    boost,
    audiences: { search: visibility.search, assistant: visibility.assistant },
    analysisKey,
    // Lazy, because only pages that are indexed again need it.
    get analysis() {
      return page.analysis;
    },
  };
}
