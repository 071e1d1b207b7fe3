/** All numbers here are written by `npm run bench -- answers --fit`, which explains how they are found. */

/** How much each feature of a passage speaks for it. Features are between 0 and 1; see `find-candidates.ts`. */
export const featureWeights = {
  pageScore: 0.86,
  pageRank: 1.51,
  passageScore: 3.44,
  coverageWithTitle: 1.9,
  bestBlock: 1.19,
  headingFit: 2.79,
  titleFit: 1.5,
  openingDefines: 7.74,
  headingDefines: 7.09,
  code: 2.57,
  number: 0.81,
  errorHeading: 3.88,
  sectionStart: 0.71,
  aside: -1.53,
  ownCoverage: 1.32,
  ownHeadingInFollowUp: 1.8,
  samePage: 2.52,
  length: -3.63,
} as const;

export type FeatureName = keyof typeof featureWeights;

/** How much each piece of evidence speaks for having found the answer; see `decide-outcome.ts`. */
export const answerWeights = {
  share: 2.05,
  pageShare: 1.97,
  coverage: 1.62,
  ownCoverage: 0.23,
  bestBlock: 1.11,
  fit: -0.15,
  unknown: -1.73,
  followUp: 0.11,
  plainKind: 1.46,
  bias: -4.18,
} as const;

/** The same for the documentation saying anything about the question. */
export const relevanceWeights = {
  bestCoverage: 2.5,
  named: 0.54,
  coverage: 1.74,
  ownCoverage: 1.06,
  unknown: -3.27,
  missing: -0.85,
  bias: -1.1,
} as const;

export type EvidenceName = Exclude<keyof typeof answerWeights | keyof typeof relevanceWeights, "bias">;
export type DecisionWeights = { readonly bias: number } & Readonly<Partial<Record<EvidenceName, number>>>;

/** The least probabilities for an answer and for suggestions. */
export const thresholds = { answer: 0.8, relevance: 0.503 };
