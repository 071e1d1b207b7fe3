import type { SearchIndex } from "./open-index.ts";
import { SearchIndexDamaged } from "./search-index-damaged.ts";
import type { Alternative } from "./similar-terms.ts";

/** The documents that contain a term, and the term's scores in them. Pages have two scores, passages one. */
interface Gathered {
  count: number;
  documents: Uint32Array;
  scores: Float64Array;
  secondScores: Float64Array;
}

type DocumentKind = "pages" | "passages";

/** Reused by all searches, because they are synchronous. */
let gathered: Gathered = emptyLists(1_024);
/** For each document, its place in the lists plus one; 0 if the document isn't in the lists. */
let places = new Uint32Array(1_024);

/**
 * The documents with at least one of these terms, without duplicates, each with its best scores. Valid until the next
 * call.
 */
export function gatherPostings(index: SearchIndex, alternatives: readonly Alternative[], kind: DocumentKind): Gathered {
  const documentCount = kind === "pages" ? index.pageCount : index.passageCount;
  if (gathered.documents.length < documentCount * 2) gathered = emptyLists(documentCount);
  if (places.length < documentCount) places = new Uint32Array(documentCount);
  gathered.count = 0;
  const isOnly = alternatives.length === 1;
  try {
    for (const { term, share } of alternatives) {
      for (const { segment, ...range } of term.postings) {
        const isPages = kind === "pages";
        const { start } = isPages ? segment.places.pagePostings : segment.places.passagePostings;
        const from = start + (isPages ? range.pageStart : range.passageStart);
        const bytes = segment.body.readOnce(from, start + (isPages ? range.pageEnd : range.passageEnd));
        const first = isPages ? segment.firstPage : segment.firstPassage;
        const end = first + (isPages ? segment.pageCount : segment.passageCount);
        if (isOnly) append(bytes, first, end, share, isPages);
        else merge(bytes, first, end, share, isPages);
      }
    }
  } finally {
    if (!isOnly) for (let at = 0; at < gathered.count; at++) places[gathered.documents[at] ?? 0] = 0;
  }
  return gathered;
}

/** The lists have room for all documents of one term after the documents of the other terms. */
function emptyLists(documentCount: number): Gathered {
  const length = documentCount * 2;
  return {
    count: 0,
    documents: new Uint32Array(length),
    scores: new Float64Array(length),
    secondScores: new Float64Array(length),
  };
}

/** A posting is the distance to the next document as a varint, then one byte for each score. */
function append(bytes: Buffer, first: number, end: number, share: number, hasTwo: boolean): void {
  const { documents, scores, secondScores } = gathered;
  let { count } = gathered;
  let document = first;
  for (let at = 0; at < bytes.length; ) {
    let byte = bytes[at++] ?? 0;
    let distance = byte & 127;
    for (let shift = 7; byte > 127 && shift < 32; shift += 7) {
      byte = bytes[at++] ?? 0;
      distance += (byte & 127) * 2 ** shift;
    }
    document += distance;
    if (document >= end) throw new SearchIndexDamaged("a posting is out of range");
    documents[count] = document;
    scores[count] = (bytes[at++] ?? 0) * share;
    if (hasTwo) secondScores[count] = (bytes[at++] ?? 0) * share;
    count += 1;
    document += 1;
  }
  gathered.count = count;
}

/** Adds documents that aren't in the lists yet, and keeps the better scores of the others. */
function merge(bytes: Buffer, first: number, end: number, share: number, hasTwo: boolean): void {
  const { documents, scores, secondScores } = gathered;
  const before = gathered.count;
  append(bytes, first, end, share, hasTwo);
  const added = gathered.count;
  let count = before;
  for (let at = before; at < added; at++) {
    const document = documents[at] ?? 0;
    const score = scores[at] ?? 0;
    const second = secondScores[at] ?? 0;
    const known = (places[document] ?? 0) - 1;
    if (known >= 0) {
      if (score > (scores[known] ?? 0)) scores[known] = score;
      if (second > (secondScores[known] ?? 0)) secondScores[known] = second;
      continue;
    }
    documents[count] = document;
    scores[count] = score;
    secondScores[count] = second;
    count += 1;
    places[document] = count;
  }
  gathered.count = count;
}
