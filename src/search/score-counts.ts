import type { FieldCounts, Postings } from "./field-counts.ts";
import { type FieldWeight, saturate, scoreMax } from "./ranking.ts";

interface ScoredGroup<Field extends string> {
  saturation: number;
  weight: number;
  fields: Readonly<Record<Field, FieldWeight>>;
}

export const scoreByteMax = 255;

/** For each posting what it earns in these groups, as a byte. Whatever counts at all is at least 1. */
export function scoreCounts<Field extends string>(
  fieldCounts: FieldCounts<Field>,
  { documents, counts }: Postings,
  groups: readonly ScoredGroup<Field>[],
): Uint8Array {
  const scale = scoreByteMax / scoreMax(groups);
  const width = fieldCounts.fields.length;
  const weighing = groups.map((group) => ({ group, fields: weighedFields(fieldCounts, group) }));
  const bytes = new Uint8Array(documents.length);
  for (let posting = 0; posting < documents.length; posting++) {
    const document = documents[posting] ?? 0;
    let score = 0;
    for (const { group, fields } of weighing) {
      let sum = 0;
      for (const { index, factors } of fields) sum += (counts[posting * width + index] ?? 0) * (factors[document] ?? 0);
      if (sum > 0) score += saturate(group, sum);
    }
    if (score > 0) bytes[posting] = Math.min(Math.max(Math.round(score * scale), 1), scoreByteMax);
  }
  return bytes;
}

/** What one occurrence is worth in each document: less in a field that is longer than usual. */
function weighedFields<Field extends string>(fieldCounts: FieldCounts<Field>, group: ScoredGroup<Field>) {
  return fieldCounts.fields.flatMap((field, index) => {
    if (!Object.hasOwn(group.fields, field)) return [];
    const { weight, lengthPenalty } = group.fields[field];
    const factors = fieldCounts
      .relativeLengths(index)
      .map((length) => weight / (1 - lengthPenalty + lengthPenalty * length));
    return [{ index, factors }];
  });
}
