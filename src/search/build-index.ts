import { hash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { bufferSource } from "./byte-source.ts";
import { encodeSegment } from "./encode-segment.ts";
import { averageLengths, lengthsPerPage, PageMeasure } from "./field-lengths.ts";
import { encodeIndexList } from "./index-list.ts";
import { offsetsOf, type PageParts } from "./index-parts.ts";
import { openIndex, type SearchIndex } from "./open-index.ts";
import { PageCollector } from "./page-collector.ts";
import type { AnalyzedPage } from "./page-to-index.ts";
import { pageFlags } from "./read-page.ts";
import { encodeSegmentFile, segmentVersion } from "./segment-file.ts";
import { splitPages } from "./split-pages.ts";

interface IndexOptions {
  signal?: AbortSignal | undefined;
  /** Keeps segments between builds. Without it, every page is indexed from scratch. */
  store?: SegmentStore | undefined;
}

/** Stores files under the SHA-256 of what they are made from. */
export interface SegmentStore {
  find(key: string): StoredSegment | undefined;
  write(key: string, bytes: Buffer): StoredSegment;
}

interface StoredSegment {
  sha256: string;
  byteLength: number;
  /** Throws if the store has lost the file. */
  load(): Buffer;
}

export interface BuiltIndex {
  /** The file that lists the segments. */
  list: Buffer;
  segments: readonly BuiltSegment[];
  /** The number of segments that had to be written. */
  written: number;
}

export interface BuiltSegment extends StoredSegment {
  name: string;
}

const nameCharacters = 32;

/**
 * Builds the index of a site as a list of segments, each with about a hundred pages. The same pages give the same
 * bytes, regardless of their order and of any earlier index. Only segments with changed pages are built, unless the
 * average length of a field has changed, because all scores depend on it.
 */
export async function buildIndex(
  pages: readonly AnalyzedPage[],
  { signal, store = memoryStore }: IndexOptions = {},
): Promise<BuiltIndex> {
  const found = pages
    .filter(({ audiences }) => audiences.search || audiences.assistant)
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const groups = splitPages(found).map((group) => ({ pages: group, identities: group.map(identify).join("") }));
  const lengths: Uint32Array[] = [];
  for (const group of groups) lengths.push(await measureGroup(group, store, signal));
  const averages = averageLengths(lengths);
  const segments: BuiltSegment[] = [];
  let written = 0;
  for (const group of groups) {
    const key = keyOf("segment", JSON.stringify(averages), group.identities);
    let segment = store.find(key);
    if (segment === undefined) {
      const encoded = encodeSegment(await collectPages(group.pages, signal), averages);
      segment = store.write(key, encodeSegmentFile({ ...encodePages(group.pages), ...encoded }));
      written += 1;
    }
    segments.push({ ...segment, name: segment.sha256.slice(0, nameCharacters) });
  }
  return { list: encodeIndexList(segments), segments, written };
}

const memoryStore: SegmentStore = {
  find: () => undefined,
  write: (_, bytes) => ({ sha256: hash("sha256", bytes), byteLength: bytes.length, load: () => bytes }),
};

function keyOf(...parts: string[]): string {
  return hash("sha256", JSON.stringify([segmentVersion, ...parts]));
}

/** Opens an index in memory. */
export function openBuiltIndex({ list, segments }: BuiltIndex): SearchIndex {
  const files = new Map(segments.map(({ name, load }) => [name, load]));
  return openIndex(list, ({ name }) => bufferSource(name, files.get(name)?.() ?? Buffer.alloc(0)));
}

interface PageGroup {
  pages: readonly AnalyzedPage[];
  identities: string;
}

const identities = new WeakMap<AnalyzedPage, string>();

function identify(page: AnalyzedPage): string {
  const known = identities.get(page) ?? digestOf(page);
  identities.set(page, known);
  return known;
}

/** A digest of all data in the segment about a page. */
function digestOf(page: AnalyzedPage): string {
  const { path, title, description, keywords, breadcrumb, facets, boost, analysisKey } = page;
  const flags = pageFlags(page);
  const text = JSON.stringify([
    path,
    title,
    description ?? null,
    keywords,
    breadcrumb,
    facets,
    boost,
    flags,
    analysisKey,
  ]);
  return hash("sha256", text);
}

/** The lengths of a group's pages. The pages of an unchanged group are not read again. */
async function measureGroup({ pages, identities }: PageGroup, store: SegmentStore, signal: AbortSignal | undefined) {
  const key = keyOf("lengths", identities);
  const lengths = new Uint32Array(pages.length * lengthsPerPage);
  const known = loadKnown(key, store);
  if (known?.byteLength === lengths.byteLength) return new Uint32Array(Uint8Array.from(known).buffer);
  const measure = new PageMeasure();
  let at = 0;
  await readInBatches(pages, signal, (page) => {
    lengths.set(measure.lengthsOf(page), at);
    at += lengthsPerPage;
  });
  store.write(key, Buffer.from(lengths.buffer));
  return lengths;
}

/** Undefined also if the store has lost the file, which is then made again. */
function loadKnown(key: string, store: SegmentStore): Buffer | undefined {
  try {
    return store.find(key)?.load();
  } catch {
    return undefined;
  }
}

async function collectPages(pages: readonly AnalyzedPage[], signal: AbortSignal | undefined): Promise<PageCollector> {
  const collector = new PageCollector();
  await readInBatches(pages, signal, (page) => collector.add(page));
  return collector;
}

/** The number of pages read before yielding to the event loop, so that a worker can send its heartbeat. */
const pagesAtOnce = 100;

async function readInBatches(
  pages: readonly AnalyzedPage[],
  signal: AbortSignal | undefined,
  read: (page: AnalyzedPage) => void,
): Promise<void> {
  for (let start = 0; start < pages.length; start += pagesAtOnce) {
    await setImmediate(undefined, { signal });
    for (const page of pages.slice(start, start + pagesAtOnce)) read(page);
  }
}

/** Encodes everything about the pages except their text. */
function encodePages(pages: readonly AnalyzedPage[]): PageParts {
  const records = pages.map(({ path, title, description, breadcrumb }) =>
    Buffer.from(JSON.stringify([path, title, description ?? null, breadcrumb])),
  );
  const facetSets = new Map<string, number>();
  const pageFacets = pages.map(({ facets }) => {
    const text = JSON.stringify(Object.fromEntries(Object.entries(facets).toSorted(([a], [b]) => (a < b ? -1 : 1))));
    const number = facetSets.get(text) ?? facetSets.size;
    facetSets.set(text, number);
    return number;
  });
  return {
    pageBoost: Float32Array.from(pages, ({ boost }) => boost),
    pageFlags: Buffer.from(pages.map(pageFlags)),
    pageFacets: Uint32Array.from(pageFacets),
    pageRecordOffset: offsetsOf(records),
    pageRecords: Buffer.concat(records),
    facets: Buffer.from(`[${[...facetSets.keys()].join(",")}]`),
  };
}
