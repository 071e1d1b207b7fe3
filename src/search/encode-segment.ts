import type { CountedDocuments } from "./field-counts.ts";
import type { AverageLengths } from "./field-lengths.ts";
import type { Segment, TermParts } from "./index-parts.ts";
import type { PageCollector } from "./page-collector.ts";
import { contextGroups, passageGroups, titleGroups } from "./ranking.ts";
import { scoreCounts } from "./score-counts.ts";
import type { TermList } from "./term-table.ts";

export function encodeSegment(merger: PageCollector, averages: AverageLengths): Segment {
  const { terms, passageCounts, pageCounts, passages } = merger;
  const list = terms.list();
  const termCount = list.hashes.length;
  const isUsed = new Uint8Array(termCount);
  // Stop words in running text have a number but no postings.
  for (const counts of [passageCounts, pageCounts]) for (const term of counts.documents().terms) isUsed[term] = 1;
  const { numbers, ...sorted } = sortTerms(list, isUsed);
  const passageScores = [scoreCounts(passageCounts, passageGroups, averages.passage)];
  const pageScores = [titleGroups, contextGroups].map((groups) => scoreCounts(pageCounts, groups, averages.page));
  const inPassages = encodePostings(passageCounts.documents(), passageScores, numbers, termCount);
  const inPages = encodePostings(pageCounts.documents(), pageScores, numbers, termCount);
  return {
    ...passages.finish(),
    ...sorted,
    termPassages: inPassages.found,
    termPages: inPages.found,
    passagePostingOffset: inPassages.offsets,
    passagePostings: inPassages.bytes,
    pagePostingOffset: inPages.offsets,
    pagePostings: inPages.bytes,
  };
}

interface EncodedPostings {
  /** The start of the postings of each term, in the order of the terms, and finally the end of all postings. */
  offsets: Uint32Array;
  bytes: Buffer;
  /** The number of documents that contain each term, in the same order. */
  found: Uint32Array;
}

/**
 * Encodes the documents of each term: the distance to the next document as a varint, then one byte per score list.
 * `order` gives the term at each position. Documents are traversed twice, first to compute the space for each term,
 * which is faster than sorting the entries.
 */
function encodePostings(
  documents: Pick<CountedDocuments, "terms" | "ends">,
  scores: readonly Uint8Array[],
  order: Uint32Array,
  termCount: number,
): EncodedPostings {
  const count = order.length;
  const room = new Uint32Array(termCount);
  const foundByNumber = new Uint32Array(termCount);
  forEachDistance(documents, termCount, (_entry, term, distance) => {
    room[term] = (room[term] ?? 0) + distanceBytes(distance) + scores.length;
    foundByNumber[term] = (foundByNumber[term] ?? 0) + 1;
  });
  const offsets = new Uint32Array(count + 1);
  const next = new Uint32Array(termCount);
  for (let place = 0; place < count; place++) {
    const term = order[place] ?? 0;
    next[term] = offsets[place] ?? 0;
    offsets[place + 1] = (offsets[place] ?? 0) + (room[term] ?? 0);
  }
  const bytes = Buffer.allocUnsafe(offsets[count] ?? 0);
  forEachDistance(documents, termCount, (entry, term, distance) => {
    let at = next[term] ?? 0;
    let rest = distance;
    for (; rest > 127; rest >>>= 7) bytes[at++] = (rest & 127) | 128;
    bytes[at++] = rest;
    for (let list = 0; list < scores.length; list++) bytes[at++] = scores[list]?.[entry] ?? 0;
    next[term] = at;
  });
  return { offsets, bytes, found: order.map((term) => foundByNumber[term] ?? 0) };
}

/** Visits every term of every document, with the distance to the previous document that has the term. */
function forEachDistance(
  { terms, ends }: Pick<CountedDocuments, "terms" | "ends">,
  termCount: number,
  visit: (entry: number, term: number, distance: number) => void,
): void {
  const next = new Uint32Array(termCount);
  let entry = 0;
  for (let document = 0; document < ends.length; document++) {
    const end = ends[document] ?? 0;
    for (; entry < end; entry++) {
      const term = terms[entry] ?? 0;
      visit(entry, term, document - (next[term] ?? 0));
      next[term] = document + 1;
    }
  }
}

function distanceBytes(distance: number): number {
  let bytes = 1;
  for (let rest = distance; rest > 127; rest >>>= 7) bytes += 1;
  return bytes;
}

interface SortedTerms extends Pick<TermParts, "termOffset" | "terms"> {
  /** The term at each position. */
  numbers: Uint32Array;
}

/** The number of bytes that fit exactly into a number. */
const keyBytes = 6;

/** Sorts the used terms by their bytes, so that an index can be binary-searched. */
function sortTerms({ ends, bytes }: TermList, isUsed: Uint8Array): SortedTerms {
  const startOf = (number: number) => (number === 0 ? 0 : (ends[number - 1] ?? 0));
  // Most terms differ in their first bytes, and comparing numbers is faster than comparing bytes.
  const keys = new Float64Array(isUsed.length);
  const used = new Uint32Array(isUsed.length);
  let count = 0;
  for (let number = 0; number < isUsed.length; number++) {
    if (isUsed[number] === 0) continue;
    keys[number] = keyAt(bytes, startOf(number), ends[number] ?? 0);
    used[count++] = number;
  }
  const own = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const numbers = used
    .subarray(0, count)
    .sort(
      (a, b) => (keys[a] ?? 0) - (keys[b] ?? 0) || own.compare(own, startOf(b), ends[b] ?? 0, startOf(a), ends[a] ?? 0),
    );
  const termOffset = new Uint32Array(count + 1);
  const terms = Buffer.allocUnsafe(bytes.length);
  let offset = 0;
  for (let place = 0; place < count; place++) {
    const number = numbers[place] ?? 0;
    offset += own.copy(terms, offset, startOf(number), ends[number]);
    termOffset[place + 1] = offset;
  }
  return { termOffset, terms: terms.subarray(0, offset), numbers };
}

function keyAt(bytes: Uint8Array, start: number, end: number): number {
  let key = 0;
  for (let at = start; at < start + keyBytes; at++) key = key * 256 + (at < end ? (bytes[at] ?? 0) : 0);
  return key;
}
