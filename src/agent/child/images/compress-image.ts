import type { WorkingDocs } from "../working-docs.ts";
import { compressJpeg } from "./compress-jpeg.ts";
import { compressPng } from "./compress-png.ts";

export const compressibleImage = /\.(?:png|jpe?g)$/i;

const bytesMax = 10_000_000;
/** A smaller gain isn't worth a change. */
const gainMin = 0.02;
const gainBytesMin = 200;

/** A smaller file, or the reason why there is none; neither if there is nothing to gain. */
export interface CompressedImage {
  before: number;
  content?: Uint8Array;
  refused?: string;
}

export function compressImage(docs: WorkingDocs, path: string): CompressedImage {
  const bytes = docs.bytes(path, bytesMax);
  if (bytes === undefined) return { before: 0, refused: `it has more than ${bytesMax / 1_000_000} MB` };
  const content = compressBytes(path, bytes);
  if ("refused" in content) return { before: bytes.length, ...content };
  const gain = bytes.length - content.length;
  return { before: bytes.length, ...(gain >= gainBytesMin && gain >= bytes.length * gainMin && { content }) };
}

function compressBytes(path: string, bytes: Buffer): Buffer | { refused: string } {
  try {
    return /\.png$/i.test(path) ? compressPng(bytes) : compressJpeg(bytes);
  } catch (error) {
    // A damaged file may point behind its end.
    if (error instanceof RangeError) return { refused: "it is damaged" };
    throw error;
  }
}
