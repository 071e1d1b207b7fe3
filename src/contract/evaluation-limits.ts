/** Limits for a project's own question set. In a file of its own because browsers load it. */
export const evaluationLimits = {
  questions: 200,
  questionCharacters: 2_000,
  noteCharacters: 1_000,
  pages: 5,
  pathCharacters: 300,
  facts: 10,
  factCharacters: 200,
  /** The newest evaluations are kept; older ones are deleted. */
  evaluationsKept: 100,
} as const;
