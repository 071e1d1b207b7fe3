import { countWords } from "./count-words.ts";
import { FieldCounts } from "./field-counts.ts";
import { growingWords } from "./growing-numbers.ts";
import type { IndexParts } from "./index-format.ts";
import { decodeAnalysis, type PageAnalysis } from "./page-analysis.ts";
import type { AnalysedPage } from "./page-to-index.ts";
import { type PageField, pageFields, passageFields } from "./ranking.ts";
import { TermTable } from "./term-table.ts";

/** The folder of a page says what it is about as well; those above it rarely do. */
const slugSegments = 2;

/** Puts pages together that were analysed one by one. */
export class IndexMerger {
  readonly terms = new TermTable();
  readonly passageCounts = new FieldCounts(passageFields);
  readonly pageCounts = new FieldCounts(pageFields);
  readonly passages = new PassageList();

  add(page: AnalysedPage): void {
    const analysis = decodeAnalysis(page.analysis);
    const { termHashes: hashes, termEnds: ends, terms: bytes } = analysis;
    const numbers = this.terms.ofList({ hashes, ends, bytes });
    const { passageTerms, passageEnds, passageCounts, passageLengths } = analysis;
    this.passageCounts.append(
      { terms: passageTerms, ends: passageEnds, counts: passageCounts, lengths: passageLengths },
      numbers,
    );
    this.#addPage(page, analysis, numbers);
    this.passages.add(analysis);
  }

  #addPage(page: AnalysedPage, { pageCounts, pageLengths }: PageAnalysis, numbers: Uint32Array): void {
    this.pageCounts.open(numbers, pageCounts, pageLengths);
    const count = (field: PageField, text: string, kind: "label" | "prose") =>
      countWords(this.terms, this.pageCounts, field, text, kind);
    count("title", page.title, "label");
    count("slug", page.path.split("/").filter(Boolean).slice(-slugSegments).join(" "), "prose");
    count("keywords", page.keywords.join(" \n "), "label");
    count("description", page.description ?? "", "prose");
    this.pageCounts.endDocument();
  }
}

/** What an index holds of the text of the passages, and which page has which of them. */
export type PassageParts = Pick<
  IndexParts,
  "pageFirstPassage" | "passageBlock" | "passageOffset" | "blockOffset" | "blockLength" | "blocks"
>;

/** The text of all passages: the blocks of each page behind those of the page before it. */
class PassageList {
  readonly #firstPassages = growingWords();
  readonly #block = growingWords();
  readonly #offset = growingWords();
  readonly #blockEnds = growingWords();
  readonly #blockLengths = growingWords();
  readonly #blocks: Uint8Array[] = [];
  #bytes = 0;

  constructor() {
    this.#firstPassages.push(0);
    this.#blockEnds.push(0);
  }

  add({ passageBlock, passageOffset, blockOffset, blockLength, blocks }: PageAnalysis): void {
    const first = this.#blockLengths.length;
    for (const block of passageBlock) this.#block.push(first + block);
    this.#offset.append(passageOffset);
    for (const end of blockOffset.subarray(1)) this.#blockEnds.push(this.#bytes + end);
    this.#blockLengths.append(blockLength);
    // A copy, so that the rest of what was read of the page can go.
    this.#blocks.push(blocks.slice());
    this.#bytes += blocks.length;
    this.#firstPassages.push(this.#block.length);
  }

  /** For each page its first passage, and one number more at the end. Valid until the next one is added. */
  firstPassages(): Uint32Array {
    return this.#firstPassages.view();
  }

  finish(): PassageParts {
    return {
      pageFirstPassage: this.#firstPassages.view(),
      passageBlock: this.#block.view(),
      passageOffset: this.#offset.view(),
      blockOffset: this.#blockEnds.view(),
      blockLength: this.#blockLengths.view(),
      blocks: Buffer.concat(this.#blocks),
    };
  }
}
