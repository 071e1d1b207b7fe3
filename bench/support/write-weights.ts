import type { DecisionWeights } from "../../src/assistant/reply/weights.ts";

interface Fitted {
  features: Readonly<Record<string, number>>;
  answer: DecisionWeights;
  relevance: DecisionWeights;
  thresholds: { answer: number; relevance: number };
}

/** The source of `src/assistant/reply/weights.ts`. */
export function writeWeights({ features, answer, relevance, thresholds }: Fitted): string {
  return `/** All numbers here are written by \`npm run bench -- answers --fit\`, which explains how they are found. */

/** How much each feature of a passage speaks for it. Features are between 0 and 1; see \`find-candidates.ts\`. */
export const featureWeights = ${table(features)} as const;

export type FeatureName = keyof typeof featureWeights;

/** How much each piece of evidence speaks for having found the answer; see \`decide-outcome.ts\`. */
export const answerWeights = ${table(answer)} as const;

/** The same for the documentation saying anything about the question. */
export const relevanceWeights = ${table(relevance)} as const;

export type EvidenceName = Exclude<keyof typeof answerWeights | keyof typeof relevanceWeights, "bias">;
export type DecisionWeights = { readonly bias: number } & Readonly<Partial<Record<EvidenceName, number>>>;

/** The least probabilities for an answer and for suggestions. */
export const thresholds = { answer: ${Number(thresholds.answer.toFixed(3))}, relevance: ${Number(thresholds.relevance.toFixed(3))} };
`;
}

function table(weights: Readonly<Record<string, number>>): string {
  const lines = Object.entries(weights).map(([name, weight]) => `  ${name}: ${Number(weight.toFixed(2))},`);
  return `{\n${lines.join("\n")}\n}`;
}
