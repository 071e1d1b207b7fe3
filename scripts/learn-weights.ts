/** An example: the features that it has, each with its share, and the number of its kind. */
interface Row {
  shares: readonly (readonly [feature: number, share: number])[];
  kind: number;
}

const rounds = 20;
const step = 0.1;
/** Pulls weights to zero, so that a word in a few examples doesn't decide alone. */
const shrink = 0.0001;
/** A prime number visits all examples in a mixed order that is the same on every run. */
const stride = 7_919;

/** Multinomial logistic regression by the AdaGrad method. The result has a weight for each kind, feature after feature. */
export function learnWeights(rows: readonly Row[], kinds: number, features: number): Float64Array {
  const weights = new Float64Array(kinds * features);
  const squares = new Float64Array(kinds * features).fill(1e-4);
  for (let visit = 0; visit < rounds * rows.length; visit += 1) {
    const { shares = [], kind = 0 } = rows[(visit * stride) % rows.length] ?? {};
    const sums = new Float64Array(kinds);
    for (const [feature, share] of shares) {
      for (let one = 0; one < kinds; one += 1)
        sums[one] = (sums[one] ?? 0) + share * (weights[feature * kinds + one] ?? 0);
    }
    const most = Math.max(...sums);
    const powers = sums.map((sum) => Math.exp(sum - most));
    const total = powers.reduce((sum, power) => sum + power, 0);
    const errors = powers.map((power, one) => power / total - (one === kind ? 1 : 0));
    for (const [feature, share] of shares) {
      for (let one = 0; one < kinds; one += 1) {
        const at = feature * kinds + one;
        const slope = share * (errors[one] ?? 0) + shrink * (weights[at] ?? 0);
        squares[at] = (squares[at] ?? 0) + slope ** 2;
        weights[at] = (weights[at] ?? 0) - (step * slope) / Math.sqrt(squares[at] ?? 1);
      }
    }
  }
  return weights;
}
