import { hash } from "node:crypto";
import { searchIndexPath, searchSegmentPath } from "../../projects/sites/site-headers.ts";
import { type BuiltSegment, buildIndex } from "../../search/build-index.ts";
import type { AnalyzedPage } from "../../search/page-to-index.ts";
import type { SiteFile } from "../../site/ground/site-file.ts";
import type { BuiltPage, SiteBuild } from "../../site/pipeline/site-build.ts";
import type { StepLog } from "./step-log.ts";

/**
 * The index that search and the assistant use: files of the artifact that visitors cannot fetch. Segments without a
 * changed page are the files of the previous artifact.
 */
export async function indexPages(build: SiteBuild, signal: AbortSignal, stepLog: StepLog): Promise<SiteFile[]> {
  const pages = build.pages.filter((page) => !page.hasFailed).map(toIndex);
  const { readBatch, keptIndex: keeper } = build;
  const { list, segments } = await stepLog.timed(`index-pages: ${pages.length} pages`, () =>
    buildIndex(pages, { signal, readBatch, keeper }),
  );
  return [
    ...segments.map((segment) => indexFile(searchSegmentPath(segment.name), segment)),
    indexFile(searchIndexPath, { sha256: hash("sha256", list), byteLength: list.length, load: () => list }),
  ];
}

function indexFile(path: string, { sha256, byteLength, load }: Omit<BuiltSegment, "name">): SiteFile {
  return {
    path,
    type: "application/octet-stream",
    sha256,
    byteLength,
    load: async () => ({ bytes: load(), sha256, gzip: undefined, brotli: undefined }),
  };
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
    // Lazy: it is read only when this page is indexed.
    get analysis() {
      return page.analysis;
    },
  };
}
