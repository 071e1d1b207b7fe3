/** An example: the features that it has, each with its share, and the number of its kind. */
interface Row {
  shares: readonly (readonly [feature: number, share: number])[];
  kind: number;
}

const rounds = 150;
const step = 0.1;
/** Pulls weights to zero, so that a word in a few examples doesn't decide alone. */
const shrink = 0.0001;
const meanDecay = 0.9;
const squareDecay = 0.999;
const tiny = 1e-8;

/** Multinomial logistic regression by the Adam method. The result has a weight for each kind, feature after feature. */
export function learnWeights(rows: readonly Row[], kinds: number, features: number): Float64Array {
  const size = kinds * features;
  const weights = new Float64Array(size);
  const mean = new Float64Array(size);
  const square = new Float64Array(size);
  for (let round = 1; round <= rounds; round += 1) {
    const slope = slopeOf(rows, weights, kinds);
    for (let at = 0; at < size; at += 1) {
      const own = (slope[at] ?? 0) + shrink * (weights[at] ?? 0);
      mean[at] = meanDecay * (mean[at] ?? 0) + (1 - meanDecay) * own;
      square[at] = squareDecay * (square[at] ?? 0) + (1 - squareDecay) * own ** 2;
      const direction = (mean[at] ?? 0) / (1 - meanDecay ** round);
      const scale = Math.sqrt((square[at] ?? 0) / (1 - squareDecay ** round)) + tiny;
      weights[at] = (weights[at] ?? 0) - (step * direction) / scale;
    }
  }
  return weights;
}

/** How the error changes with each weight. */
function slopeOf(rows: readonly Row[], weights: Float64Array, kinds: number): Float64Array {
  const slope = new Float64Array(weights.length);
  const sums = new Float64Array(kinds);
  for (const { shares, kind } of rows) {
    sums.fill(0);
    for (const [feature, share] of shares) {
      for (let one = 0; one < kinds; one += 1)
        sums[one] = (sums[one] ?? 0) + share * (weights[feature * kinds + one] ?? 0);
    }
    const most = Math.max(...sums);
    const powers = sums.map((sum) => Math.exp(sum - most));
    const total = powers.reduce((sum, power) => sum + power, 0);
    const errors = powers.map((power, one) => (power / total - (one === kind ? 1 : 0)) / rows.length);
    for (const [feature, share] of shares) {
      const from = feature * kinds;
      for (let one = 0; one < kinds; one += 1)
        slope[from + one] = (slope[from + one] ?? 0) + share * (errors[one] ?? 0);
    }
  }
  return slope;
}
