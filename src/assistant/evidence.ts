/** A part of a page, as the search found it: what an answer is taken from. */
export interface EvidencePassage {
  path: string;
  /** With the anchor of its heading. */
  url: string;
  title: string;
  headingPath: readonly string[];
  blocks: readonly EvidenceBlock[];
  /** Falls from passage to passage. */
  score: number;
  /** What share of the question it covers, rare words counting more; from 0 to 1. */
  coverage: number;
}

export interface EvidenceBlock {
  kind: "text" | "code";
  text: string;
  language?: string;
}

export interface Evidence {
  /** The best first. */
  passages: readonly EvidencePassage[];
  /** What share of the question a text covers. */
  coverageOf(text: string): number;
}

const coverageMin = 0.4;
const passagesTried = 10;

/**
 * Whether the pages speak of what was asked. Words that the documentation does not know count in full, so a question about
 * something else is told from one that is only worded differently.
 */
export function isAnswerable({ passages }: Evidence): boolean {
  return passages.slice(0, passagesTried).some(({ coverage }) => coverage >= coverageMin);
}
