import { exifOrientation } from "../../../site/project.ts";

const segmentsMax = 10_000;
/** Markers of pictures with an index of further pictures behind them, such as the gain map of an HDR picture. */
const severalPictures = /^(?:urn:iso:std:iso:ts:21496|MPF)|hdrgm|ns\.adobe\.com\/hdr-gain-map/;

/**
 * The same picture without what cameras and editors add: previews, places, comments, edit histories and other files
 * behind its end. Color profiles stay, and so does the direction in which it is shown. The picture's data isn't touched.
 * Refuses pictures that would look different.
 */
export function compressJpeg(bytes: Buffer): Buffer | { refused: string } {
  const damaged = { refused: "it is damaged, or isn't a JPEG file" };
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return damaged;
  const kept = [bytes.subarray(0, 2)];
  let at = 2;
  let [hasProfile, isAdobeRgb] = [false, false];
  for (let count = 0; count < segmentsMax && at + 4 <= bytes.length; count += 1) {
    const marker = bytes.readUInt16BE(at);
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (marker < 0xffc0 || end + 2 > bytes.length || (marker >= 0xffd0 && marker <= 0xffd9)) return damaged;
    // The data of a scan has no length. It goes on until a marker that isn't part of it.
    const next = marker === 0xffda ? findMarker(bytes, end) : end;
    if (next === undefined) return damaged;
    const said = marker === 0xffe1 || marker === 0xffe2 ? bytes.toString("latin1", at + 4, end) : "";
    if (severalPictures.test(said)) return { refused: "it contains several pictures, such as one for HDR screens" };
    hasProfile ||= marker === 0xffe2 && said.startsWith(profileName);
    // The name that the Exif standard has for this color space.
    isAdobeRgb ||= said.startsWith("Exif") && said.includes("R03\0");
    const direction = marker === 0xffe1 ? exifOrientation(bytes.subarray(at + 4, end)) : 0;
    if (direction > 1 && direction <= 8) kept.push(exifSegment(direction));
    else if (isNeeded(marker, said)) kept.push(bytes.subarray(at, next));
    at = next;
    if (bytes.readUInt16BE(at) !== 0xffd9) continue;
    if (isAdobeRgb && !hasProfile) return { refused: "its colors are Adobe RGB, without a color profile" };
    return Buffer.concat([...kept, bytes.subarray(at, at + 2)]);
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

const profileName = "ICC_PROFILE";

function isNeeded(marker: number, said: string): boolean {
  if (marker === 0xffe2) return said.startsWith(profileName);
  // JFIF's own segment and Adobe's say how colors are stored. The others are for programs.
  return marker === 0xffe0 || marker === 0xffee || (marker !== 0xfffe && (marker < 0xffe1 || marker > 0xffef));
}

/** Says only in which direction the picture is shown: cameras also write where it was taken. */
function exifSegment(direction: number): Buffer {
  // Its header, Motorola's byte order, and one entry with the tag 0x0112, whose value comes last.
  const segment = Buffer.from("ffe100224578696600004d4d002a00000008000101120003000000010000000000000000", "hex");
  segment[29] = direction;
  return segment;
}
