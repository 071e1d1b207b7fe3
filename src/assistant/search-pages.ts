import type { Static } from "typebox";
import type { SearchRequest, SearchResult } from "../contract/assistant-schemas.ts";
import type { SearchIndex } from "../search/open-index.ts";
import type { SearchFilter } from "../search/page-filter.ts";
import { type FoundPage, search } from "../search/search.ts";
import { reading } from "./reading.ts";

const pageSizeDefault = 10;

/** People search while typing; programs send a complete question. */
export interface Searcher {
  audience: "search" | "assistant";
  isTyping: boolean;
}

const sectionsMax = 3;
/** A section is listed if it covers at least this share of what the best one covers. */
const sectionCoverageMin = 0.6;

const visitor: Searcher = { audience: "search", isTyping: true };

/** The matching pages of a site, best first, each with its best passage. */
export function searchPages(
  index: SearchIndex,
  { query, pageSize = pageSizeDefault, scoreThreshold = 0, filter }: Static<typeof SearchRequest>,
  { audience, isTyping }: Searcher = visitor,
): Static<typeof SearchResult>[] {
  const request = {
    query,
    audience,
    pagesMax: pageSize,
    filter: (filter ?? {}) as SearchFilter,
    isTyping,
    passagesMax: sectionsMax,
  };
  return reading(() =>
    search(index, request)
      .filter(({ score }) => score >= scoreThreshold)
      .map(toResult),
  );
}

function toResult(page: FoundPage): Static<typeof SearchResult> {
  const { path, title, description, breadcrumb, facets, score, passages, isExact } = page;
  // A page that was asked for by its title is shown as a whole.
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
      ...(anchored?.anchor === undefined ? {} : { anchor: anchored.anchor, heading: anchored.headingPath.at(-1) }),
      ...(sections.length === 0 ? {} : { sections }),
      // Rounded down, so that the page still matches if the score is sent back as a threshold.
      score: Math.floor(score * 1000) / 1000,
      highlights: (best?.snippet.highlights ?? []).map(({ start, end }) => [start, end]),
    },
  };
}

/** The sections that match, best first, each once. */
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
