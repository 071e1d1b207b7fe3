import { countWords, FieldCounts } from "./field-counts.ts";
import { encodeAnalysis } from "./page-analysis.ts";
import type { SectionToIndex } from "./page-to-index.ts";
import { PassageWriter } from "./passage-writer.ts";
import { type PassageField, passageFields, type SectionField, sectionFields } from "./ranking.ts";
import { type Passage, splitSection } from "./split-section.ts";
import { TermTable } from "./term-table.ts";

/** A page without content can still be found by its title. */
const emptySection: SectionToIndex = { headingPath: [], anchor: undefined, blocks: [] };

/** Splits the sections of a page into passages and counts their terms. The result is an encoded `PageAnalysis`. */
export function analyzeSections(sections: readonly SectionToIndex[]): Buffer {
  const terms = new TermTable();
  const page = new FieldCounts(sectionFields);
  const inPassages = new FieldCounts(passageFields);
  const texts = new PassageWriter();
  for (const section of sections.length === 0 ? [emptySection] : sections) {
    countWords(terms, page, "allHeadings", section.headingPath.at(-1) ?? "", "label");
    for (const passage of splitSection(section)) {
      countPassage(terms, inPassages, passage);
      addToPage(inPassages, page, "text", "allText");
      addToPage(inPassages, page, "code", "allCode");
      inPassages.endDocument();
      texts.add(passage);
    }
  }
  const list = terms.list();
  const inPage = densely(page, list.hashes.length);
  return encodeAnalysis({ terms: list, ...inPage, passages: inPassages.documents(), texts: texts.finish() });
}

function countPassage(terms: TermTable, counts: FieldCounts<PassageField>, { headingPath, blocks }: Passage): void {
  countWords(terms, counts, "heading", headingPath.at(-1) ?? "", "label");
  countWords(terms, counts, "headingsAbove", headingPath.slice(0, -1).join(" \n "), "prose");
  for (const { kind, text } of blocks) countWords(terms, counts, kind === "code" ? "code" : "text", text, "prose");
}

/** Adds the counts of the open passage to the open page. */
function addToPage(
  passage: FieldCounts<PassageField>,
  page: FieldCounts<SectionField>,
  from: PassageField,
  to: SectionField,
): void {
  const field = page.fields.indexOf(to);
  passage.forEachOpen(passage.fields.indexOf(from), (term, count) => page.count(field, term, count, true));
}

/** Stores one byte per term and field, because nearly every term of the passages is also in the page. */
function densely(page: FieldCounts<SectionField>, termCount: number) {
  const pageCounts = new Uint8Array(termCount * sectionFields.length);
  for (const [field] of sectionFields.entries()) {
    page.forEachOpen(field, (term, count) => {
      pageCounts[term * sectionFields.length + field] = count;
    });
  }
  page.endDocument();
  return { pageCounts, pageLengths: page.documents().lengths };
}
