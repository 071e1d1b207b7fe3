import { expect, test } from "vitest";
import { imageRatio, imageSize } from "./image-size.ts";

const bytes = (hex: string) => Buffer.from(hex.replaceAll(/\s/g, ""), "hex");

test.each([
  ["image/png", "89504e470d0a1a0a 0000000d 49484452 00000140 000000c8 08060000", [320, 200]],
  ["image/gif", "474946383961 4001 c800 f70000", [320, 200]],
  ["image/jpeg", "ffd8 ffe0 0010 4a46494600010100000100010000 ffc0 0011 08 00c8 0140 0301", [320, 200]],
  ["image/webp", "52494646 00000000 57454250 56503858 0a000000 00000000 3f0100 c70000", [320, 200]],
  ["image/webp", "52494646 00000000 57454250 56503820 00000000 000000 9d012a 4001 c800", [320, 200]],
  ["image/webp", "52494646 00000000 57454250 5650384c 00000000 2f 3fc13100 0000000000", [320, 200]],
  ["image/avif", "0000001c 66747970 00000014 69737065 00000000 00000140 000000c8", [320, 200]],
])("the size of a %s stands in its head", (type, head, size) => {
  expect(imageSize(bytes(head), type)).toEqual(size);
});

test("a photograph that was taken upright has its sides the other way round", () => {
  const exif = "ffe1 0022 457869660000 4d4d002a 00000008 0001 0112 0003 00000001 0006 0000 00000000";
  expect(imageSize(bytes(`ffd8 ${exif} ffc0 0011 08 00c8 0140 0301 0000`), "image/jpeg")).toEqual([200, 320]);
});

test("a drawing has a size when it gives both sides in pixels", () => {
  const size = (svg: string) => imageSize(Buffer.from(svg), "image/svg+xml");
  expect(size('<?xml version="1.0"?><svg width="40" height="20.4px" viewBox="0 0 4 2">')).toEqual([40, 20]);
  expect(size('<svg viewBox="0 0 24 24">')).toBeUndefined();
  expect(size('<svg width="100%" height="20">')).toBeUndefined();
  expect(size('<svg stroke-width="40" height="20">')).toBeUndefined();
});

test("a drawing without a size still has a shape", () => {
  const ratio = (svg: string) => imageRatio(Buffer.from(svg), "image/svg+xml");
  expect(ratio('<svg viewBox="0 0 48 24">')).toBe(2);
  expect(ratio('<svg viewBox="-1, -1, 4.5, 1.5" fill="none">')).toBe(3);
  expect(ratio('<svg width="30" height="20" viewBox="0 0 4 2">')).toBe(1.5);
  expect(ratio('<svg viewBox="0 0 24 0">')).toBeUndefined();
  expect(ratio('<svg viewBox="0 0 wide high">')).toBeUndefined();
  expect(ratio("<svg>")).toBeUndefined();
});

test("what is cut off, false or too large has no size", () => {
  for (const type of [
    "image/png",
    "image/gif",
    "image/jpeg",
    "image/webp",
    "image/avif",
    "image/svg+xml",
    "text/css",
  ]) {
    expect(imageSize(Buffer.alloc(0), type)).toBeUndefined();
    expect(imageSize(Buffer.alloc(64, 0xff), type)).toBeUndefined();
    expect(imageSize(Buffer.from("no picture at all, but long enough to be one"), type)).toBeUndefined();
  }
  expect(imageSize(bytes("89504e470d0a1a0a 0000000d 49484452 ffffffff 000000c8"), "image/png")).toBeUndefined();
});
