import { inflateRawSync } from "node:zlib";
import type { Static } from "typebox";
import type { SearchRequest, SearchResult } from "../../src/contract/assistant-schemas.ts";
import { findPages, indexRequest } from "../../src/search/find-pages.ts";
import type { ListedSegment } from "../../src/search/index-list.ts";
import { joinSegments, type OpenSegment, type SearchIndex, segmentOf } from "../../src/search/open-index.ts";
import { rankRequest, termsOfRequest } from "../../src/search/search.ts";
import { SearchIndexDamaged } from "../../src/search/search-index-damaged.ts";
import { chunksOf } from "../../src/search/segment-chunks.ts";
import { ChunkedSource, openChunked } from "./chunked-source.ts";

type SearchInBrowser = (request: Static<typeof SearchRequest>) => Promise<Static<typeof SearchResult>[]>;

/** Opens the index that `lectern build` has written into this folder. Ranks by the same code as a server. */
export async function openSearch(folder: string): Promise<SearchInBrowser> {
  // The list has the same name after every build, while all other files are named by their content.
  const list = (await (await fetchFile(`${folder}/segments.json`, { cache: "no-cache" })).json()) as ListedSegment[];
  const opened = await Promise.all(
    list.map(async ({ name, byteLength }) => {
      const common = await fetchBytes(`${folder}/${name}/common.bin`);
      const source = new ChunkedSource(name, byteLength, common);
      return { source, segment: openChunked(source, common) };
    }),
  );
  const index = joinSegments(opened.map(({ segment }) => segment));
  const sources = new Map(index.segments.map((segment, place) => [segment, opened[place]?.source]));
  const loading = new Map<string, Promise<void>>();

  async function loadChunk(source: ChunkedSource, chunk: number): Promise<void> {
    if (source.has(chunk)) return;
    const path = `${folder}/${source.name}/${chunk}.bin`;
    const load = async () => source.add(chunk, await fetchBytes(path));
    const running = loading.get(path) ?? load().finally(() => loading.delete(path));
    loading.set(path, running);
    return running;
  }
  const loadRanges = (ranges: readonly BodyRange[]) =>
    Promise.all(
      ranges.flatMap(({ segment, start, end }) => {
        const source = sources.get(segment);
        return source === undefined ? [] : chunksOf(start, end).map((chunk) => loadChunk(source, chunk));
      }),
    );

  return async (request) => {
    const asked = indexRequest(request);
    const terms = termsOfRequest(index, asked);
    await loadRanges(postingRanges(terms));
    const ranked = rankRequest(index, asked, terms);
    const passages = ranked.flatMap((page) => page.passages.slice(0, asked.passagesMax));
    await loadRanges(passages.map(({ passage }) => textRange(index, passage)));
    return findPages(index, request);
  };
}

/** A range of a segment's body. */
interface BodyRange {
  segment: OpenSegment;
  start: number;
  end: number;
}

function postingRanges(terms: ReturnType<typeof termsOfRequest>): BodyRange[] {
  const postings = terms.flatMap(({ alternatives }) => alternatives.flatMap(({ term }) => term.postings));
  return postings.flatMap(({ segment, passageStart, passageEnd, pageStart, pageEnd }) => {
    const { passagePostings, pagePostings } = segment.places;
    return [
      { segment, start: passagePostings.start + passageStart, end: passagePostings.start + passageEnd },
      { segment, start: pagePostings.start + pageStart, end: pagePostings.start + pageEnd },
    ];
  });
}

/** Where the compressed text of a passage is. */
function textRange(index: SearchIndex, passage: number): BodyRange {
  const segment = segmentOf(index, passage, "firstPassage");
  const { body, places, firstPassage } = segment;
  const block = body.word(places.passageBlock.start + (passage - firstPassage) * 4);
  const at = places.blockOffset.start + block * 4;
  return { segment, start: places.blocks.start + body.word(at), end: places.blocks.start + body.word(at + 4) };
}

async function fetchBytes(path: string): Promise<Buffer> {
  return inflateRawSync(Buffer.from(await (await fetchFile(path)).arrayBuffer()));
}

async function fetchFile(path: string, options: RequestInit = {}): Promise<Response> {
  const response = await fetch(path, options);
  if (!response.ok) throw new SearchIndexDamaged(`${path} can't be fetched`);
  return response;
}
