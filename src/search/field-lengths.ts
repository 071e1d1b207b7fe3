import type { PageCollector } from "./page-collector.ts";
import { pageFields, passageFields } from "./ranking.ts";

/**
 * Lengths stored per page: for each passage field the total length and the number of passages that have it, then the
 * length of each page field. Scores need nothing else about other pages.
 */
export const lengthsPerPage = passageFields.length * 2 + pageFields.length;

/** The average length of each field, in field order, over the documents that have it. */
export interface AverageLengths {
  passage: readonly number[];
  page: readonly number[];
}

/** The lengths of every collected page, in sequence. */
export function measurePages({ passageCounts, pageCounts, passages }: PageCollector): Uint32Array {
  const firstPassages = passages.firstPassages();
  const pages = pageCounts.documents().lengths;
  const lengths = passageCounts.documents().lengths;
  const width = passageFields.length;
  const measured = new Uint32Array((firstPassages.length - 1) * lengthsPerPage);
  for (let page = 0; page < firstPassages.length - 1; page++) {
    const row = measured.subarray(page * lengthsPerPage, (page + 1) * lengthsPerPage);
    const end = (firstPassages[page + 1] ?? 0) * width;
    for (let at = (firstPassages[page] ?? 0) * width; at < end; at++) {
      const length = lengths[at] ?? 0;
      const field = at % width;
      row[field] = (row[field] ?? 0) + length;
      if (length > 0) row[width + field] = (row[width + field] ?? 0) + 1;
    }
    row.set(pages.subarray(page * pageFields.length, (page + 1) * pageFields.length), width * 2);
  }
  return measured;
}

export function averageLengths(measured: Uint32Array): AverageLengths {
  const width = passageFields.length;
  const sums = new Float64Array(lengthsPerPage);
  const filledPages = new Float64Array(pageFields.length);
  for (let at = 0; at < measured.length; at++) {
    const length = measured[at] ?? 0;
    const place = at % lengthsPerPage;
    sums[place] = (sums[place] ?? 0) + length;
    const field = place - width * 2;
    if (field >= 0 && length > 0) filledPages[field] = (filledPages[field] ?? 0) + 1;
  }
  return {
    passage: passageFields.map((_, field) => inSteps(sums[field], sums[width + field])),
    page: pageFields.map((_, field) => inSteps(sums[width * 2 + field], filledPages[field])),
  };
}

export function haveSameAverages(one: AverageLengths, other: AverageLengths): boolean {
  return String([one.passage, one.page]) === String([other.passage, other.page]);
}

/**
 * Averages are rounded to steps of 4 %, so adding a sentence to one page in a thousand doesn't change the scores of all
 * others. Being 2 % off changes no result.
 */
const stepsPerDoubling = 16;

function inSteps(sum = 0, filled = 0): number {
  const average = Math.max(sum / Math.max(filled, 1), 1);
  return 2 ** (Math.round(Math.log2(average) * stepsPerDoubling) / stepsPerDoubling);
}
