import type { NewFile } from "../../platform/artifacts/fill-batches.ts";
import { searchIndexPath } from "../../projects/sites/site-headers.ts";
import { buildIndex } from "../../search/build-index.ts";
import type { AnalyzedPage } from "../../search/page-to-index.ts";
import type { BuiltPage, SiteBuild } from "../../site/pipeline/site-build.ts";
import type { StepLog } from "./step-log.ts";

/** The index that search and the assistant use: a file of the artifact that visitors cannot fetch. */
export async function indexPages(build: SiteBuild, signal: AbortSignal, stepLog: StepLog): Promise<NewFile> {
  const pages = build.pages.filter((page) => !page.hasFailed).map(toIndex);
  const { readBatch, keptIndex: keeper } = build;
  const bytes = await stepLog.timed(`index-pages: ${pages.length} pages`, () =>
    buildIndex(pages, { signal, readBatch, keeper }),
  );
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
    // Lazy: it is read only when this page is indexed.
    get analysis() {
      return page.analysis;
    },
  };
}
