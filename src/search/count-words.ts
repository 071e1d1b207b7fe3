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
    const { numbers, isStopWord } = terms.ofWord(word);
    for (let position = 0; position < numbers.length; position++) {
      const isStop = isStopWord[position] === true;
      if (!isStop || kind === "label") counts.count(index, numbers[position] ?? 0, 1, !isStop);
    }
  });
}
