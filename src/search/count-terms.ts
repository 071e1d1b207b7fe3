import { FieldCounts } from "./field-counts.ts";
import type { PageToIndex, SectionToIndex } from "./page-to-index.ts";
import type { PageField, PassageField } from "./ranking.ts";
import { type Passage, splitSection } from "./split-section.ts";
import { TermNumbers } from "./term-numbers.ts";
import { forEachWord } from "./tokenize.ts";

const passageFields: readonly PassageField[] = ["text", "code", "heading", "headingsAbove"];
const pageFields: readonly PageField[] = [
  "title",
  "slug",
  "keywords",
  "description",
  "allHeadings",
  "allText",
  "allCode",
];
/** The folder of a page says what it is about as well; those above it rarely do. */
const slugSegments = 2;
/** A page with nothing on it is found by its title all the same. */
const emptySection: SectionToIndex = { headingPath: [], anchor: undefined, blocks: [] };

export interface CountedTerms {
  terms: TermNumbers;
  passageCounts: FieldCounts<PassageField>;
  pageCounts: FieldCounts<PageField>;
  passages: Passage[];
  /** For each page its first passage, and one number more at the end. */
  firstPassages: number[];
}

/** Cuts pages into passages and counts which terms stand where. */
export function countTerms(pages: readonly PageToIndex[]): CountedTerms {
  const terms = new TermNumbers();
  const passageCounts = new FieldCounts(passageFields);
  const pageCounts = new FieldCounts(pageFields);
  const countInPage = fieldCounter(terms, pageCounts);
  const countInPassage = fieldCounter(terms, passageCounts);
  const passages: Passage[] = [];
  const firstPassages = [0];
  for (const page of pages) {
    countInPage("title", page.title, "label");
    countInPage("slug", page.path.split("/").filter(Boolean).slice(-slugSegments).join(" "), "prose");
    countInPage("keywords", page.keywords.join(" \n "), "label");
    countInPage("description", page.description ?? "", "prose");
    for (const section of page.sections.length === 0 ? [emptySection] : page.sections) {
      countInPage("allHeadings", section.headingPath.at(-1) ?? "", "label");
      for (const passage of splitSection(section)) {
        countInPassage("heading", passage.headingPath.at(-1) ?? "", "label");
        countInPassage("headingsAbove", passage.headingPath.slice(0, -1).join(" \n "), "prose");
        for (const { kind, text } of passage.blocks) countInPassage(kind, text, "prose");
        addToPage(passageCounts, pageCounts, "text", "allText");
        addToPage(passageCounts, pageCounts, "code", "allCode");
        passageCounts.endDocument();
        passages.push(passage);
      }
    }
    pageCounts.endDocument();
    firstPassages.push(passages.length);
  }
  return { terms, passageCounts, pageCounts, passages, firstPassages };
}

/** Stop words count in labels only. There they are found, but make no label longer. */
function fieldCounter<Field extends string>(terms: TermNumbers, counts: FieldCounts<Field>) {
  return (field: Field, text: string, kind: "label" | "prose"): void => {
    const index = counts.fields.indexOf(field);
    forEachWord(text, (word) => {
      const { numbers, isStopWord } = terms.ofWord(word);
      for (let position = 0; position < numbers.length; position++) {
        const isStop = isStopWord[position] === true;
        if (!isStop || kind === "label") counts.count(index, numbers[position] ?? 0, 1, !isStop);
      }
    });
  };
}

/** What stands in the open passage stands in the open page too. */
function addToPage(
  passageCounts: FieldCounts<PassageField>,
  pageCounts: FieldCounts<PageField>,
  from: PassageField,
  to: PageField,
): void {
  const field = pageCounts.fields.indexOf(to);
  passageCounts.forEachOpen(passageCounts.fields.indexOf(from), (term, count) =>
    pageCounts.count(field, term, count, true),
  );
}
