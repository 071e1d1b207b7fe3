/** The postings of a segment, and what its documents are called in the new index: -1 for one that is not in it. */
export interface PostingSource {
  offsets: Uint32Array;
  bytes: Buffer;
  documents: Int32Array;
}

export interface MergedPostings {
  /** Adds the postings of the next term, by its numbers in both segments; -1 where it has none. Answers how many there are. */
  add(keptTerm: number, freshTerm: number): number;
  /** How many bytes there are so far. */
  readonly length: number;
  bytes(): Buffer;
}

/** As many as a distance takes at most. */
const distanceBytesMax = 5;
const noDocument = 0xffff_ffff;

/** Puts the postings of two segments together, term by term. `width` is how many scores stand behind each document. */
export function mergePostings(kept: PostingSource, fresh: PostingSource, width: 1 | 2): MergedPostings {
  const postingBytesMin = 1 + width;
  const countMax = Math.floor((kept.bytes.length + fresh.bytes.length) / postingBytesMin);
  const out = Buffer.allocUnsafe(countMax * (distanceBytesMax + width));
  // Those of one term that come from the fresh segment: there are few pages in it.
  const freshDocuments = new Uint32Array(fresh.documents.length + 1);
  const freshScores = new Uint32Array(fresh.documents.length);
  let length = 0;

  function write(distance: number, bytes: Buffer, scoresAt: number): void {
    let rest = distance;
    for (; rest > 127; rest >>>= 7) out[length++] = (rest & 127) | 128;
    out[length++] = rest;
    out[length++] = bytes[scoresAt] ?? 0;
    if (width === 2) out[length++] = bytes[scoresAt + 1] ?? 0;
  }

  /** Where they stand, and where their scores are. */
  function readFresh(term: number): number {
    const { offsets, bytes, documents } = fresh;
    const end = term < 0 ? 0 : (offsets[term + 1] ?? 0);
    let count = 0;
    let document = 0;
    for (let at = term < 0 ? 0 : (offsets[term] ?? 0); at < end; at += width) {
      let byte = bytes[at++] ?? 0;
      let distance = byte & 127;
      for (let shift = 7; byte > 127; shift += 7) {
        byte = bytes[at++] ?? 0;
        distance |= (byte & 127) << shift;
      }
      document += distance;
      freshDocuments[count] = documents[document] ?? 0;
      freshScores[count++] = at;
      document += 1;
    }
    freshDocuments[count] = noDocument;
    return count;
  }

  function add(keptTerm: number, freshTerm: number): number {
    const { offsets, bytes, documents } = kept;
    let found = readFresh(freshTerm);
    let fromFresh = 0;
    let nextFresh = freshDocuments[0] ?? noDocument;
    let document = 0;
    let next = 0;
    const end = keptTerm < 0 ? 0 : (offsets[keptTerm + 1] ?? 0);
    for (let at = keptTerm < 0 ? 0 : (offsets[keptTerm] ?? 0); at < end; at += width) {
      let byte = bytes[at++] ?? 0;
      let distance = byte & 127;
      for (let shift = 7; byte > 127; shift += 7) {
        byte = bytes[at++] ?? 0;
        distance |= (byte & 127) << shift;
      }
      document += distance;
      const now = documents[document] ?? -1;
      document += 1;
      if (now < 0) continue;
      for (; nextFresh < now; nextFresh = freshDocuments[++fromFresh] ?? noDocument) {
        write(nextFresh - next, fresh.bytes, freshScores[fromFresh] ?? 0);
        next = nextFresh + 1;
      }
      write(now - next, bytes, at);
      next = now + 1;
      found += 1;
    }
    for (; nextFresh !== noDocument; nextFresh = freshDocuments[++fromFresh] ?? noDocument) {
      write(nextFresh - next, fresh.bytes, freshScores[fromFresh] ?? 0);
      next = nextFresh + 1;
    }
    return found;
  }

  return {
    add,
    get length() {
      return length;
    },
    bytes: () => out.subarray(0, length),
  };
}
