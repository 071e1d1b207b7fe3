import type { NewFile } from "../../platform/artifacts/fill-batches.ts";
import { searchIndexPath } from "../../projects/sites/site-headers.ts";
import { buildIndex } from "../../search/build-index.ts";
import type { AnalyzedPage } from "../../search/page-to-index.ts";
import type { BuiltPage, SiteBuild } from "../../site/pipeline/site-build.ts";
import type { Say } from "./say.ts";

/** What search and the assistant read of the site, as a file of the artifact that readers cannot fetch. */
export async function indexPages(build: SiteBuild, signal: AbortSignal, say: Say): Promise<NewFile> {
  const pages = build.pages.filter((page) => !page.hasFailed).map(toIndex);
  const { readBatch, keptIndex: keeper } = build;
  const bytes = await say(`index-pages: ${pages.length} pages`, () => buildIndex(pages, { signal, readBatch, keeper }));
  return { path: searchIndexPath, type: "application/octet-stream", bytes };
}

function toIndex(page: BuiltPage): AnalyzedPage {
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
    // Read when the index comes to this page, and not before.
    get analysis() {
      return page.analysis;
    },
  };
}
