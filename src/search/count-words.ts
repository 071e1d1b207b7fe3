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
  const isLabel = kind === "label";
  forEachWord(text, (word) => {
    const found = terms.ofWord(word);
    // By place and not by an iterator: this runs for every word of a project.
    for (let at = 0; at < found.length; at++) {
      const term = found[at];
      if (term !== undefined && (isLabel || !term.isStopWord)) counts.count(index, term.number, 1, !term.isStopWord);
    }
  });
}
