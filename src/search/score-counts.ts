import type { FieldCounts } from "./field-counts.ts";
import { type FieldGroup, scoreMax } from "./ranking.ts";

export const scoreByteMax = 255;

/**
 * The score of each term of each document in these groups, as a byte. Any match scores at least 1. `averages` has the
 * average length of each field. The code uses several short loops, because they are four times as fast as one loop over
 * groups and fields.
 */
export function scoreCounts<Field extends string>(
  fieldCounts: FieldCounts<Field>,
  groups: readonly FieldGroup<Field>[],
  averages: readonly number[],
): Uint8Array {
  const scale = scoreByteMax / scoreMax(groups);
  const entryCount = fieldCounts.documents().terms.length;
  const scores = new Float64Array(entryCount);
  for (const group of groups) addScores(scores, weighedSums(fieldCounts, group, averages), group);
  const bytes = new Uint8Array(entryCount);
  for (let entry = 0; entry < entryCount; entry++) {
    const score = (scores[entry] ?? 0) * scale;
    if (score > 0) bytes[entry] = Math.min(Math.max(Math.round(score), 1), scoreByteMax);
  }
  return bytes;
}

/** BM25 of a group without the rarity of the term, from the weighted and normalized occurrences in its fields. */
function addScores(
  scores: Float64Array,
  sums: Float64Array,
  { saturation, weight }: Pick<FieldGroup<string>, "saturation" | "weight">,
): void {
  const most = weight * (saturation + 1);
  for (let entry = 0; entry < scores.length; entry++) {
    const sum = sums[entry] ?? 0;
    if (sum > 0) scores[entry] = (scores[entry] ?? 0) + (most * sum) / (saturation + sum);
  }
}

/** The weighted occurrences in the fields of a group. Fields longer than average count less. */
function weighedSums<Field extends string>(
  fieldCounts: FieldCounts<Field>,
  group: FieldGroup<Field>,
  averages: readonly number[],
): Float64Array {
  const { terms, ends, lengths } = fieldCounts.documents();
  const width = fieldCounts.fields.length;
  const sums = new Float64Array(terms.length);
  for (const [field, name] of fieldCounts.fields.entries()) {
    if (!Object.hasOwn(group.fields, name)) continue;
    const { weight, lengthPenalty } = group.fields[name];
    const average = averages[field] ?? 1;
    const factors = new Float64Array(ends.length);
    for (let document = 0; document < factors.length; document++) {
      const relative = (lengths[document * width + field] ?? 0) / average;
      factors[document] = weight / (1 - lengthPenalty + lengthPenalty * relative);
    }
    addField(sums, fieldCounts, field, factors);
  }
  return sums;
}

function addField<Field extends string>(
  sums: Float64Array,
  fieldCounts: FieldCounts<Field>,
  field: number,
  factors: Float64Array,
): void {
  const { ends, counts } = fieldCounts.documents();
  const width = fieldCounts.fields.length;
  let entry = 0;
  for (let document = 0; document < ends.length; document++) {
    const end = ends[document] ?? 0;
    const factor = factors[document] ?? 0;
    for (; entry < end; entry++) {
      const count = counts[entry * width + field] ?? 0;
      if (count > 0) sums[entry] = (sums[entry] ?? 0) + count * factor;
    }
  }
}
