import { hash } from "node:crypto";

/** A text that only this file has within the part it shares, such as the mark of the current page in a sidebar. */
export type Mark = readonly [offset: number, text: string];

/** How a file is put together from its own bytes and bytes that it shares with other files. */
export interface Seam {
  /** Where the first shared bytes go, and how many they are. */
  topAt: number;
  topBytes: number;
  /** Where the other shared bytes go. */
  at: number;
  /** In the order of their offsets in the other shared bytes. */
  marks: readonly Mark[];
}

export function joinFile(own: Uint8Array, shared: Uint8Array, { at, topAt, topBytes, marks }: Seam): Buffer {
  const parts: Uint8Array[] = [own.subarray(0, topAt), shared.subarray(0, topBytes), own.subarray(topAt, at)];
  const rest = shared.subarray(topBytes);
  let from = 0;
  for (const [offset, text] of marks) {
    parts.push(rest.subarray(from, offset), Buffer.from(text));
    from = offset;
  }
  return Buffer.concat([...parts, rest.subarray(from), own.subarray(at)]);
}

interface JoinedBlobs extends Seam {
  own: { hash: string; size: number };
  shared: { hash: string; size: number };
}

/** Identifies the joined file without reading it, together with its size. */
export function joinedBlob({ own, shared, at, topAt, topBytes, marks }: JoinedBlobs): { hash: string; size: number } {
  const texts = marks.reduce((sum, [, text]) => sum + Buffer.byteLength(text), 0);
  const name = JSON.stringify([own.hash, shared.hash, at, topAt, topBytes, marks]);
  return { hash: hash("sha256", name), size: own.size + shared.size + texts };
}
