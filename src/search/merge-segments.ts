import { growingBytes, growingWords } from "./growing-numbers.ts";
import type { PassageParts, Segment, TermParts } from "./index-parts.ts";
import { PostingMerger, type PostingSource } from "./merge-postings.ts";
import { PassageList } from "./page-collector.ts";

type Segments = Record<PageRun["from"], Segment>;

/**
 * Merges kept and fresh pages into one segment, in the order of the runs. The result equals the segment built from all
 * pages at once, provided both used the same average lengths.
 */
export function mergeSegments(segments: Segments, runs: readonly PageRun[]): Segment {
  return { ...mergePassages(segments, runs), ...mergeTerms(segments, placeDocuments(segments, runs)) };
}

interface DocumentPlaces {
  pages: Int32Array;
  passages: Int32Array;
}

/** The new number of each page and passage of a segment; -1 for a dropped one. */
function placeDocuments(segments: Segments, runs: readonly PageRun[]): Record<PageRun["from"], DocumentPlaces> {
  const places = { kept: noPlaces(segments.kept), fresh: noPlaces(segments.fresh) };
  let page = 0;
  let passage = 0;
  for (const { from, start, end } of runs) {
    const { pageFirstPassage } = segments[from];
    const { pages, passages } = places[from];
    for (let place = start; place < end; place++) pages[place] = page++;
    const endPassage = pageFirstPassage[end] ?? 0;
    for (let place = pageFirstPassage[start] ?? 0; place < endPassage; place++) passages[place] = passage++;
  }
  return places;
}

function noPlaces({ pageFirstPassage, passageBlock }: Segment): DocumentPlaces {
  return {
    pages: new Int32Array(pageFirstPassage.length - 1).fill(-1),
    passages: new Int32Array(passageBlock.length).fill(-1),
  };
}

function mergeTerms({ kept, fresh }: Segments, places: Record<PageRun["from"], DocumentPlaces>): TermParts {
  const inPassages = new PostingMerger(passagesOf(kept, places.kept), passagesOf(fresh, places.fresh), 1);
  const inPages = new PostingMerger(pagesOf(kept, places.kept), pagesOf(fresh, places.fresh), 2);
  const [termPassages, termPages] = [growingWords(), growingWords()];
  const [termOffset, passagePostingOffset, pagePostingOffset] = [growingWords(), growingWords(), growingWords()];
  const terms = growingBytes();
  const close = () => {
    termOffset.push(terms.length);
    passagePostingOffset.push(inPassages.length);
    pagePostingOffset.push(inPages.length);
  };
  const add = (keptTerm: number, freshTerm: number) => {
    const passages = inPassages.add(keptTerm, freshTerm);
    const pages = inPages.add(keptTerm, freshTerm);
    // The only page with this term was removed.
    if (passages + pages === 0) return;
    termPassages.push(passages);
    termPages.push(pages);
    const { terms: bytes, termOffset: offsets } = keptTerm < 0 ? fresh : kept;
    const number = keptTerm < 0 ? freshTerm : keptTerm;
    const end = offsets[number + 1] ?? 0;
    for (let at = offsets[number] ?? 0; at < end; at++) terms.push(bytes[at] ?? 0);
    close();
  };
  close();
  forEachTerm(kept, fresh, add);
  return {
    termPassages: termPassages.view(),
    termPages: termPages.view(),
    termOffset: termOffset.view(),
    terms: Buffer.from(terms.view()),
    passagePostingOffset: passagePostingOffset.view(),
    passagePostings: inPassages.bytes(),
    pagePostingOffset: pagePostingOffset.view(),
    pagePostings: inPages.bytes(),
  };
}

/**
 * Visits each term of both segments once, in byte order. Passes the term's number in each segment, which is -1 if the
 * segment lacks the term.
 */
function forEachTerm(kept: Segment, fresh: Segment, visit: (keptTerm: number, freshTerm: number) => void): void {
  let next = 0;
  for (let term = 0; term < fresh.termPassages.length; term++) {
    const bytes = fresh.terms.subarray(fresh.termOffset[term], fresh.termOffset[term + 1]);
    const place = firstFrom(kept, bytes);
    while (next < place) visit(next++, -1);
    const isKnown = place < kept.termPassages.length && isTerm(kept, place, bytes);
    visit(isKnown ? next++ : -1, term);
  }
  while (next < kept.termPassages.length) visit(next++, -1);
}

function isTerm({ terms, termOffset }: Segment, number: number, bytes: Buffer): boolean {
  return bytes.compare(terms, termOffset[number] ?? 0, termOffset[number + 1] ?? 0) === 0;
}

/** The first term that is equal to these bytes or sorts after them. */
function firstFrom({ terms, termOffset, termPassages }: Segment, bytes: Buffer): number {
  let low = 0;
  let high = termPassages.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (bytes.compare(terms, termOffset[middle] ?? 0, termOffset[middle + 1] ?? 0) > 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function passagesOf(segment: Segment, { passages }: DocumentPlaces): PostingSource {
  return { offsets: segment.passagePostingOffset, bytes: segment.passagePostings, documents: passages };
}

function pagesOf(segment: Segment, { pages }: DocumentPlaces): PostingSource {
  return { offsets: segment.pagePostingOffset, bytes: segment.pagePostings, documents: pages };
}

/** Consecutive pages of a segment that are also consecutive in the new index. */
export interface PageRun {
  from: "kept" | "fresh";
  start: number;
  end: number;
}

/**
 * Finds the unchanged pages of the kept index by identity. These pages keep their order, and all other pages are fresh.
 * The runs are in the order of the new index.
 */
export function findRuns(identities: readonly string[], kept: readonly string[]): PageRun[] {
  const places = new Map(kept.map((identity, place) => [identity, place]));
  const runs: PageRun[] = [];
  let next = 0;
  let freshCount = 0;
  for (const identity of identities) {
    const place = places.get(identity) ?? -1;
    const isKept = place >= next;
    if (isKept) next = place + 1;
    const start = isKept ? place : freshCount;
    if (!isKept) freshCount += 1;
    const from = isKept ? "kept" : "fresh";
    const last = runs.at(-1);
    if (last?.from === from && last.end === start) last.end += 1;
    else runs.push({ from, start, end: start + 1 });
  }
  return runs;
}

export function countFresh(runs: readonly PageRun[]): number {
  return runs.reduce((sum, { from, start, end }) => (from === "fresh" ? sum + end - start : sum), 0);
}

function mergePassages(segments: Segments, runs: readonly PageRun[]): PassageParts {
  const passages = new PassageList();
  for (const { from, start, end } of runs) passages.append(segments[from], start, end);
  return passages.finish();
}
