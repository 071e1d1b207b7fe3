import type { Static } from "typebox";
import type { SearchRequest, SearchResult } from "../contract/assistant-schemas.ts";
import type { SearchIndex } from "../search/open-index.ts";
import type { SearchFilter } from "../search/page-filter.ts";
import { type FoundPage, search } from "../search/search.ts";

const pageSizeDefault = 10;

/** People search while typing; programs send a complete question. */
export interface Searcher {
  audience: "search" | "assistant";
  isTyping: boolean;
}

const visitor: Searcher = { audience: "search", isTyping: true };

/** The matching pages of a site, best first, each with its best passage. */
export function searchPages(
  index: SearchIndex,
  { query, pageSize = pageSizeDefault, scoreThreshold = 0, filter }: Static<typeof SearchRequest>,
  { audience, isTyping }: Searcher = visitor,
): Static<typeof SearchResult>[] {
  return search(index, {
    query,
    audience,
    pagesMax: pageSize,
    filter: (filter ?? {}) as SearchFilter,
    isTyping,
  })
    .filter(({ score }) => score >= scoreThreshold)
    .map(toResult);
}

function toResult(page: FoundPage): Static<typeof SearchResult> {
  const { path, title, description, breadcrumb, facets, score, passages } = page;
  const [best] = passages;
  const { version, language } = facets;
  return {
    content: best?.snippet.text ?? description ?? title,
    path,
    metadata: {
      title,
      ...(description === undefined ? {} : { description }),
      breadcrumb,
      ...(version === undefined ? {} : { version }),
      ...(language === undefined ? {} : { language }),
      ...(best?.anchor === undefined ? {} : { anchor: best.anchor, heading: best.headingPath.at(-1) }),
      // Rounded down, so that the page still matches if the score is sent back as a threshold.
      score: Math.floor(score * 1000) / 1000,
      highlights: (best?.snippet.highlights ?? []).map(({ start, end }) => [start, end]),
    },
  };
}
