import { exifOrientation } from "../../../site/project.ts";

const segmentsMax = 10_000;

/**
 * The same picture without what cameras and editors add: previews, places, comments, edit histories and other files
 * behind its end. Color profiles stay, and so does the direction in which it is shown. The picture's data isn't touched.
 */
export function compressJpeg(bytes: Buffer): Buffer | { refused: string } {
  const damaged = { refused: "it is damaged, or isn't a JPEG file" };
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return damaged;
  const kept = [bytes.subarray(0, 2)];
  let at = 2;
  for (let count = 0; count < segmentsMax && at + 4 <= bytes.length; count += 1) {
    const marker = bytes.readUInt16BE(at);
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (marker < 0xffc0 || end > bytes.length || (marker >= 0xffd0 && marker <= 0xffd9)) return damaged;
    // The data of a scan has no length. It goes on until a marker that isn't part of it.
    const next = marker === 0xffda ? findMarker(bytes, end) : end;
    if (next === undefined) return damaged;
    if (isNeeded(marker, bytes.subarray(at + 4, end))) kept.push(bytes.subarray(at, next));
    if (bytes.readUInt16BE(next) === 0xffd9) return Buffer.concat([...kept, bytes.subarray(next, next + 2)]);
    at = next;
  }
  return damaged;
}

function findMarker(bytes: Buffer, from: number): number | undefined {
  for (let at = bytes.indexOf(0xff, from); at !== -1 && at + 2 <= bytes.length; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  return undefined;
}

function isNeeded(marker: number, content: Buffer): boolean {
  switch (marker) {
    case 0xffe1:
      return exifOrientation(content) > 1;
    case 0xffe2:
      return content.toString("latin1", 0, 11) === "ICC_PROFILE";
    default:
      // JFIF's own segment and Adobe's say how colors are stored. The others are for programs.
      return marker === 0xffe0 || marker === 0xffee || (marker !== 0xfffe && (marker < 0xffe3 || marker > 0xffef));
  }
}
