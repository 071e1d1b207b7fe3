import type { ImageSize } from "../ground/image-dimensions.ts";
import { svgSize } from "./svg-size.ts";
import { mp4Size, webmSize } from "./video-size.ts";

const sideMax = 100_000;

/** The size of a picture or video as it says itself; undefined when it says none or is of no kind that we know. */
export function imageSize(bytes: Buffer, type: string): ImageSize | undefined {
  const size = readers[type]?.(bytes);
  const [width = 0, height = 0] = size ?? [];
  return width > 0 && height > 0 && width <= sideMax && height <= sideMax ? size : undefined;
}

type SizeReader = (bytes: Buffer) => ImageSize | undefined;

const readers: Record<string, SizeReader> = {
  "image/png": (bytes) =>
    bytes.length >= 24 && bytes.toString("latin1", 12, 16) === "IHDR"
      ? [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
      : undefined,
  "image/gif": (bytes) =>
    bytes.length >= 10 && bytes.toString("latin1", 0, 3) === "GIF"
      ? [bytes.readUInt16LE(6), bytes.readUInt16LE(8)]
      : undefined,
  "image/jpeg": jpegSize,
  "image/webp": webpSize,
  "image/avif": avifSize,
  "image/svg+xml": svgSize,
  "video/mp4": (bytes) => mp4Size(bytes),
  "video/quicktime": (bytes) => mp4Size(bytes),
  "video/webm": webmSize,
};

const jpegSegmentsMax = 1_000;
const jpegTurned = 5;

/** Walks the segments to the one that holds the frame. A camera may have noted that the picture is to be turned. */
function jpegSize(bytes: Buffer): ImageSize | undefined {
  let isTurned = false;
  let at = 2;
  for (let count = 0; count < jpegSegmentsMax && at + 9 < bytes.length; count += 1) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xe1) isTurned ||= exifOrientation(bytes.subarray(at + 4)) >= jpegTurned;
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)];
      return isTurned ? [height, width] : [width, height];
    }
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

const orientationTag = 0x0112;
const exifEntriesMax = 100;

function exifOrientation(segment: Buffer): number {
  if (segment.length < 20 || segment.toString("latin1", 0, 4) !== "Exif") return 0;
  const tiff = segment.subarray(6);
  const isLittle = tiff.toString("latin1", 0, 2) === "II";
  const read16 = (at: number) => (at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const first = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  const count = Math.min(read16(first), exifEntriesMax);
  for (let entry = 0; entry < count; entry += 1) {
    const at = first + 2 + entry * 12;
    if (read16(at) === orientationTag) return read16(at + 8);
  }
  return 0;
}

function webpSize(bytes: Buffer): ImageSize | undefined {
  if (bytes.length < 30 || bytes.toString("latin1", 8, 12) !== "WEBP") return undefined;
  const kind = bytes.toString("latin1", 12, 16);
  if (kind === "VP8X") return [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1];
  if (kind === "VP8 ") return [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff];
  if (kind !== "VP8L") return undefined;
  const bits = bytes.readUInt32LE(21);
  return [(bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1];
}

const avifHeadBytes = 4_096;

/** The box `ispe` holds the size; it stands near the start. */
function avifSize(bytes: Buffer): ImageSize | undefined {
  const at = bytes.subarray(0, avifHeadBytes).indexOf("ispe", 0, "latin1");
  return at === -1 || at + 16 > bytes.length ? undefined : [bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12)];
}
