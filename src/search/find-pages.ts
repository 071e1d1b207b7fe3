import type { Static } from "typebox";
import type { SearchRequest, SearchResult } from "../contract/assistant-schemas.ts";
import type { SearchIndex } from "./open-index.ts";
import type { SearchFilter } from "./page-filter.ts";
import { type FoundPage, search } from "./search.ts";

const pageSizeDefault = 10;

/** People search while typing; programs send a complete question. */
export interface Searcher {
  audience: "search" | "assistant";
  isTyping: boolean;
}

const sectionsMax = 3;
/** A section is listed if its coverage is at least this share of the best section's coverage. */
const sectionCoverageMin = 0.6;

const visitor: Searcher = { audience: "search", isTyping: true };

/** The matching pages of a site, best first, each with its best passage. */
export function findPages(
  index: SearchIndex,
  { query, pageSize: pagesMax = pageSizeDefault, filter = {}, scoreThreshold = 0 }: Static<typeof SearchRequest>,
  searcher = visitor,
): Static<typeof SearchResult>[] {
  const shown = { pagesMax, passagesMax: sectionsMax };
  return search(index, { query, ...searcher, ...shown, filter: filter as SearchFilter })
    .filter(({ score }) => score >= scoreThreshold)
    .map(toResult);
}

function toResult(page: FoundPage): Static<typeof SearchResult> {
  const { path, title, description, breadcrumb, facets, score, passages, isExact } = page;
  // If the query is the page's title, the page is shown as a whole.
  const best = isExact && description !== undefined ? undefined : passages[0];
  const anchored = isExact ? undefined : best;
  const { version, language } = facets;
  const sections = sectionsOf(passages);
  return {
    content: best?.snippet.text ?? description ?? title,
    path,
    metadata: {
      title,
      ...(description === undefined ? {} : { description }),
      breadcrumb,
      ...(version === undefined ? {} : { version }),
      ...(language === undefined ? {} : { language }),
      ...(anchored?.anchor === undefined
        ? {}
        : { anchor: anchored.anchor, heading: anchored.headingPath.at(-1) ?? title }),
      ...(sections.length === 0 ? {} : { sections }),
      // Rounded down, so that the page still matches if the score is sent back as a threshold.
      score: Math.floor(score * 1000) / 1000,
      highlights: (best?.snippet.highlights ?? []).map(({ start, end }) => [start, end]),
    },
  };
}

/** The matching sections, best first and without duplicates. */
function sectionsOf(passages: FoundPage["passages"]): { anchor: string; heading: string }[] {
  const most = Math.max(0, ...passages.map(({ coverage }) => coverage));
  const sections = new Map<string, string>();
  for (const { anchor, headingPath, coverage } of passages) {
    const heading = headingPath.at(-1);
    if (anchor === undefined || heading === undefined || coverage < most * sectionCoverageMin) continue;
    if (!sections.has(anchor)) sections.set(anchor, heading);
  }
  return [...sections].map(([anchor, heading]) => ({ anchor, heading }));
}
