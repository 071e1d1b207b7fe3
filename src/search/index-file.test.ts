import { crc32 } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { bufferSource } from "./byte-source.ts";
import { openIndex } from "./open-index.ts";
import { search } from "./search.ts";
import { SearchIndexDamaged } from "./search-index-damaged.ts";
import { indexFiles, page } from "./search-test-support.ts";
import { vectorDimensions } from "./word-vectors.ts";

const pages = Array.from({ length: 30 }, (_, number) =>
  page(`/guides/page-${number}`, [`Intro ${number}: The proxy of page ${number}.`, "Code: ```server.port = 1```"], {
    facets: { version: String(number % 3) },
  }),
);
const { list, segments } = await indexFiles(pages);
const file = segments[0]?.load() ?? Buffer.alloc(0);
const versionOffset = 8;
const lengthOffset = 12;
const headLengthOffset = 16;
const checksumOffset = 20;
const checksumEnd = 24;
const headBytes = file.readUInt32LE(headLengthOffset);

test("the same pages give the same bytes in any order", async () => {
  expect(await bytesOf(pages.toReversed())).toEqual(await bytesOf(pages));
  const keysTurned = pages.map((one) => ({ ...one, facets: { b: "1", a: "2", ...one.facets } }));
  const keysInOrder = pages.map((one) => ({ ...one, facets: { ...one.facets, a: "2", b: "1" } }));
  expect(await bytesOf(keysTurned)).toEqual(await bytesOf(keysInOrder));
});

test("an index can be opened at any offset of a buffer", () => {
  const shifted = Buffer.concat([Buffer.from("abc"), file]).subarray(3);
  for (const bytes of [file, shifted]) expect(found(bytes)).toHaveLength(10);
});

test.each([
  ["no bytes", Buffer.alloc(0), "is not a search index"],
  ["other content", Buffer.from("{}".repeat(500)), "is not a search index"],
  ["its end missing", list.subarray(0, -1), "checksum"],
  ["another version", changed(list, (copy) => copy.writeUInt32LE(99, versionOffset)), "version 99"],
  ["an object in place of a list", signedList("{}"), "invalid structure"],
  ["a path instead of a name", signedList(JSON.stringify([["../../secret", 1]])), "invalid structure"],
])("an index list with %s is refused with a reason", (_name, bytes, reason) => {
  const open = () => openIndex(bytes, () => bufferSource("", file));
  expect(open).toThrow(SearchIndexDamaged);
  expect(open).toThrow(reason);
  expect(open).toThrow("Update the project");
});

test.each([
  ["no bytes", Buffer.alloc(0), "is not a segment"],
  ["other content", Buffer.from("{}".repeat(500)), "is not a segment"],
  ["its end missing", file.subarray(0, file.length - 1), "incomplete"],
  ["only a head", file.subarray(0, headBytes), "incomplete"],
  ["another version", changed(file, (copy) => copy.writeUInt32LE(99, versionOffset)), "version 99"],
  ["a changed bit in its head", flipped(300), "checksum"],
])("a segment file with %s is refused with a reason", (_name, bytes, reason) => {
  expect(() => found(bytes)).toThrow(SearchIndexDamaged);
  expect(() => found(bytes)).toThrow(reason);
});

test("a changed bit in the body is noticed by the first search that reads it", () => {
  // The vectors come last, and are only read if the words of a query aren't found.
  const { passageCount } = openIndex(list, () => bufferSource("whole", file));
  expect(() => found(flipped(file.length - passageCount * vectorDimensions - 9))).toThrow("checksum");
});

test("a corrupted segment is either refused or still searchable", () => {
  const change = fc.record({ at: fc.nat(file.length - 1), byte: fc.integer({ min: 0, max: 255 }) });
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 12 }), (changes) => {
      searchOrRefuse((bytes) => {
        for (const { at, byte } of changes) bytes[at] = byte;
      });
    }),
    { numRuns: 1_500 },
  );
});

/** The end of the directory, which holds the offsets and lengths of 12 parts of the head and 9 parts of the body. */
const directoryEnd = checksumEnd + 21 * 8;

test("an offset or length that points outside the file is refused in every part", () => {
  for (let at = checksumEnd; at < directoryEnd; at += 4) {
    for (const lie of [0x7ffffffc, 0xfffffffc]) {
      const bytes = signed((copy) => copy.writeUInt32LE(lie, at));
      expect(() => found(bytes), `byte ${at}`).toThrow(SearchIndexDamaged);
    }
  }
});

test("a wrong offset or length inside the file is either refused or leaves the index searchable", () => {
  for (let at = checksumEnd; at < directoryEnd; at += 4) {
    for (const lie of [0, 1, 4, headBytes]) searchOrRefuse((bytes) => bytes.writeUInt32LE(lie, at));
  }
});

async function bytesOf(given: typeof pages): Promise<string[]> {
  const built = await indexFiles(given);
  return [built.list, ...built.segments.map(({ load }) => load())].map((bytes) => bytes.toString("hex"));
}

function searchOrRefuse(change: (copy: Buffer) => void): void {
  try {
    found(signed(change));
  } catch (error) {
    expect(error).toBeInstanceOf(SearchIndexDamaged);
  }
}

function found(bytes: Buffer) {
  const index = openIndex(list, () => bufferSource("segment", bytes));
  return search(index, {
    query: "proxy server.port pgae guides/page-7",
    audience: "assistant",
    pagesMax: 10,
    passagesMax: 4,
    filter: { version: ["0", "1", "2"], path: "/guides" },
    currentPath: "/guides/page-3",
    isTyping: true,
  });
}

function changed(bytes: Buffer, change: (copy: Buffer) => void): Buffer {
  const copy = Buffer.from(bytes);
  change(copy);
  return copy;
}

function flipped(at: number): Buffer {
  return changed(file, (copy) => copy.writeUInt8((copy[at] ?? 0) ^ 1, at));
}

function signedList(text: string): Buffer {
  const body = Buffer.from(text);
  const head = Buffer.from(list.subarray(0, 16));
  head.writeUInt32LE(crc32(body), 12);
  return Buffer.concat([head, body]);
}

/** Changes the segment and updates its checksums. */
function signed(change: (copy: Buffer) => void): Buffer {
  return changed(file, (copy) => {
    change(copy);
    file.copy(copy, 0, 0, checksumOffset);
    copy.writeUInt32LE(file.length, lengthOffset);
    // The body is a single block, whose checksum is the last part of the head.
    copy.writeUInt32LE(crc32(copy.subarray(headBytes)), headBytes - 4);
    copy.writeUInt32LE(
      crc32(copy.subarray(checksumEnd, headBytes), crc32(copy.subarray(0, checksumOffset))),
      checksumOffset,
    );
  });
}
