const parts = {
  /** The distinct terms of the page with their hashes. Other parts refer to them by position. */
  termHashes: "words",
  termEnds: "words",
  /** The length of each page field that is filled from sections. */
  pageLengths: "words",
  /** The terms of all passages in sequence, and the end of each passage. */
  passageTerms: "words",
  passageEnds: "words",
  /** For each passage, the length of each field. */
  passageLengths: "words",
  /** The text of the passages in compressed blocks, as in the index. */
  passageBlock: "words",
  passageOffset: "words",
  blockOffset: "words",
  blockLength: "words",
  /** For each term of the page, one byte per field. */
  pageCounts: "bytes",
  /** For each term of the passages, one byte per field. */
  passageCounts: "bytes",
  blocks: "bytes",
  terms: "bytes",
} as const;

type Views = { words: Uint32Array; bytes: Uint8Array };
type PartName = keyof typeof parts;

/**
 * The data about a page's sections that the index needs. It is computed once per text and cached as bytes, so the index
 * of a thousand pages can be rebuilt without reading any text again.
 */
export type PageAnalysis = { [Name in PartName]: Views[(typeof parts)[Name]] };

const names = Object.keys(parts) as PartName[];
const headBytes = names.length * 4;

/** Writes the length of each part and then the parts. Parts of 32-bit numbers come first, so that they are aligned. */
export function encodeAnalysis(analysis: PageAnalysis): Buffer {
  const chunks = names.map((name) => bytesOf(analysis[name]));
  const head = Buffer.from(Uint32Array.from(chunks, ({ length }) => length).buffer);
  return Buffer.concat([head, ...chunks]);
}

/** Creates views of the bytes. */
export function decodeAnalysis(bytes: Buffer): PageAnalysis {
  const file = bytes.byteOffset % 4 === 0 ? bytes : Buffer.from(Uint8Array.from(bytes).buffer);
  const analysis: Partial<Record<PartName, Views[keyof Views]>> = {};
  let offset = headBytes;
  for (const [place, name] of names.entries()) {
    const length = file.readUInt32LE(place * 4);
    analysis[name] = viewOf(name, file.buffer, file.byteOffset + offset, length);
    offset += length;
  }
  return analysis as PageAnalysis;
}

function viewOf(name: PartName, buffer: ArrayBufferLike, start: number, length: number): Views[keyof Views] {
  return parts[name] === "bytes" ? new Uint8Array(buffer, start, length) : new Uint32Array(buffer, start, length / 4);
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint8Array | Uint32Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
