import { countLabels, FieldCounts } from "./field-counts.ts";
import { decodeAnalysis } from "./page-analysis.ts";
import type { AnalyzedPage } from "./page-to-index.ts";
import { pageFields, passageFields } from "./ranking.ts";
import { TermTable } from "./term-table.ts";

/**
 * The lengths stored per page: for each passage field, the total length and the number of passages that have the field;
 * then the length of each page field. Scores depend on no other data about other pages.
 */
export const lengthsPerPage = passageFields.length * 2 + pageFields.length;

/** The average length of each field, in field order, over the documents that have the field. */
export interface AverageLengths {
  passage: readonly number[];
  page: readonly number[];
}

/** Measures pages one by one, which is far cheaper than collecting them. */
export class PageMeasure {
  readonly #terms = new TermTable();

  lengthsOf(page: AnalyzedPage): Uint32Array {
    const { passages, pageLengths } = decodeAnalysis(page.analysis);
    const width = passageFields.length;
    const row = new Uint32Array(lengthsPerPage);
    for (const [at, length] of passages.lengths.entries()) {
      const field = at % width;
      row[field] = (row[field] ?? 0) + length;
      if (length > 0) row[width + field] = (row[width + field] ?? 0) + 1;
    }
    const labels = new FieldCounts(pageFields);
    countLabels(this.#terms, labels, page);
    labels.endDocument();
    row.set(labels.documents().lengths, width * 2);
    row.set(pageLengths, lengthsPerPage - pageLengths.length);
    return row;
  }
}

export function averageLengths(groups: readonly Uint32Array[]): AverageLengths {
  const width = passageFields.length;
  const sums = new Float64Array(lengthsPerPage);
  const filledPages = new Float64Array(pageFields.length);
  for (const measured of groups) {
    for (let at = 0; at < measured.length; at++) {
      const length = measured[at] ?? 0;
      const place = at % lengthsPerPage;
      sums[place] = (sums[place] ?? 0) + length;
      const field = place - width * 2;
      if (field >= 0 && length > 0) filledPages[field] = (filledPages[field] ?? 0) + 1;
    }
  }
  return {
    passage: passageFields.map((_, field) => inSteps(sums[field], sums[width + field])),
    page: pageFields.map((_, field) => inSteps(sums[width * 2 + field], filledPages[field])),
  };
}

/**
 * Averages are rounded to steps of about 4 %, so that adding a sentence to one page in a thousand doesn't change the
 * scores of all others. The resulting error of at most 2 % doesn't change any result.
 */
const stepsPerDoubling = 16;

function inSteps(sum = 0, filled = 0): number {
  const average = Math.max(sum / Math.max(filled, 1), 1);
  return 2 ** (Math.round(Math.log2(average) * stepsPerDoubling) / stepsPerDoubling);
}
