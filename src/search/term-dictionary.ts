import type { OpenSegment, SearchIndex } from "./open-index.ts";
import { rememberPerIndex } from "./remember.ts";
import type { TermCursor } from "./term-blocks.ts";

/** A term of the index. */
export interface IndexTerm {
  term: string;
  /** The number of passages and of pages that contain the term. */
  passages: number;
  pages: number;
  /** The location of the postings in each segment with this term. */
  postings: readonly TermPostings[];
}

interface TermPostings {
  segment: OpenSegment;
  passageStart: number;
  passageEnd: number;
  pageStart: number;
  pageEnd: number;
}

const termsRemembered = 2_000;
const remember = rememberPerIndex<{ found: IndexTerm | undefined }>(termsRemembered);

/** Finds a term. Visitors search for the same words again and again, so recent terms are cached. */
export function findTerm(index: SearchIndex, term: string): IndexTerm | undefined {
  return remember(index, term, () => ({ found: lookUp(index, term) })).found;
}

function lookUp({ segments }: SearchIndex, term: string): IndexTerm | undefined {
  const bytes = Buffer.from(term);
  const postings: TermPostings[] = [];
  let passages = 0;
  let pages = 0;
  for (const segment of segments) {
    const { terms: cursor } = segment;
    if (!cursor.seek(bytes) || cursor.length !== bytes.length || !hasPrefix(cursor, bytes)) continue;
    const { passageStart, passageEnd, pageStart, pageEnd } = cursor;
    postings.push({ segment, passageStart, passageEnd, pageStart, pageEnd });
    passages += cursor.passages;
    pages += cursor.pages;
  }
  return postings.length === 0 ? undefined : { term, passages, pages, postings };
}

/** Limits the terms visited in all segments together: each segment gets an equal share, but at most `max`. */
const visitedMax = 100_000;

/**
 * Visits the terms with this prefix in each segment, at most `max` per segment. A term in several segments is visited
 * once for each of them.
 */
export function forEachTermWithPrefix(
  { segments }: SearchIndex,
  prefix: string,
  max: number,
  visit: (cursor: TermCursor) => void,
): void {
  const bytes = Buffer.from(prefix);
  const segmentMax = Math.min(max, Math.ceil(visitedMax / Math.max(segments.length, 1)));
  for (const { terms: cursor } of segments) {
    let visited = 0;
    for (let isThere = cursor.seek(bytes); isThere && visited < segmentMax; isThere = cursor.next()) {
      if (!hasPrefix(cursor, bytes)) break;
      visited += 1;
      visit(cursor);
    }
  }
}

/** The term at the cursor as text. */
export function termAt({ term, length }: TermCursor): string {
  return term.toString("utf8", 0, length);
}

/** Compares in a loop, because calling `compare` takes longer than comparing a few bytes. */
function hasPrefix({ term, length }: TermCursor, bytes: Buffer): boolean {
  if (length < bytes.length) return false;
  for (let at = 0; at < bytes.length; at++) if (term[at] !== bytes[at]) return false;
  return true;
}
