import { crc32, deflateSync } from "node:zlib";
import { Resvg } from "@resvg/resvg-wasm";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { paintDrawing } from "../../../site/outputs/social/paint-drawing.ts";
import type { WorkingDocs } from "../working-docs.ts";
import { compressImage } from "./compress-image.ts";
import { compressJpeg } from "./compress-jpeg.ts";
import { compressPng } from "./compress-png.ts";

// Test files share a process, where the decoder can be started only once.
beforeAll(() => paintDrawing('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'));

const signature = Buffer.from("89504e470d0a1a0a", "hex");

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const ends = [Buffer.alloc(4), Buffer.alloc(4)] as const;
  ends[0].writeUInt32BE(data.length);
  ends[1].writeUInt32BE(crc32(content));
  return Buffer.concat([ends[0], content, ends[1]]);
}

interface Picture {
  width: number;
  height: number;
  color: number;
  depth?: number;
  interlacing?: number;
  /** The bytes of the rows. */
  rows: Buffer;
  others?: [string, Buffer][];
}

/** A file without any compression, and with a filter of each kind. */
function png({ width, height, color, depth = 8, interlacing = 0, rows, others = [] }: Picture): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, color, 0, 0, interlacing], 8);
  const stride = rows.length / height;
  const lines = Array.from({ length: height }, (_, y) => [
    Buffer.from([0]),
    rows.subarray(y * stride, (y + 1) * stride),
  ]);
  const data = deflateSync(Buffer.concat(lines.flat()), { level: 0 });
  const parts = others.map(([type, content]) => chunk(type, content));
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    ...parts,
    chunk("IDAT", data),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** What another decoder sees. */
function pixels(file: Buffer): Buffer {
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
  const url = `data:image/png;base64,${file.toString("base64")}`;
  const image = `<image width="${width}" height="${height}" href="${url}" image-rendering="optimizeSpeed"/>`;
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${image}</svg>`;
  return Buffer.from(new Resvg(drawn).render().pixels);
}

function compressed(file: Buffer): Buffer {
  const made = compressPng(file);
  if ("refused" in made) throw new Error(made.refused);
  return made;
}

/** One of a few numbers for each place, without a pattern. */
const noise = (x: number, y: number, count: number) => (Math.imul(x * 64 + y + 1, 2_654_435_761) >>> 9) % count;

test("a compressed PNG has the same pixels and size, whatever its colors", () => {
  const sizes = fc.record({ width: fc.integer({ min: 1, max: 20 }), height: fc.integer({ min: 1, max: 20 }) });
  const kinds = fc.constantFrom([0, 1] as const, [2, 3] as const, [4, 2] as const, [6, 4] as const);
  fc.assert(
    fc.property(sizes, kinds, fc.integer({ min: 1, max: 300 }), fc.nat(), (size, [color, samples], variety, seed) => {
      const rows = Buffer.from(
        Array.from({ length: size.width * size.height * samples }, (_, at) => {
          const pixel = Math.floor(at / samples) % variety;
          return (((pixel + 1) * (seed % 9_973) * 31) >> (at % samples)) & 255;
        }),
      );
      const file = png({ ...size, color, rows });
      const made = compressed(file);
      expect(made.subarray(16, 24)).toEqual(file.subarray(16, 24));
      expect(pixels(made).equals(pixels(file))).toBe(true);
      // It can be read again, with its filters, and doesn't grow.
      expect(compressed(made).length).toBeLessThanOrEqual(made.length);
    }),
    { numRuns: 300 },
  );
});

test.each([
  [
    "a few colors become a palette",
    6,
    (x: number, y: number) => [noise(x, y, 11) * 20, noise(x, y, 11) * 7, 9, 255],
    3,
  ],
  ["few half-transparent colors, too", 6, (x: number, y: number) => [9, noise(x, y, 5), 9, noise(x, y, 5) * 60], 3],
  ["an opaque picture loses its transparency", 6, (x: number, y: number) => [x * 15, y * 15, x * y, 255], 2],
  ["a gray picture has one sample", 2, (x: number, y: number) => [x * y, x * y, x * y], 0],
  ["a transparent picture with many colors stays as it is", 6, (x: number, y: number) => [x * 15, y * 15, 0, x * y], 6],
])("%s", (_, color, paint, expected) => {
  const side = 20;
  const rows = Buffer.from(
    Array.from({ length: side * side }, (_, at) => paint(at % side, Math.floor(at / side))).flat(),
  );
  const file = png({ width: side, height: side, color, rows });
  const made = compressed(file);
  expect(made[25]).toBe(expected);
  expect(made.length).toBeLessThan(file.length);
  expect(pixels(made).equals(pixels(file))).toBe(true);
});

test("what changes colors and turns the picture stays, and texts and times go", () => {
  const rows = Buffer.from(Array.from({ length: 48 }, (_, at) => (at % 3) * 80 + at));
  const others: [string, Buffer][] = [
    ["gAMA", Buffer.from([0, 0, 0xb1, 0x8f])],
    ["tEXt", Buffer.from("Author\0Ada")],
    ["tIME", Buffer.from([7, 0xea, 1, 1, 0, 0, 0])],
    ["pHYs", Buffer.from([0, 0, 0x0b, 0x13, 0, 0, 0x0b, 0x13, 1])],
  ];
  const made = compressed(png({ width: 4, height: 4, color: 2, rows, others }));
  const has = (type: string) => made.includes(type);
  expect(["gAMA", "pHYs", "tEXt", "tIME", "Ada"].map(has)).toEqual([true, true, false, false, false]);
});

test("a file that isn't read for certain is refused, and a bomb costs nothing", () => {
  const plain = { width: 4, height: 4, color: 0, rows: Buffer.alloc(16) };
  const damaged = Buffer.from(png(plain));
  damaged[50] = (damaged[50] ?? 0) ^ 1;
  const refusals = [
    [png({ ...plain, interlacing: 1 }), "interlaced"],
    [png({ ...plain, others: [["acTL", Buffer.alloc(8)]] }), "animated"],
    [png({ ...plain, others: [["XyZZ", Buffer.alloc(8)]] }), "special kind"],
    [damaged, "damaged"],
    [Buffer.from("<svg/>"), "damaged"],
    [png({ ...plain, height: 5, rows: Buffer.alloc(15) }), "damaged"],
    [png({ ...plain, color: 2, depth: 4, rows: Buffer.alloc(24) }), "damaged"],
    [png({ ...plain, color: 5 }), "damaged"],
    [png({ width: 4_000, height: 3_000, color: 6, depth: 16, rows: Buffer.alloc(3_000) }), "more than 64 MB"],
    [png({ ...plain, width: 100_000, height: 4 }).fill(0xff, 20, 24), "damaged"],
    [png({ width: 5_000, height: 4, color: 0, rows: Buffer.alloc(20_000_000) }), "damaged"],
  ] as const;
  for (const [file, why] of refusals)
    expect(compressPng(file)).toMatchObject({ refused: expect.stringContaining(why) });
  const huge = Buffer.alloc(13);
  huge.writeUInt32BE(60_000, 0);
  huge.writeUInt32BE(60_000, 4);
  huge.set([8, 0], 8);
  const bomb = Buffer.concat([
    signature,
    chunk("IHDR", huge),
    chunk("IDAT", Buffer.alloc(9)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
  expect(compressPng(bomb)).toEqual({ refused: "it has more than 16 million pixels" });
});

test("a JPEG keeps its picture, profile and direction, and loses everything else", () => {
  const segment = (marker: number, content: string | Buffer) => {
    const bytes = Buffer.from(content as string, "latin1");
    const head = Buffer.from([0xff, marker, 0, 0]);
    head.writeUInt16BE(bytes.length + 2, 2);
    return Buffer.concat([head, bytes]);
  };
  // A tag 0x0112 with the value 6, in the order of Motorola: turned by a quarter.
  const exif = (direction: number, more = "") =>
    Buffer.concat([
      Buffer.from("Exif\0\0MM\0*\0\0\0\b\0\x01\x01\x12\0\x03\0\0\0\x01", "latin1"),
      Buffer.from([0, direction, 0, 0, 0, 0, 0, 0]),
      Buffer.from(more, "latin1"),
    ]);
  const start = Buffer.from([0xff, 0xd8]);
  const jfif = segment(0xe0, "JFIF\0\x01\x01\0\0\x01\0\x01\0\0");
  const profile = segment(0xe2, "ICC_PROFILE\0\x01\x01profile");
  const frame = segment(0xc0, "\b\0\x01\0\x01\x01\x01\x11\0");
  // Stuffed bytes and restarts belong to the data, a table between two scans doesn't.
  const scan = Buffer.concat([segment(0xda, "\x01\x01\0\0?\0"), Buffer.from([1, 0xff, 0, 2, 0xff, 0xd0, 3])]);
  const table = segment(0xc4, "\0".repeat(20));
  const end = Buffer.from([0xff, 0xd9]);
  const picture = [profile, frame, scan, table, scan, end];
  const extras = [
    segment(0xe1, "http://ns.adobe.com/xap/1.0/\0<xmp/>"),
    segment(0xfe, "Made by Ada"),
    segment(0xed, "PS"),
  ];
  const file = (direction: number) =>
    Buffer.concat([
      start,
      jfif,
      segment(0xe1, exif(direction, "where it was taken")),
      ...extras,
      ...picture,
      Buffer.from("a film behind it"),
    ]);
  expect(compressJpeg(file(1))).toEqual(Buffer.concat([start, jfif, ...picture]));
  expect(compressJpeg(file(6))).toEqual(Buffer.concat([start, jfif, segment(0xe1, exif(6)), ...picture]));
  const refused = { refused: "it is damaged, or isn't a JPEG file" };
  expect(compressJpeg(Buffer.concat([start, jfif, frame, scan]))).toEqual(refused);
  for (let length = 0; length < file(1).length - "a film behind it".length; length += 1)
    expect(compressJpeg(file(1).subarray(0, length))).toEqual(refused);
  const withSegments = (...segments: Buffer[]) =>
    compressJpeg(Buffer.concat([start, jfif, ...segments, frame, scan, end]));
  const several = { refused: "it contains several pictures, such as one for HDR screens" };
  expect(withSegments(segment(0xe1, "http://ns.adobe.com/xap/1.0/\0<x hdrgm:Version='1.0'/>"))).toEqual(several);
  expect(withSegments(segment(0xe2, "urn:iso:std:iso:ts:21496:-1\0"))).toEqual(several);
  expect(withSegments(segment(0xe2, "MPF\0II*\0"))).toEqual(several);
  // Without a profile, only the Exif segment says that these colors aren't the usual ones.
  const adobe = segment(0xe1, exif(1, "R03\0"));
  expect(withSegments(adobe)).toMatchObject({ refused: expect.stringContaining("Adobe RGB") });
  expect(withSegments(adobe, profile)).toEqual(Buffer.concat([start, jfif, profile, frame, scan, end]));
  expect(compressJpeg(Buffer.from("GIF89a"))).toEqual(refused);
});

test("a file that points behind its end is refused, and the job goes on", () => {
  const readUInt16BE = () => Buffer.alloc(0).readUInt16BE(0);
  const bytes = () => Object.assign(Buffer.alloc(100), { readUInt16BE });
  expect(compressImage({ bytes } as unknown as WorkingDocs, "a.jpg")).toEqual({
    before: 100,
    refused: "it is damaged",
  });
});
