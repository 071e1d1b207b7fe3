import { countLabels, FieldCounts } from "./field-counts.ts";
import { growingWords } from "./growing-numbers.ts";
import type { PassageParts } from "./index-parts.ts";
import { decodeAnalysis } from "./page-analysis.ts";
import type { AnalyzedPage } from "./page-to-index.ts";
import { pageFields, passageFields } from "./ranking.ts";
import { TermTable } from "./term-table.ts";
import { addTitle } from "./text-vectors.ts";

/** Collects pages that were analyzed one by one. */
export class PageCollector {
  readonly terms = new TermTable();
  readonly passageCounts = new FieldCounts(passageFields);
  readonly pageCounts = new FieldCounts(pageFields);
  readonly passages = new PassageList();

  add(page: AnalyzedPage): void {
    const { terms, pageCounts, pageLengths, passages, texts } = decodeAnalysis(page.analysis);
    const numbers = this.terms.ofList(terms);
    this.passageCounts.append(passages, numbers);
    this.pageCounts.open(numbers, pageCounts, pageLengths);
    countLabels(this.terms, this.pageCounts, page);
    this.pageCounts.endDocument();
    this.passages.append({ ...texts, vectors: addTitle(texts, page.title) });
  }
}

/** The text of all passages, page after page. */
class PassageList {
  readonly #firstPassages = growingWords();
  readonly #block = growingWords();
  readonly #offset = growingWords();
  readonly #blockOffset = growingWords();
  readonly #blockLengths = growingWords();
  readonly #blocks: Uint8Array[] = [];
  readonly #vectors: Uint8Array[] = [];
  #bytes = 0;

  /** Appends a page. Its blocks are copied, so that the rest of its analysis can be freed. */
  append({
    passageBlock,
    passageOffset,
    blockOffset,
    blockLength,
    blocks,
    vectors,
  }: Omit<PassageParts, "pageFirstPassage">): void {
    this.#firstPassages.push(this.#block.length);
    const firstBlock = this.#blockLengths.length;
    for (const block of passageBlock) this.#block.push(block + firstBlock);
    this.#offset.append(passageOffset);
    for (const offset of blockOffset.subarray(0, -1)) this.#blockOffset.push(offset + this.#bytes);
    this.#blockLengths.append(blockLength);
    this.#blocks.push(Buffer.from(blocks));
    this.#bytes += blocks.length;
    this.#vectors.push(vectors);
  }

  /** The first passage of each page, and the total number of passages. Valid until the next page is added. */
  firstPassages(): Uint32Array {
    return withTotal(this.#firstPassages.view(), this.#block.length);
  }

  finish(): PassageParts {
    return {
      pageFirstPassage: this.firstPassages(),
      passageBlock: this.#block.view(),
      passageOffset: this.#offset.view(),
      blockOffset: withTotal(this.#blockOffset.view(), this.#bytes),
      blockLength: this.#blockLengths.view(),
      blocks: Buffer.concat(this.#blocks),
      vectors: Buffer.concat(this.#vectors),
    };
  }
}

function withTotal(numbers: Uint32Array, total: number): Uint32Array {
  const extended = new Uint32Array(numbers.length + 1);
  extended.set(numbers);
  extended[numbers.length] = total;
  return extended;
}
