import { crc32, deflateSync } from "node:zlib";

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Measured on cards: 3 takes a third of the time of 6, for files a third larger; both are small. */
const level = 3;
const eightBits = 8;
const withAlpha = 6;
const pixelBytes = 4;

/**
 * Pixels of four bytes each as a PNG. The painter's own writer takes several times as long, and so does leaving out the
 * byte for transparency, which compresses to next to nothing: this way rows are copied as they are.
 */
export function encodePng(pixels: Uint8Array, width: number, height: number): Buffer {
  const rowBytes = width * pixelBytes;
  // Each row begins with how it is filtered: not at all, which is best for flat colours.
  const rows = Buffer.alloc((rowBytes + 1) * height);
  for (let row = 0; row < height; row += 1) {
    rows.set(pixels.subarray(row * rowBytes, (row + 1) * rowBytes), row * (rowBytes + 1) + 1);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(eightBits, 8);
  header.writeUInt8(withAlpha, 9);
  const parts = [chunk("IHDR", header), chunk("IDAT", deflateSync(rows, { level })), chunk("IEND", Buffer.alloc(0))];
  return Buffer.concat([signature, ...parts]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}
