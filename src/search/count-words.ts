import type { FieldCounts } from "./field-counts.ts";
import type { TermTable } from "./term-table.ts";
import { forEachWord } from "./tokenize.ts";

/** Counts the words of a text in a field. Stop words count in labels only; there they are found, but make none longer. */
export function countWords<Field extends string>(
  terms: TermTable,
  counts: FieldCounts<Field>,
  field: NoInfer<Field>,
  text: string,
  kind: "label" | "prose",
): void {
  if (text === "") return;
  const index = counts.fields.indexOf(field);
  forEachWord(text, (word) => {
    for (const { number, isStopWord } of terms.ofWord(word)) {
      if (!isStopWord || kind === "label") counts.count(index, number, 1, !isStopWord);
    }
  });
}
