import type { ByteSource } from "./byte-source.ts";
import { decodeIndexList, type ListedSegment } from "./index-list.ts";
import { SearchIndexDamaged } from "./search-index-damaged.ts";
import { openSegmentFile, type SegmentFile } from "./segment-file.ts";
import { vectorDimensions } from "./word-vectors.ts";

/** An index that can be searched. Pages and passages are numbered across its segments. */
export interface SearchIndex {
  segments: readonly OpenSegment[];
  pageCount: number;
  passageCount: number;
  /** The memory used, in bytes. */
  byteLength: number;
  /** The first passage of each page, and the total number of passages. */
  pageFirstPassage: Uint32Array;
  pageBoost: Float32Array;
  pageFlags: Uint8Array;
  /** For each page, the index of its facet set. */
  pageFacets: Uint32Array;
  facetSets: readonly FacetSet[];
  scratch: Scratch;
  /** The last block read; passages shown together are usually in the same block. */
  openBlock: { segment: OpenSegment; number: number; content: Buffer } | undefined;
}

/** A segment, and the position of its pages and passages in the index. */
export interface OpenSegment extends SegmentFile {
  firstPage: number;
  firstPassage: number;
  pageCount: number;
  passageCount: number;
}

export type FacetSet = Readonly<Record<string, string>>;

/**
 * Arrays in which a search adds up scores. They contain only zeros between searches. All searches share them, because a
 * search is synchronous.
 */
interface Scratch {
  passageScores: Float32Array;
  passageTerms: Uint32Array;
  pageScores: Float32Array;
  pageTerms: Uint32Array;
  /**
   * Pages that contain a term of the query, in the order they are found, and a flag for each page that is in this list.
   */
  pages: Uint32Array;
  isMet: Uint8Array;
}

const bytesPerPassage = 12 + vectorDimensions;
const bytesPerPage = 26;

/**
 * Opens an index from its list and the files of its segments, whose bytes must not change afterwards. Reads only the
 * heads of the files.
 */
export function openIndex(list: Buffer, sourceOf: (segment: ListedSegment) => ByteSource): SearchIndex {
  const sources = decodeIndexList(list).map(sourceOf);
  return joinSegments(sources.map(openSegmentFile), list.length);
}

/** Creates an index of these segments. `bytesHeld` is the memory used in addition to the segments. */
function joinSegments(files: readonly SegmentFile[], bytesHeld = 0): SearchIndex {
  const segments = placeSegments(files);
  const last = segments.at(-1);
  const pageCount = last === undefined ? 0 : last.firstPage + last.pageCount;
  const passageCount = last === undefined ? 0 : last.firstPassage + last.passageCount;
  return {
    segments,
    pageCount,
    passageCount,
    byteLength:
      segments.reduce((sum, segment) => sum + segment.bytesHeld, bytesHeld) +
      passageCount * bytesPerPassage +
      pageCount * bytesPerPage,
    ...joinPages(segments, pageCount, passageCount),
    openBlock: undefined,
    scratch: {
      passageScores: new Float32Array(passageCount),
      passageTerms: new Uint32Array(passageCount),
      pageScores: new Float32Array(pageCount),
      pageTerms: new Uint32Array(pageCount),
      pages: new Uint32Array(pageCount),
      isMet: new Uint8Array(pageCount),
    },
  };
}

/** The segment that contains this page or passage. */
export function segmentOf(index: SearchIndex, number: number, first: "firstPage" | "firstPassage"): OpenSegment {
  const { segments } = index;
  let low = 0;
  let high = segments.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((segments[middle]?.[first] ?? 0) <= number) low = middle + 1;
    else high = middle;
  }
  const segment = segments[low - 1];
  if (segment === undefined) throw new RangeError(`No segment contains number ${number}.`);
  return segment;
}

function placeSegments(files: readonly SegmentFile[]): OpenSegment[] {
  let firstPage = 0;
  let firstPassage = 0;
  return files.map((file) => {
    const pageCount = file.head.pageFlags.length;
    const passageCount = file.head.pageFirstPassage[pageCount] ?? 0;
    const segment = { ...file, firstPage, firstPassage, pageCount, passageCount };
    firstPage += pageCount;
    firstPassage += passageCount;
    return segment;
  });
}

type JoinedPages = Pick<SearchIndex, "pageFirstPassage" | "pageBoost" | "pageFlags" | "pageFacets" | "facetSets">;

function joinPages(segments: readonly OpenSegment[], pageCount: number, passageCount: number): JoinedPages {
  const pageFirstPassage = new Uint32Array(pageCount + 1).fill(passageCount);
  const pageBoost = new Float32Array(pageCount);
  const pageFlags = new Uint8Array(pageCount);
  const pageFacets = new Uint32Array(pageCount);
  const facetSets: FacetSet[] = [];
  for (const { head, firstPage, firstPassage, pageCount: own } of segments) {
    pageBoost.set(head.pageBoost, firstPage);
    pageFlags.set(head.pageFlags, firstPage);
    for (let page = 0; page < own; page++) {
      pageFirstPassage[firstPage + page] = firstPassage + (head.pageFirstPassage[page] ?? 0);
      pageFacets[firstPage + page] = facetSets.length + (head.pageFacets[page] ?? 0);
    }
    facetSets.push(...readFacetSets(head.facets));
  }
  return { pageFirstPassage, pageBoost, pageFlags, pageFacets, facetSets };
}

function readFacetSets(bytes: Buffer): FacetSet[] {
  try {
    const sets: unknown = JSON.parse(bytes.toString("utf8"));
    if (Array.isArray(sets)) {
      return sets.map((set: unknown) => (typeof set === "object" && set !== null ? set : {}) as FacetSet);
    }
  } catch {
    // Invalid JSON is reported below, together with values that aren't lists.
  }
  throw new SearchIndexDamaged("the facets are damaged");
}
