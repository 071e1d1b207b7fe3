import fc from "fast-check";
import { expect, test } from "vitest";
import { mediaSize } from "./media-size.ts";

const bytes = (hex: string) => Buffer.from(hex.replaceAll(/\s/g, ""), "hex");

/** All are 320 pixels wide and 200 pixels high. */
const heads: [type: string, hex: string][] = [
  ["image/png", "89504e470d0a1a0a 0000000d 49484452 00000140 000000c8 08060000"],
  ["image/gif", "474946383961 4001 c800 f70000"],
  ["image/jpeg", "ffd8 ffe0 0010 4a46494600010100000100010000 ffc0 0011 08 00c8 0140 0301"],
  ["image/webp", "52494646 00000000 57454250 56503858 0a000000 00000000 3f0100 c70000"],
  ["image/webp", "52494646 00000000 57454250 56503820 00000000 000000 9d012a 4001 c800"],
  ["image/webp", "52494646 00000000 57454250 5650384c 00000000 2f 3fc13100 0000000000"],
  ["image/avif", "0000001c 66747970 00000014 69737065 00000000 00000140 000000c8"],
  ["video/webm", "1a45dfa3 84 42868101 18538067 01ffffffffffffff 1654ae6b 8d ae8b d78101 e086 b0820140 ba81c8"],
  [
    "video/mp4",
    `00000074 6d6f6f76 0000006c 7472616b 00000064 746b6864 ${"0".repeat(80)} 00010000 ${"0".repeat(64)} 01400000 00c80000`,
  ],
];

test.each(heads)("the size of a %s is read from its header", (type, head) => {
  expect(mediaSize(bytes(head), type)).toEqual([320, 200]);
});

test("a rotated photo has its sides swapped", () => {
  const exif = "ffe1 0022 457869660000 4d4d002a 00000008 0001 0112 0003 00000001 0006 0000 00000000";
  expect(mediaSize(bytes(`ffd8 ${exif} ffc0 0011 08 00c8 0140 0301 0000`), "image/jpeg")).toEqual([200, 320]);
});

test.each([
  ['width="40" height="20.4px" viewBox="0 0 4 2"', [40, 20]],
  ['width="72pt" height="2em"', [96, 32]],
  ['width="100%" height="20" viewBox="0 0 4 2"', [40, 20]],
  ['width="30" viewBox="-1, -1, 4.5, 1.5"', [30, 10]],
  ['width="100%" height="20"', undefined],
  ['stroke-width="40" height="20"', undefined],
  ['viewBox="0 0 24 0"', undefined],
  ['viewBox="0 0 48 24" preserveAspectRatio="none"', undefined],
  ['viewBox="0 0 48 24"', [48, 24, "fills"]],
  ['width="100%" height="100%" viewBox="0 0 48 24"', [48, 24, "fills"]],
])("an SVG image with %s has the size in which browsers show it", (attributes, size) => {
  expect(mediaSize(Buffer.from(`<?xml version="1.0"?><svg ${attributes}>`), "image/svg+xml")).toEqual(size);
});

test("the size of a video is read from its track header", () => {
  const box = (name: string, content: Buffer) => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(content.length + 8);
    head.write(name, 4, "latin1");
    return Buffer.concat([head, content]);
  };
  const film = (isTurned: boolean) => {
    const track = Buffer.alloc(84);
    track.writeInt32BE(isTurned ? 0 : 65_536, 40);
    track.writeUInt32BE(640 * 65_536, 76);
    track.writeUInt32BE(360 * 65_536, 80);
    const sound = box("trak", box("tkhd", Buffer.alloc(84)));
    const tracks = box("moov", Buffer.concat([sound, box("trak", box("tkhd", track))]));
    return Buffer.concat([box("ftyp", Buffer.from("isom")), box("mdat", Buffer.alloc(99)), tracks]);
  };
  expect(mediaSize(film(false), "video/mp4")).toEqual([640, 360]);
  expect(mediaSize(film(true), "video/quicktime")).toEqual([360, 640]);
});

test("truncated, invalid or oversized image files have no size", () => {
  for (const type of [...heads.map(([known]) => known), "image/svg+xml", "text/css"]) {
    expect(mediaSize(Buffer.alloc(0), type)).toBeUndefined();
    expect(mediaSize(Buffer.alloc(64, 0xff), type)).toBeUndefined();
    expect(mediaSize(Buffer.from("no picture at all, but long enough to be one"), type)).toBeUndefined();
  }
  expect(mediaSize(bytes("89504e470d0a1a0a 0000000d 49484452 ffffffff 000000c8"), "image/png")).toBeUndefined();
});

test("reading the size from a corrupted header never throws", () => {
  const changes = fc.array(fc.tuple(fc.nat(150), fc.nat(255)), { maxLength: 4 });
  fc.assert(
    fc.property(fc.constantFrom(...heads), fc.nat(150), changes, ([type, hex], length, changed) => {
      const head = Buffer.from(bytes(hex));
      for (const [place, value] of changed) head[place % head.length] = value;
      for (const file of [head, head.subarray(0, length)]) mediaSize(file, type);
    }),
    { numRuns: 5_000 },
  );
});
