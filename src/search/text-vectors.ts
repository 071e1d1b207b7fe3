import { LRUCache } from "lru-cache";
import type { SearchIndex } from "./open-index.ts";
import { rememberPerIndex } from "./remember.ts";
import { addText, lengthOf, vectorDimensions } from "./word-vectors.ts";

/** Vectors with one byte per dimension, and the factor for the bytes of each vector. */
export interface ScaledVectors {
  vectors: Uint8Array;
  scales: Float32Array;
}

const byteMax = 127;
/** Comparing a query with this many passages takes about 15 ms. Larger sites are searched by words alone. */
const passagesMax = 50_000;
const queriesRemembered = 4;

/** The vector of a text. */
function vectorOf(text: string): Float32Array {
  const vector = new Float32Array(vectorDimensions);
  addText(vector, text);
  return vector;
}

export function encodeTexts(texts: readonly string[]): ScaledVectors {
  return encodeVectors(texts.map(vectorOf));
}

/** Adds the title's vector to each passage's, because a passage often doesn't name the subject of its page. */
export function addTitle({ vectors, scales }: ScaledVectors, title: string): Uint8Array {
  const bytes = asSigned(vectors);
  const ofTitle = vectorOf(title);
  const sums = Array.from(scales, (scale, place) => {
    const sum = new Float32Array(vectorDimensions);
    const from = place * vectorDimensions;
    for (let at = 0; at < vectorDimensions; at++) sum[at] = (ofTitle[at] ?? 0) + scale * (bytes[from + at] ?? 0);
    return sum;
  });
  return encodeVectors(sums).vectors;
}

function encodeVectors(sums: readonly Float32Array[]): ScaledVectors {
  const bytes = new Int8Array(sums.length * vectorDimensions);
  const scales = new Float32Array(sums.length);
  for (const [place, sum] of sums.entries()) {
    // Loops instead of callbacks per number: each page has thousands of them.
    let most = 0;
    for (let at = 0; at < vectorDimensions; at++) most = Math.max(most, Math.abs(sum[at] ?? 0));
    const scale = most / byteMax;
    if (scale === 0) continue;
    scales[place] = scale;
    const from = place * vectorDimensions;
    for (let at = 0; at < vectorDimensions; at++) bytes[from + at] = Math.round((sum[at] ?? 0) / scale);
  }
  return { vectors: new Uint8Array(bytes.buffer), scales };
}

function asSigned({ buffer, byteOffset, byteLength }: Uint8Array): Int8Array {
  return new Int8Array(buffer, byteOffset, byteLength);
}

const remember = rememberPerIndex<{ near: Float32Array | undefined }>(queriesRemembered);

/**
 * How similar each passage is to a query in meaning, from -1 to 1. Undefined for very large sites, and for queries
 * without a known word.
 */
export function similarityTo(index: SearchIndex, query: string): Float32Array | undefined {
  if (index.passageCount > passagesMax) return undefined;
  return remember(index, query, () => ({ near: compare(index, vectorOf(query)) })).near;
}

function compare(index: SearchIndex, asked: Float32Array): Float32Array | undefined {
  const length = lengthOf(asked);
  if (length === 0) return undefined;
  const near = new Float32Array(index.passageCount);
  let passage = 0;
  for (const { bytes, lengths } of vectorsOf(index)) {
    for (const [place, own] of lengths.entries()) {
      let sum = 0;
      for (let at = 0, from = place * vectorDimensions; at < vectorDimensions; at++) {
        sum += (bytes[from + at] ?? 0) * (asked[at] ?? 0);
      }
      near[passage++] = own === 0 ? 0 : sum / own / length;
    }
  }
  return near;
}

interface SegmentVectors {
  bytes: Int8Array;
  lengths: Float32Array;
}

/** Shared by all open indexes. Every query reads all vectors of its site, so they are kept once they were read. */
const heldBytesMax = 64 * 1024 * 1024;
const opened = new LRUCache<string, SegmentVectors>({
  maxSize: heldBytesMax,
  sizeCalculation: ({ bytes, lengths }) => bytes.length + lengths.byteLength + 1,
});

function vectorsOf({ segments }: SearchIndex): readonly SegmentVectors[] {
  return segments.map((segment) => {
    const known = opened.get(segment.body.name) ?? readVectors(segment);
    opened.set(segment.body.name, known);
    return known;
  });
}

function readVectors({ body, places: { vectors }, passageCount }: SearchIndex["segments"][number]): SegmentVectors {
  const bytes = asSigned(body.read(vectors.start, vectors.end));
  const lengths = Float32Array.from({ length: passageCount }, (_, place) =>
    lengthOf(bytes.subarray(place * vectorDimensions, (place + 1) * vectorDimensions)),
  );
  return { bytes, lengths };
}
