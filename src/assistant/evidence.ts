import type { TextBlock } from "../search/page-to-index.ts";

/** A part of a page, as the search found it: what an answer is taken from. */
export interface EvidencePassage {
  path: string;
  /** With the anchor of its heading. */
  url: string;
  title: string;
  /** Of the page, where the passage is its beginning. */
  description: string | undefined;
  headingPath: readonly string[];
  blocks: readonly TextBlock[];
  /** What follows on the page below the same heading, in order. */
  continued(): readonly Pick<EvidencePassage, "headingPath" | "blocks">[];
  /** Falls from passage to passage. */
  score: number;
  /** What share of the question it covers, rare words counting more; from 0 to 1. */
  coverage: number;
  /** How many of its words that are. */
  wordsCovered: number;
  /** One of them stands in the title or in a heading: that is what the passage is about. */
  isNamed: boolean;
}

export interface Evidence {
  /** The best first. */
  passages: readonly EvidencePassage[];
  /** What share of the question a text covers. */
  coverageOf(text: string): number;
  /** How much a heading is the question, from 0 to 1: what it says of it, and how little it says of something else. */
  fitOf(heading: string): number;
}

const passagesTried = 10;
/**
 * Chosen on the questions of `bench/assistant` and on 175 to five other projects, so that these figures flatter a little:
 * of those 175, all 100 that the projects answer pass, and 74 of the 75 others do not.
 */
const namedCoverageMin = 0.35;
/** Of a question with more than this one word, it may well mean another thing there: "the speed of light". */
const namedWordCoverageMin = 0.4;
const severalCoverageMin = 0.55;
const severalWords = 2;
const wholeCoverageMin = 0.8;

/**
 * Whether the pages speak of what was asked. Words that the documentation does not know count in full, so a question about
 * something else is told from one that is only worded differently. A word that just happens to stand somewhere is no
 * evidence: either the passage is about it, or several of the question stand together, or nearly all do.
 */
export function isAnswerable({ passages }: Evidence): boolean {
  return passages.slice(0, passagesTried).some(({ coverage, wordsCovered, isNamed }) => {
    if (isNamed && coverage >= (wordsCovered > 1 ? namedCoverageMin : namedWordCoverageMin)) return true;
    return coverage >= wholeCoverageMin || (coverage >= severalCoverageMin && wordsCovered >= severalWords);
  });
}
