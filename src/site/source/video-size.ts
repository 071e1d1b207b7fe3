import type { ImageSize } from "../ground/image-dimensions.ts";

const boxesMax = 1_000;
const depthMax = 8;
const fixedPoint = 65_536;

/** Boxes that hold the heads of tracks: each is a length, a name of four letters and its content. */
export function mp4Size(bytes: Buffer, depth = 0): ImageSize | undefined {
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

/** Both sides stand at the end, behind the matrix that tells how the picture is turned. Sound has no sides. */
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

/** Elements of an ID, a length and a content, nested; lengths that are not known yet reach to the end. */
export function webmSize(bytes: Buffer): ImageSize | undefined {
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

/** 0 for what is no side of a picture, or is cut off. */
function readSide(bytes: Buffer, at: number, length: number): number {
  return length >= 1 && length <= 4 && at + length <= bytes.length ? bytes.readUIntBE(at, length) : 0;
}

/** A number whose first bits tell how many bytes it has. */
function readVint(bytes: Buffer, at: number, isLength: boolean): { value: number; bytes: number } | undefined {
  const first = bytes[at] ?? 0;
  const count = Math.clz32(first) - 23;
  if (count > 8 || at + count > bytes.length) return undefined;
  let value = isLength ? first & (0xff >> count) : first;
  for (let index = 1; index < count; index += 1) value = value * 256 + (bytes[at + index] ?? 0);
  return { value, bytes: count };
}
