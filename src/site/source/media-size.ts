/** Width and height in pixels. If an image "fills" the available width, only the ratio of these numbers matters. */
export type ImageSize = readonly [width: number, height: number, fills?: "fills"];

const sideMax = 100_000;

/** The size of an image or video according to its file; undefined if the file has no size or an unknown type. */
export function mediaSize(bytes: Buffer, type: string): ImageSize | undefined {
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

/** Walks the segments to the frame. Exif data may say that the image is rotated. */
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

/** How a picture has to be turned and mirrored, by the content of an Exif segment; 0 if it doesn't say. */
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

/** The `ispe` box near the start has the size. */
function avifSize(bytes: Buffer): ImageSize | undefined {
  const at = bytes.subarray(0, avifHeadBytes).indexOf("ispe", 0, "latin1");
  return at === -1 || at + 16 > bytes.length ? undefined : [bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12)];
}

const headBytes = 4_096;

/**
 * The size as browsers compute it: an image with only an aspect ratio fills the available width. An image without a
 * ratio has no size, because setting one side would stretch it.
 */
function svgSize(bytes: Buffer): ImageSize | undefined {
  const tag = /<svg\b[^<>]*>/i.exec(bytes.toString("utf8", 0, headBytes))?.[0];
  if (tag === undefined) return undefined;
  const [width, height] = [side(tag, "width"), side(tag, "height")];
  const [boxWidth, boxHeight] = viewBox(tag) ?? [];
  if (width !== undefined && height !== undefined) return [Math.round(width), Math.round(height)];
  if (boxWidth === undefined || boxHeight === undefined) return undefined;
  if (width !== undefined) return [Math.round(width), Math.round((width * boxHeight) / boxWidth)];
  if (height !== undefined) return [Math.round((height * boxWidth) / boxHeight), Math.round(height)];
  return [boxWidth, boxHeight, "fills"];
}

/** Pixels per CSS unit. Percentages have no size in pixels. */
const units: Readonly<Record<string, number>> = {
  "": 1,
  px: 1,
  em: 16,
  rem: 16,
  ex: 8,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  pt: 96 / 72,
  pc: 16,
};

function side(tag: string, name: string): number | undefined {
  const value = new RegExp(`\\s${name}\\s*=\\s*["']\\s*([\\d.]+)([a-z%]*)\\s*["']`).exec(tag);
  const pixels = Number(value?.[1]) * (units[value?.[2] ?? ""] ?? Number.NaN);
  return Number.isNaN(pixels) ? undefined : pixels;
}

function viewBox(tag: string): readonly [width: number, height: number] | undefined {
  // An image that may be stretched has no aspect ratio.
  if (/\spreserveAspectRatio\s*=\s*["']\s*none/.test(tag)) return undefined;
  const [width = 0, height = 0] = (/\sviewBox\s*=\s*["']([^"']*)["']/.exec(tag)?.[1] ?? "")
    .trim()
    .split(/[\s,]+/)
    .slice(2)
    .map(Number);
  return width > 0 && height > 0 ? [width, height] : undefined;
}

const boxesMax = 1_000;
const depthMax = 8;
const fixedPoint = 65_536;

/** Walks the nested boxes to a track header: each box is a length, a four-letter name and its content. */
function mp4Size(bytes: Buffer, depth = 0): ImageSize | undefined {
  let at = 0;
  for (let count = 0; count < boxesMax && at + 8 <= bytes.length && depth < depthMax; count += 1) {
    const name = bytes.toString("latin1", at + 4, at + 8);
    const shortLength = bytes.readUInt32BE(at);
    const isLong = shortLength === 1 && at + 16 <= bytes.length;
    const length = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : shortLength || bytes.length - at;
    if (length < 8) return undefined;
    const content = bytes.subarray(at + (isLong ? 16 : 8), at + length);
    const size = name === "tkhd" ? trackSize(content) : isHolder.has(name) ? mp4Size(content, depth + 1) : undefined;
    if (size !== undefined) return size;
    at += length;
  }
  return undefined;
}

const isHolder: ReadonlySet<string> = new Set(["moov", "trak"]);
const matrixBytes = 36;

/**
 * Width and height are at the end, after the matrix that says how the picture is rotated. Audio tracks have no size.
 */
function trackSize(head: Buffer): ImageSize | undefined {
  const end = head.length - 8;
  if (end < matrixBytes) return undefined;
  const [width, height] = [head.readUInt32BE(end) / fixedPoint, head.readUInt32BE(end + 4) / fixedPoint];
  if (width === 0 || height === 0) return undefined;
  const isTurned = head.readInt32BE(end - matrixBytes) === 0;
  return isTurned ? [Math.round(height), Math.round(width)] : [Math.round(width), Math.round(height)];
}

const webmHeadBytes = 64 * 1024;
const ids = { segment: 0x18538067, tracks: 0x1654ae6b, track: 0xae, video: 0xe0, width: 0xb0, height: 0xba };
const isMaster: ReadonlySet<number> = new Set([ids.segment, ids.tracks, ids.track, ids.video]);

/** Walks nested elements, each with an ID, a length and content. An element of unknown length reaches to the end. */
function webmSize(bytes: Buffer): ImageSize | undefined {
  const head = bytes.subarray(0, webmHeadBytes);
  let [width, height] = [0, 0];
  let at = 0;
  for (let count = 0; count < boxesMax && at + 2 < head.length && (width === 0 || height === 0); count += 1) {
    const id = readVint(head, at, false);
    const length = id && readVint(head, at + id.bytes, true);
    if (id === undefined || length === undefined) break;
    at += id.bytes + length.bytes;
    if (isMaster.has(id.value)) continue;
    if (id.value === ids.width) width = readSide(head, at, length.value);
    if (id.value === ids.height) height = readSide(head, at, length.value);
    at += length.value;
  }
  return width > 0 && height > 0 ? [width, height] : undefined;
}

/** Reads a width or height. Returns 0 if the value is out of range or truncated. */
function readSide(bytes: Buffer, at: number, length: number): number {
  return length >= 1 && length <= 4 && at + length <= bytes.length ? bytes.readUIntBE(at, length) : 0;
}

/** A number whose leading bits give its length. */
function readVint(bytes: Buffer, at: number, isLength: boolean): { value: number; bytes: number } | undefined {
  const first = bytes[at] ?? 0;
  const count = Math.clz32(first) - 23;
  if (count > 8 || at + count > bytes.length) return undefined;
  let value = isLength ? first & (0xff >> count) : first;
  for (let index = 1; index < count; index += 1) value = value * 256 + (bytes[at + index] ?? 0);
  return { value, bytes: count };
}
