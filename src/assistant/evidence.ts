import type { TextBlock } from "../search/page-to-index.ts";

/** A part of a page that the search found, which an answer may be taken from. */
export interface EvidencePassage {
  path: string;
  /** Includes the anchor of its heading. */
  url: string;
  title: string;
  /** The page's description, if the passage is the beginning of the page. */
  description: string | undefined;
  headingPath: readonly string[];
  blocks: readonly TextBlock[];
  /** What follows under the same heading, in order. */
  continued(): readonly Pick<EvidencePassage, "headingPath" | "blocks">[];
  /** Decreases from passage to passage. */
  score: number;
  /** The share of the question it covers, from 0 to 1. Rare words count more. */
  coverage: number;
  /** The number of covered words. */
  wordsCovered: number;
  /** Whether one of them is in the title or a heading, so that the passage is about it. */
  isNamed: boolean;
}

export interface Evidence {
  /** Best first. */
  passages: readonly EvidencePassage[];
  /** The share of the question that a text covers. */
  coverageOf(text: string): number;
  /** How well a heading matches the question, from 0 to 1: covering it, and nothing else. */
  fitOf(heading: string): number;
}

const passagesTried = 10;
/**
 * Tuned on the questions of `bench/assistant` and on 175 questions about five other projects. Of those 175, all 100 that the
 * projects answer pass, and 74 of the other 75 do not.
 */
const namedCoverageMin = 0.35;
/** Higher, because a single covered word may mean something else: "the speed of light". */
const namedWordCoverageMin = 0.4;
const severalCoverageMin = 0.55;
const severalWords = 2;
const wholeCoverageMin = 0.8;

/**
 * Whether the pages are about the question. Words unknown to the documentation count in full, which separates questions about
 * something else from those that are just worded differently. A word that merely occurs is not evidence: the passage must be
 * about it, or contain several words of the question, or nearly all of them.
 */
export function isAnswerable({ passages }: Evidence): boolean {
  return passages.slice(0, passagesTried).some(({ coverage, wordsCovered, isNamed }) => {
    if (isNamed && coverage >= (wordsCovered > 1 ? namedCoverageMin : namedWordCoverageMin)) return true;
    return coverage >= wholeCoverageMin || (coverage >= severalCoverageMin && wordsCovered >= severalWords);
  });
}
