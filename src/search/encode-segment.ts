import { encodePostings } from "./encode-postings.ts";
import type { AverageLengths } from "./field-lengths.ts";
import type { IndexParts } from "./index-format.ts";
import type { IndexMerger, PassageParts } from "./index-merger.ts";
import { contextGroups, passageGroups, titleGroups } from "./ranking.ts";
import { scoreCounts } from "./score-counts.ts";
import { sortTerms } from "./sort-terms.ts";

export type TermParts = Pick<
  IndexParts,
  | "termOffset"
  | "terms"
  | "termPassages"
  | "termPages"
  | "passagePostingOffset"
  | "passagePostings"
  | "pagePostingOffset"
  | "pagePostings"
>;

/** What an index knows of the text of some pages, with its scores. Pages and passages have their numbers among these. */
export type Segment = PassageParts & TermParts;

export function encodeSegment(merger: IndexMerger, averages: AverageLengths): Segment {
  const { terms, passageCounts, pageCounts, passages } = merger;
  const list = terms.list();
  const termCount = list.hashes.length;
  const isUsed = new Uint8Array(termCount);
  // Stop words of running text have a number, but nothing is found by them.
  for (const counts of [passageCounts, pageCounts]) for (const term of counts.documents().terms) isUsed[term] = 1;
  const { numbers, ...sorted } = sortTerms(list, isUsed);
  const passageScores = [scoreCounts(passageCounts, passageGroups, averages.passage)];
  const pageScores = [titleGroups, contextGroups].map((groups) => scoreCounts(pageCounts, groups, averages.page));
  const inPassages = encodePostings(passageCounts.documents(), passageScores, numbers, termCount);
  const inPages = encodePostings(pageCounts.documents(), pageScores, numbers, termCount);
  return {
    ...passages.finish(),
    ...sorted,
    termPassages: inPassages.found,
    termPages: inPages.found,
    passagePostingOffset: inPassages.offsets,
    passagePostings: inPassages.bytes,
    pagePostingOffset: inPages.offsets,
    pagePostings: inPages.bytes,
  };
}
