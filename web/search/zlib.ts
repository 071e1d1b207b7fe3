import { inflateSync } from "fflate";
import { Buffer } from "./buffer.ts";

// Stands in for `node:zlib` in the browser's bundle.

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = (value & 1) === 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value >>> 0;
});

export function crc32(bytes: Uint8Array, before = 0): number {
  let value = ~before;
  for (let at = 0; at < bytes.length; at++) value = (value >>> 8) ^ (table[(value ^ (bytes[at] ?? 0)) & 255] ?? 0);
  return ~value >>> 0;
}

export function inflateRawSync(packed: Uint8Array) {
  return Buffer.from(inflateSync(packed));
}
