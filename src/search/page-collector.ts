import { countLabels, FieldCounts } from "./field-counts.ts";
import { growingWords } from "./growing-numbers.ts";
import type { PassageParts } from "./index-parts.ts";
import { decodeAnalysis } from "./page-analysis.ts";
import type { AnalyzedPage } from "./page-to-index.ts";
import { pageFields, passageFields } from "./ranking.ts";
import { TermTable } from "./term-table.ts";
import { addTitle } from "./text-vectors.ts";
import { vectorDimensions } from "./word-vectors.ts";

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
    // Copy the blocks, so that the rest of the analysis can be freed.
    const blocks = Buffer.from(texts.blocks);
    const pageFirstPassage = Uint32Array.of(0, texts.passageBlock.length);
    this.passages.append({ ...texts, pageFirstPassage, blocks, vectors: addTitle(texts, page.title) }, 0, 1);
  }
}

/** The text of all passages, page after page. */
export class PassageList {
  readonly #firstPassages = growingWords();
  readonly #block = growingWords();
  readonly #offset = growingWords();
  readonly #blockOffset = growingWords();
  readonly #blockLengths = growingWords();
  readonly #blocks: Uint8Array[] = [];
  readonly #vectors: Uint8Array[] = [];
  #bytes = 0;

  /** Appends the pages from `start` to `end`. Their blocks are copied unchanged. */
  append(parts: PassageParts, start: number, end: number): void {
    const firstPassage = parts.pageFirstPassage[start] ?? 0;
    const endPassage = parts.pageFirstPassage[end] ?? 0;
    // A page has at least one passage, and all passages of a block belong to the same page.
    const firstBlock = parts.passageBlock[firstPassage] ?? 0;
    const endBlock = parts.passageBlock[endPassage] ?? parts.blockLength.length;
    const firstByte = parts.blockOffset[firstBlock] ?? 0;
    const endByte = parts.blockOffset[endBlock] ?? 0;
    const passageShift = this.#block.length - firstPassage;
    for (const passage of parts.pageFirstPassage.subarray(start, end)) this.#firstPassages.push(passage + passageShift);
    const blockShift = this.#blockLengths.length - firstBlock;
    for (const block of parts.passageBlock.subarray(firstPassage, endPassage)) this.#block.push(block + blockShift);
    this.#offset.append(parts.passageOffset.subarray(firstPassage, endPassage));
    const byteShift = this.#bytes - firstByte;
    for (const offset of parts.blockOffset.subarray(firstBlock, endBlock)) this.#blockOffset.push(offset + byteShift);
    this.#blockLengths.append(parts.blockLength.subarray(firstBlock, endBlock));
    this.#blocks.push(parts.blocks.subarray(firstByte, endByte));
    this.#bytes += endByte - firstByte;
    this.#vectors.push(parts.vectors.subarray(firstPassage * vectorDimensions, endPassage * vectorDimensions));
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
