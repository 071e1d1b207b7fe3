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

/** Cuts pages into passages and counts which terms stand where. */
export class TermCounter {
  readonly terms = new TermNumbers();
  readonly passageCounts = new FieldCounts(passageFields);
  readonly pageCounts = new FieldCounts(pageFields);
  readonly #countInPassage = fieldCounter(this.terms, this.passageCounts);
  readonly #countInPage = fieldCounter(this.terms, this.pageCounts);

  /** Answers with the passages of the page. */
  addPage(page: PageToIndex): Passage[] {
    const count = this.#countInPage;
    count("title", page.title, "label");
    count("slug", page.path.split("/").filter(Boolean).slice(-slugSegments).join(" "), "prose");
    count("keywords", page.keywords.join(" \n "), "label");
    count("description", page.description ?? "", "prose");
    const { sections } = page;
    const passages = (sections.length === 0 ? [emptySection] : sections).flatMap((section) => {
      count("allHeadings", section.headingPath.at(-1) ?? "", "label");
      return splitSection(section);
    });
    for (const passage of passages) this.#addPassage(passage);
    this.pageCounts.endDocument();
    return passages;
  }

  #addPassage({ headingPath, blocks }: Passage): void {
    const count = this.#countInPassage;
    count("heading", headingPath.at(-1) ?? "", "label");
    count("headingsAbove", headingPath.slice(0, -1).join(" \n "), "prose");
    for (const { kind, text } of blocks) count(kind, text, "prose");
    addToPage(this.passageCounts, this.pageCounts, "text", "allText");
    addToPage(this.passageCounts, this.pageCounts, "code", "allCode");
    this.passageCounts.endDocument();
  }
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
