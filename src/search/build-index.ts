import { hash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { bufferSource } from "./byte-source.ts";
import { encodeSegment } from "./encode-segment.ts";
import { averageLengths, lengthsPerPage, PageMeasure } from "./field-lengths.ts";
import { encodeIndexList } from "./index-list.ts";
import { offsetsOf, type PageParts } from "./index-parts.ts";
import {
  type IndexKeeper,
  identityCharacters,
  type KeptIndex,
  type KeptSegment,
  keepIndex,
  readKeptIndex,
} from "./kept-index.ts";
import { openIndex, type SearchIndex } from "./open-index.ts";
import { PageCollector } from "./page-collector.ts";
import type { AnalyzedPage } from "./page-to-index.ts";
import { pageFlags } from "./read-page.ts";
import { SearchIndexDamaged } from "./search-index-damaged.ts";
import { encodeSegmentFile } from "./segment-file.ts";
import { splitPages } from "./split-pages.ts";

interface IndexOptions {
  signal?: AbortSignal | undefined;
  /**
   * Called around the reading of each batch of pages. A caller with pages in files can open each file once per batch.
   */
  readBatch?(read: () => void): void;
  /** Keeps the index between builds. Without it, every page is indexed from scratch. */
  keeper?: IndexKeeper;
}

export interface BuiltIndex {
  /** The file that lists the segments. */
  list: Buffer;
  segments: readonly BuiltSegment[];
  /** The number of segments that had to be written. */
  written: number;
}

export interface BuiltSegment {
  name: string;
  sha256: string;
  byteLength: number;
  /** Throws if the keeper has lost the segment. */
  load(): Buffer;
}

const nameCharacters = 32;
/** The segments that a build writes are held in memory up to this size, so that they don't have to be read again. */
const heldBytesMax = 16 * 1024 * 1024;

/**
 * Builds the index of a site as a list of segments, each with one or two hundred pages. The same pages give the same
 * bytes, regardless of their order and of any earlier index. Only segments with changed pages are built, unless the average
 * length of a field has changed, because all scores depend on it.
 */
export async function buildIndex(
  pages: readonly AnalyzedPage[],
  { keeper, ...reading }: IndexOptions = {},
): Promise<BuiltIndex> {
  const found = pages
    .filter(({ audiences }) => audiences.search || audiences.assistant)
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const groups = splitPages(found).map((group) => ({
    pages: group,
    identities: keeper === undefined ? [] : group.map(identify),
  }));
  const kept = keeper && readKeptIndex(keeper);
  const lengths = await measureGroups(groups, kept, reading);
  const averages = averageLengths(lengths);
  const reusable = kept?.averages === JSON.stringify(averages) ? kept : undefined;
  const segments: KeptSegment[] = [];
  const held = new Map<string, Buffer>();
  let heldBytes = 0;
  let written = 0;
  for (const [number, group] of groups.entries()) {
    const unchanged = reusable && findSegment(reusable, group.identities);
    if (unchanged !== undefined) {
      segments.push(unchanged);
      continue;
    }
    const segment = encodeSegment(await collectPages(group.pages, reading), averages);
    const file = encodeSegmentFile({ ...encodePages(group.pages), ...segment });
    const sha256 = hash("sha256", file);
    keeper?.write(sha256, [file]);
    heldBytes += file.length;
    if (keeper === undefined || heldBytes <= heldBytesMax) held.set(sha256, file);
    segments.push({
      sha256,
      byteLength: file.length,
      identities: group.identities,
      lengths: lengths[number] ?? noLengths,
    });
    written += 1;
  }
  if (keeper !== undefined && (written > 0 || kept?.segments.length !== segments.length)) {
    keepIndex(keeper, { averages: JSON.stringify(averages), segments });
  }
  const built = segments.map(({ sha256, byteLength }) => ({
    name: sha256.slice(0, nameCharacters),
    sha256,
    byteLength,
    load: () => held.get(sha256) ?? readKept(keeper, sha256),
  }));
  return { list: encodeIndexList(built), segments: built, written };
}

/** Opens an index in memory. */
export function openBuiltIndex({ list, segments }: BuiltIndex): SearchIndex {
  const files = new Map(segments.map(({ name, load }) => [name, load]));
  return openIndex(list, ({ name }) => bufferSource(name, files.get(name)?.() ?? Buffer.alloc(0)));
}

const noLengths = new Uint32Array();

interface PageGroup {
  pages: readonly AnalyzedPage[];
  identities: readonly string[];
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
  return hash("sha256", text).slice(0, identityCharacters);
}

function findSegment({ segments }: KeptIndex, identities: readonly string[]): KeptSegment | undefined {
  return segments.find(
    (kept) =>
      kept.identities.length === identities.length && kept.identities.every((one, at) => one === identities[at]),
  );
}

function readKept(keeper: IndexKeeper | undefined, sha256: string): Buffer {
  const bytes = keeper?.read(sha256);
  if (bytes === undefined || hash("sha256", bytes) !== sha256) {
    throw new SearchIndexDamaged("a segment that was kept for the next build is missing or damaged");
  }
  return bytes;
}

/** The lengths of each group's pages. Pages that are already in the kept index are not read again. */
async function measureGroups(
  groups: readonly PageGroup[],
  kept: KeptIndex | undefined,
  reading: IndexOptions,
): Promise<Uint32Array[]> {
  const known = new Map<string, Uint32Array>();
  for (const { identities, lengths } of kept?.segments ?? []) {
    for (const [page, identity] of identities.entries()) {
      known.set(identity, lengths.subarray(page * lengthsPerPage, (page + 1) * lengthsPerPage));
    }
  }
  const measured: Uint32Array[] = [];
  const measure = new PageMeasure();
  for (const { pages, identities } of groups) {
    const lengths = new Uint32Array(pages.length * lengthsPerPage);
    const fresh = pages.map((page, at) => ({ page, at })).filter(({ at }) => !known.has(identities[at] ?? ""));
    for (const [at, identity] of identities.entries())
      lengths.set(known.get(identity) ?? noLengths, at * lengthsPerPage);
    await readInBatches(fresh, reading, ({ page, at }) => lengths.set(measure.lengthsOf(page), at * lengthsPerPage));
    measured.push(lengths);
  }
  return measured;
}

async function collectPages(pages: readonly AnalyzedPage[], reading: IndexOptions): Promise<PageCollector> {
  const collector = new PageCollector();
  await readInBatches(pages, reading, (page) => collector.add(page));
  return collector;
}

/** The number of pages read before yielding to the event loop, so that a worker can send its heartbeat. */
const pagesAtOnce = 100;

async function readInBatches<Item>(
  items: readonly Item[],
  { signal, readBatch = (read) => read() }: IndexOptions,
  read: (item: Item) => void,
): Promise<void> {
  for (let start = 0; start < items.length; start += pagesAtOnce) {
    await setImmediate(undefined, { signal });
    readBatch(() => {
      for (const item of items.slice(start, start + pagesAtOnce)) read(item);
    });
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
