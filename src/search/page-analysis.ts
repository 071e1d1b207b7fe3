const parts = {
  /** The terms of the page, each once, with their hashes. The other parts call them by their place here. */
  termHashes: "words",
  termEnds: "words",
  /** For each field of the page that its sections fill, how long it is. */
  pageLengths: "words",
  /** The terms of each passage, one behind the other, and where those of each passage end. */
  passageTerms: "words",
  passageEnds: "words",
  /** For each passage the length of each field. */
  passageLengths: "words",
  /** The text of the passages in compressed blocks, as in the index. */
  passageBlock: "words",
  passageOffset: "words",
  blockOffset: "words",
  blockLength: "words",
  /** For each term of the page one byte per field, by the order of the fields. */
  pageCounts: "bytes",
  /** The same for each term of the passages. */
  passageCounts: "bytes",
  blocks: "bytes",
  terms: "bytes",
} as const;

type Views = { words: Uint32Array; bytes: Uint8Array };
type PartName = keyof typeof parts;

/**
 * What the index needs of the sections of one page. It is made once for each text and kept as bytes: an index of a
 * thousand pages of which one has changed is put together from these, without a word being read again.
 */
export type PageAnalysis = { [Name in PartName]: Views[(typeof parts)[Name]] };

const names = Object.keys(parts) as PartName[];
const headBytes = names.length * 4;

/** How long each part is, then the parts, those of whole words first, so that each begins where a view may begin. */
export function encodeAnalysis(analysis: PageAnalysis): Buffer {
  const chunks = names.map((name) => bytesOf(analysis[name]));
  const head = Buffer.from(Uint32Array.from(chunks, ({ length }) => length).buffer);
  return Buffer.concat([head, ...chunks]);
}

/** Views over the bytes. */
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
