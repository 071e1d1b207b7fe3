import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ownCopy } from "./term-table.ts";

/**
 * A vector for each piece of a word. The vector of a text is the sum of its pieces, and texts about the same thing have
 * similar vectors even if they share no words. See NOTICE for the table's origin.
 */
interface WordVectors {
  /** The row of each piece. Pieces that continue a word start with `##`. */
  pieces: ReadonlyMap<string, number>;
  /** The length of the longest piece that starts with a character. */
  lengths: ReadonlyMap<string, number>;
  /** The factor for the bytes of each row. It includes the weight of the piece: common pieces say little. */
  scales: Float32Array;
  /** One byte per dimension, row after row. */
  rows: Int8Array;
}

/** When you change the table or how texts are read, increase `segmentVersion`. */
export const vectorDimensions = 256;
/** A long text says what it is about at its beginning. */
const textCharactersMax = 2_000;
const wordCharactersMax = 60;
const wordsRemembered = 20_000;
const magic = "LECTWORD";
const headBytes = 20;
/** The folder of this file, or of its source if it was bundled into the program of a render process. */
const folders = [".", "../../search", "../../../../src/search"];
const wordOrSign = /[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu;
const accents = /\p{Mn}/gu;
const isAscii = /^\p{ASCII}*$/u;
const isPlainWord = Uint8Array.from({ length: 128 }, (_, code) => (/[a-z\d]/.test(String.fromCharCode(code)) ? 1 : 0));
const noRows: readonly number[] = [];

let opened: WordVectors | undefined;
const known = new Map<string, readonly number[]>();
/** The rows of single ASCII characters that are no letters or digits, by their code. White space has none. */
const signs: (readonly number[])[] = [];
/** How often each row occurs in the current text, and the rows that occur. */
let counts = new Uint16Array();
const found: number[] = [];

/** Adds the vector of a text to a sum. */
export function addText(sum: Float32Array, text: string): void {
  opened ??= openWordVectors();
  const { scales, rows } = opened;
  // Code repeats its words and signs often, and adding a row takes longer than counting it.
  countRows(opened, text.slice(0, textCharactersMax).toLowerCase());
  const starts = found.map((row) => row * vectorDimensions);
  const factors = found.map((row) => (scales[row] ?? 0) * (counts[row] ?? 0));
  for (let place = 0; place < starts.length; place += rowsAtOnce) addRows(sum, rows, starts, factors, place);
  for (const row of found) counts[row] = 0;
  found.length = 0;
}

function countRows(vectors: WordVectors, text: string): void {
  if (!isAscii.test(text)) {
    const plain = text.normalize("NFD").replaceAll(accents, "");
    for (const word of plain.match(wordOrSign) ?? []) count(rowsOf(vectors, word));
    return;
  }
  // Finds the same words and signs as the expression, in half the time.
  for (let start = 0, end = 0; start < text.length; start = end) {
    const code = text.charCodeAt(start);
    end = start + 1;
    if (isPlainWord[code] !== 1) {
      signs[code] ??= rowsOf(vectors, text.charAt(start));
      count(signs[code] ?? noRows);
      continue;
    }
    while (isPlainWord[text.charCodeAt(end)] === 1) end += 1;
    count(rowsOf(vectors, text.slice(start, end)));
  }
}

function count(rows: readonly number[]): void {
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] ?? 0;
    const before = counts[row] ?? 0;
    if (before === 0) found.push(row);
    counts[row] = before + 1;
  }
}

/** Several rows at once, because reading and writing the sum takes longer than the multiplications. */
const rowsAtOnce = 4;

/** Adds the next rows. Those that are missing at the end have the factor zero. */
function addRows(
  sum: Float32Array,
  rows: Int8Array,
  starts: readonly number[],
  factors: readonly number[],
  place: number,
): void {
  const row0 = starts[place] ?? 0;
  const row1 = starts[place + 1] ?? 0;
  const row2 = starts[place + 2] ?? 0;
  const row3 = starts[place + 3] ?? 0;
  const factor0 = factors[place] ?? 0;
  const factor1 = factors[place + 1] ?? 0;
  const factor2 = factors[place + 2] ?? 0;
  const factor3 = factors[place + 3] ?? 0;
  for (let at = 0; at < vectorDimensions; at++) {
    sum[at] =
      (sum[at] ?? 0) +
      factor0 * (rows[row0 + at] ?? 0) +
      factor1 * (rows[row1 + at] ?? 0) +
      factor2 * (rows[row2 + at] ?? 0) +
      factor3 * (rows[row3 + at] ?? 0);
  }
}

/** English words with their rank: frequent words have low ranks. Pieces of words are included. */
export function englishWords(): ReadonlyMap<string, number> {
  opened ??= openWordVectors();
  return opened.pieces;
}

export function lengthOf(vector: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < vector.length; at++) sum += (vector[at] ?? 0) ** 2;
  return Math.sqrt(sum);
}

/** The rows of a word's pieces: the longest known beginning, then the longest known continuation, and so on. */
function rowsOf({ pieces, lengths }: WordVectors, word: string): readonly number[] {
  const remembered = known.get(word);
  if (remembered !== undefined) return remembered;
  const rows: number[] = [];
  let from = 0;
  const endFrom = (start: number) => Math.min(word.length, start + (lengths.get(word.charAt(start)) ?? 0));
  let end = word.length > wordCharactersMax ? 0 : endFrom(0);
  while (from < end) {
    const row = pieces.get(from === 0 ? word.slice(0, end) : `##${word.slice(from, end)}`);
    if (row === undefined) {
      end -= 1;
    } else {
      rows.push(row);
      from = end;
      end = endFrom(from);
    }
  }
  const found = from === word.length ? rows : noRows;
  if (known.size >= wordsRemembered) known.clear();
  known.set(ownCopy(word), found);
  return found;
}

function openWordVectors(): WordVectors {
  const paths = folders.map((folder) => join(import.meta.dirname, folder, "word-vectors.bin"));
  const file = readFileSync(paths.find((path) => existsSync(path)) ?? "word-vectors.bin");
  const [count, dimensions, wordBytes] = [8, 12, 16].map((at) => file.readUInt32LE(at)) as [number, number, number];
  if (file.toString("latin1", 0, magic.length) !== magic || dimensions !== vectorDimensions) {
    throw new Error("word-vectors.bin doesn't belong to this version of Lectern.");
  }
  const words = file
    .toString("utf8", headBytes, headBytes + wordBytes)
    .trimEnd()
    .split("\n");
  const scalesAt = headBytes + wordBytes;
  const rowsAt = scalesAt + count * 4;
  counts = new Uint16Array(count);
  const lengths = new Map<string, number>();
  for (const word of words) {
    const start = word.length > 2 && word.startsWith("##") ? 2 : 0;
    const first = word.charAt(start);
    lengths.set(first, Math.max(lengths.get(first) ?? 0, word.length - start));
  }
  return {
    pieces: new Map(words.map((word, row) => [word, row])),
    lengths,
    scales: new Float32Array(Uint8Array.from(file.subarray(scalesAt, rowsAt)).buffer),
    rows: new Int8Array(file.buffer, file.byteOffset + rowsAt, count * dimensions),
  };
}
