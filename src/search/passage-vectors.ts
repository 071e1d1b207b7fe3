import { crc32 } from "node:zlib";

/** Embeddings of passages. */
export interface PassageVectors {
  dimensions: number;
  /** The hash of each passage's text. */
  hashes: readonly string[];
  /** One byte per dimension, passage after passage. `scales` has the factor for the bytes of each passage. */
  bytes: Int8Array;
  scales: Float32Array;
}

const magic = Buffer.from("LECTVEC1");
const hashBytes = 16;
const headBytes = magic.length + 12;
const byteMax = 127;

/** Stores each dimension as one byte; more precision doesn't change the results. */
export function packVectors(hashes: readonly string[], vectors: readonly Float32Array[]): PassageVectors {
  const dimensions = vectors[0]?.length ?? 0;
  const bytes = new Int8Array(vectors.length * dimensions);
  const scales = new Float32Array(vectors.length);
  for (const [place, vector] of vectors.entries()) {
    const largest = vector.reduce((most, part) => Math.max(most, Math.abs(part)), 0);
    const scale = largest / byteMax;
    scales[place] = scale;
    for (const [at, part] of vector.entries())
      bytes[place * dimensions + at] = scale === 0 ? 0 : Math.round(part / scale);
  }
  return { dimensions, hashes, bytes, scales };
}

/** The similarity of each passage to the query, from -1 to 1. Undefined if the vectors came from another model. */
export function similarities(vectors: PassageVectors, asked: Float32Array): Float32Array | undefined {
  const { dimensions, bytes, scales } = vectors;
  if (asked.length !== dimensions) return undefined;
  const near = new Float32Array(scales.length);
  for (let place = 0; place < near.length; place++) {
    let sum = 0;
    for (let at = 0; at < dimensions; at++) sum += (bytes[place * dimensions + at] ?? 0) * (asked[at] ?? 0);
    near[place] = sum * (scales[place] ?? 0);
  }
  return near;
}

export function encodeVectors({ dimensions, hashes, bytes, scales }: PassageVectors): Buffer {
  const head = Buffer.alloc(headBytes);
  magic.copy(head);
  const body = Buffer.concat([
    Buffer.from(hashes.join(""), "hex"),
    Buffer.from(scales.buffer, scales.byteOffset, scales.byteLength),
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  ]);
  head.writeUInt32LE(dimensions, magic.length);
  head.writeUInt32LE(hashes.length, magic.length + 4);
  head.writeUInt32LE(crc32(body), magic.length + 8);
  return Buffer.concat([head, body]);
}

/** Undefined for a damaged file or a file of another kind. */
export function decodeVectors(file: Buffer): PassageVectors | undefined {
  if (file.length < headBytes || !file.subarray(0, magic.length).equals(magic)) return undefined;
  const dimensions = file.readUInt32LE(magic.length);
  const count = file.readUInt32LE(magic.length + 4);
  const body = file.subarray(headBytes);
  if (body.length !== count * (hashBytes + 4 + dimensions) || crc32(body) !== file.readUInt32LE(magic.length + 8)) {
    return undefined;
  }
  const own = Uint8Array.from(body).buffer;
  const hashes = Array.from({ length: count }, (_, place) =>
    body.toString("hex", place * hashBytes, (place + 1) * hashBytes),
  );
  return {
    dimensions,
    hashes,
    scales: new Float32Array(own, count * hashBytes, count),
    bytes: new Int8Array(own, count * (hashBytes + 4)),
  };
}
