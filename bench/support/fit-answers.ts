/** One question: the features of each candidate, and the share of the answer that each candidate shows, from 0 to 1. */
export interface RankedExample {
  features: readonly Readonly<Record<string, number>>[];
  shows: readonly number[];
}

export interface DecidedExample {
  features: Readonly<Record<string, number>>;
  isRight: boolean;
}

const rankingSteps = 160;
const rankingPenalty = 0.03;
const decisionSteps = 600;
const decisionPenalty = 0.03;

/**
 * Fits weights that give most of the probability to the candidates that show the answer (a conditional logit). Features
 * are scaled to the same standard deviation, so that the penalty treats them alike.
 */
export function fitRanking<Name extends string>(
  names: readonly Name[],
  examples: readonly RankedExample[],
): Record<Name, number> {
  const used = examples.filter(({ shows }) => shows.some((share) => share > 0));
  const scales = names.map((name) =>
    deviationOf(used.flatMap(({ features }) => features.map((one) => one[name] ?? 0))),
  );
  const rows = used.map(({ features, shows }) => ({ shows, matrix: scaled(names, features, scales) }));
  const width = names.length;
  const weights = descend(width, rankingSteps, (current, slope) => {
    for (const { shows, matrix } of rows) {
      const scores = new Float64Array(shows.length);
      for (let row = 0; row < shows.length; row++) scores[row] = dot(current, matrix, row * width);
      const highest = scores.reduce((most, score) => Math.max(most, score), Number.NEGATIVE_INFINITY);
      let total = 0;
      let right = 0;
      for (let row = 0; row < shows.length; row++) {
        const strength = Math.exp((scores[row] ?? 0) - highest);
        scores[row] = strength;
        total += strength;
        right += strength * (shows[row] ?? 0);
      }
      for (let row = 0; row < shows.length; row++) {
        const strength = scores[row] ?? 0;
        const pull = (strength * (shows[row] ?? 0)) / Math.max(right, 1e-12) - strength / total;
        if (Math.abs(pull) < 1e-6) continue;
        for (let at = 0; at < width; at++)
          slope[at] = (slope[at] ?? 0) - (pull * (matrix[row * width + at] ?? 0)) / rows.length;
      }
    }
    for (let at = 0; at < width; at++) slope[at] = (slope[at] ?? 0) + 2 * rankingPenalty * (current[at] ?? 0);
  });
  return record(names, (at) => (weights[at] ?? 0) / (scales[at] ?? 1));
}

/** Fits the weights and the bias of a logistic regression. */
export function fitDecision<Name extends string>(
  names: readonly Name[],
  examples: readonly DecidedExample[],
): Record<Name, number> & { bias: number } {
  const scales = names.map((name) => deviationOf(examples.map(({ features }) => features[name] ?? 0)));
  const means = names.map(
    (name) => examples.reduce((sum, { features }) => sum + (features[name] ?? 0), 0) / examples.length,
  );
  const rows = examples.map(({ features, isRight }) => ({
    isRight,
    values: Float64Array.from([
      1,
      ...names.map((name, at) => ((features[name] ?? 0) - (means[at] ?? 0)) / (scales[at] ?? 1)),
    ]),
  }));
  const weights = descend(names.length + 1, decisionSteps, (current, slope) => {
    for (const { isRight, values } of rows) {
      const error = 1 / (1 + Math.exp(-dot(current, values, 0))) - (isRight ? 1 : 0);
      for (const [at, value] of values.entries()) slope[at] = (slope[at] ?? 0) + (error * value) / rows.length;
    }
    for (let at = 1; at < slope.length; at++) slope[at] = (slope[at] ?? 0) + 2 * decisionPenalty * (current[at] ?? 0);
  });
  const fitted = record(names, (at) => (weights[at + 1] ?? 0) / (scales[at] ?? 1));
  const bias = names.reduce((sum, name, at) => sum - fitted[name] * (means[at] ?? 0), weights[0] ?? 0);
  return { ...fitted, bias };
}

/** The Adam optimizer, starting from zero. */
function descend(
  width: number,
  steps: number,
  addSlope: (current: Float64Array, slope: Float64Array) => void,
): Float64Array {
  const current = new Float64Array(width);
  const first = new Float64Array(width);
  const second = new Float64Array(width);
  for (let step = 1; step <= steps; step++) {
    const slope = new Float64Array(width);
    addSlope(current, slope);
    for (let at = 0; at < width; at++) {
      const pull = slope[at] ?? 0;
      first[at] = 0.9 * (first[at] ?? 0) + 0.1 * pull;
      second[at] = 0.999 * (second[at] ?? 0) + 0.001 * pull * pull;
      const mean = (first[at] ?? 0) / (1 - 0.9 ** step);
      current[at] = (current[at] ?? 0) - (0.06 * mean) / (Math.sqrt((second[at] ?? 0) / (1 - 0.999 ** step)) + 1e-8);
    }
  }
  return current;
}

function scaled(
  names: readonly string[],
  features: readonly Readonly<Record<string, number>>[],
  scales: readonly number[],
): Float64Array {
  const matrix = new Float64Array(features.length * names.length);
  for (const [row, one] of features.entries()) {
    for (const [at, name] of names.entries()) matrix[row * names.length + at] = (one[name] ?? 0) / (scales[at] ?? 1);
  }
  return matrix;
}

function deviationOf(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / (values.length || 1);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length || 1)) || 1;
}

function dot(weights: Float64Array, values: Float64Array, from: number): number {
  let sum = 0;
  for (let at = 0; at < weights.length; at++) sum += (weights[at] ?? 0) * (values[from + at] ?? 0);
  return sum;
}

function record<Name extends string>(names: readonly Name[], valueAt: (at: number) => number): Record<Name, number> {
  return Object.fromEntries(names.map((name, at) => [name, valueAt(at)])) as Record<Name, number>;
}
