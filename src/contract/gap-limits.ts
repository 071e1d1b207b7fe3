export const gapLimits = {
  /** Of one group. More of the same subject say nothing new. */
  questions: 20,
  groups: 30,
  /** The newest gaps are listed, and asked again after each update. */
  gaps: 20,
} as const;
