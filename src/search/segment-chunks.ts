import { bufferSource } from "./byte-source.ts";
import { openSegmentFile, type SegmentFile } from "./segment-file.ts";

/** A multiple of what is verified at once. */
export const chunkBytes = 32 * 1024;

export interface SplitSegment {
  /** What every search needs: the head, and everything about pages and terms except texts and postings. */
  common: Buffer;
  /** The other chunks of the body, by number. */
  rest: ReadonlyMap<number, Buffer>;
}

/** Splits a segment for browsers, which fetch only the chunks that a query needs. */
export function splitSegment(file: Buffer): SplitSegment {
  const segment = openSegmentFile(bufferSource("", file));
  const headBytes = file.length - segment.body.length;
  const inCommon = commonChunks(segment);
  const common = [file.subarray(0, headBytes)];
  const rest = new Map<number, Buffer>();
  for (let chunk = 0; chunk * chunkBytes < segment.body.length; chunk++) {
    const start = headBytes + chunk * chunkBytes;
    const bytes = file.subarray(start, start + chunkBytes);
    if (inCommon.has(chunk)) common.push(bytes);
    else rest.set(chunk, bytes);
  }
  return { common: Buffer.concat(common), rest };
}

/** In ascending order. */
export function commonChunks({ places }: Pick<SegmentFile, "places">): ReadonlySet<number> {
  return new Set([...chunksOf(0, places.blocks.start), ...chunksOf(places.termBlocks.start, places.termBlocks.end)]);
}

/** The chunks that have the bytes of the body from `start` to `end`. */
export function chunksOf(start: number, end: number): number[] {
  if (end <= start) return [];
  const first = Math.floor(start / chunkBytes);
  return Array.from({ length: Math.floor((end - 1) / chunkBytes) - first + 1 }, (_, place) => first + place);
}
