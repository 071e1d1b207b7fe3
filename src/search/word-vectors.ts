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
const noRows: readonly number[] = [];

let opened: WordVectors | undefined;
const known = new Map<string, readonly number[]>();

/** Adds the vector of a text to a sum. */
export function addText(sum: Float32Array, text: string): void {
  opened ??= openWordVectors();
  const lower = text.slice(0, textCharactersMax).toLowerCase();
  const plain = isAscii.test(lower) ? lower : lower.normalize("NFD").replaceAll(accents, "");
  // Code repeats its words and signs often, and adding a row takes longer than counting it.
  const counts = new Map<number, number>();
  for (const word of plain.match(wordOrSign) ?? []) {
    for (const row of rowsOf(opened, word)) counts.set(row, (counts.get(row) ?? 0) + 1);
  }
  for (const [row, count] of counts) addRow(sum, opened, row, count);
}

/** A function of its own, so that it is called often enough to be optimized. */
function addRow(sum: Float32Array, { scales, rows }: WordVectors, row: number, count: number): void {
  const scale = (scales[row] ?? 0) * count;
  const from = row * vectorDimensions;
  for (let at = 0; at < vectorDimensions; at++) sum[at] = (sum[at] ?? 0) + scale * (rows[from + at] ?? 0);
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
function rowsOf({ pieces }: WordVectors, word: string): readonly number[] {
  const remembered = known.get(word);
  if (remembered !== undefined) return remembered;
  const rows: number[] = [];
  let from = 0;
  let end = word.length > wordCharactersMax ? 0 : word.length;
  while (from < end) {
    const row = pieces.get(from === 0 ? word.slice(0, end) : `##${word.slice(from, end)}`);
    if (row === undefined) {
      end -= 1;
    } else {
      rows.push(row);
      from = end;
      end = word.length;
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
  return {
    pieces: new Map(words.map((word, row) => [word, row])),
    scales: new Float32Array(Uint8Array.from(file.subarray(scalesAt, rowsAt)).buffer),
    rows: new Int8Array(file.buffer, file.byteOffset + rowsAt, count * dimensions),
  };
}
