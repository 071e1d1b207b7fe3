import { damaged } from "./read-at.ts";

/** What stands before each file of a tar archive. */
export interface TarHeader {
  path: string;
  bytes: number;
  type: string;
}

export const tarBlockBytes = 512;

const checksumStart = 148;
const checksumEnd = 156;
const space = 0x20;

/** Whether this block says of itself that it is a header: the sum of its bytes stands in it. */
export function isTarHeader(block: Buffer): boolean {
  if (block.length !== tarBlockBytes) {
    return false;
  }
  // The sum is made with spaces in its own place.
  const sum = block.reduce(
    (total, byte, index) => total + (index >= checksumStart && index < checksumEnd ? space : byte),
    0,
  );
  return findNumber(block, checksumStart, checksumEnd) === sum;
}

export function readTarHeader(block: Buffer): TarHeader {
  const bytes = findNumber(block, 124, 136);
  if (bytes === undefined) {
    throw damaged();
  }
  const name = readText(block, 0, 100);
  // GNU writes two spaces after this word, and other things than a folder there.
  const folder = block.toString("latin1", 257, 263) === "ustar\0" ? readText(block, 345, 500) : "";
  return { path: folder === "" ? name : `${folder}/${name}`, bytes, type: block.toString("latin1", 156, 157) };
}

/** In octal digits. Numbers above 8 GB are written otherwise, and none of them is taken. */
function findNumber(block: Buffer, start: number, end: number): number | undefined {
  const [, digits] = /^ *([0-7]+)[ \0]*$/.exec(block.toString("latin1", start, end)) ?? [];
  return digits === undefined ? undefined : Number.parseInt(digits, 8);
}

function readText(block: Buffer, start: number, end: number): string {
  const [text = ""] = block.toString("utf8", start, end).split("\0", 1);
  return text;
}
