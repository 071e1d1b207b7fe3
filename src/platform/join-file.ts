import { hash } from "node:crypto";

/** A text that only this file has within the part it shares, such as the mark of the current page in a sidebar. */
export type Mark = readonly [offset: number, text: string];

/** How a file is put together from its own bytes and bytes that it shares with other files. */
export interface Seam {
  /** Where the shared bytes go. */
  at: number;
  /** In the order of their offsets in the shared bytes. */
  marks: readonly Mark[];
}

export function joinFile(own: Uint8Array, shared: Uint8Array, { at, marks }: Seam): Buffer {
  const parts: Uint8Array[] = [own.subarray(0, at)];
  let from = 0;
  for (const [offset, text] of marks) {
    parts.push(shared.subarray(from, offset), Buffer.from(text));
    from = offset;
  }
  return Buffer.concat([...parts, shared.subarray(from), own.subarray(at)]);
}

interface JoinedBlobs extends Seam {
  own: { hash: string; size: number };
  shared: { hash: string; size: number };
}

/** Identifies the joined file without reading it, together with its size. */
export function joinedBlob({ own, shared, at, marks }: JoinedBlobs): { hash: string; size: number } {
  const texts = marks.reduce((sum, [, text]) => sum + Buffer.byteLength(text), 0);
  const name = JSON.stringify([own.hash, shared.hash, at, marks]);
  return { hash: hash("sha256", name), size: own.size + shared.size + texts };
}
