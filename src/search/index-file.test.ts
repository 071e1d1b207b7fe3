import { crc32 } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { SearchIndexDamaged } from "./index-format.ts";
import { openIndex } from "./open-index.ts";
import { search } from "./search.ts";
import { indexFile, page } from "./search-test-support.ts";

const pages = Array.from({ length: 30 }, (_, number) =>
  page(`/guides/page-${number}`, [`Intro ${number}: The proxy of page ${number}.`, "Code: ```server.port = 1```"], {
    facets: { version: String(number % 3) },
  }),
);
const file = await indexFile(pages);
const versionOffset = 8;
const lengthOffset = 12;
const checksumOffset = 16;
const checksumEnd = 20;

test("the same pages give the same bytes in any order", async () => {
  expect((await indexFile(pages.toReversed())).equals(file)).toBe(true);
  const keysTurned = pages.map((one) => ({ ...one, facets: { b: "1", a: "2", ...one.facets } }));
  const keysInOrder = pages.map((one) => ({ ...one, facets: { ...one.facets, a: "2", b: "1" } }));
  expect((await indexFile(keysTurned)).equals(await indexFile(keysInOrder))).toBe(true);
});

test("an index can be opened at any offset of a buffer", () => {
  const shifted = Buffer.concat([Buffer.from("abc"), file]).subarray(3);
  for (const bytes of [file, shifted]) expect(found(bytes)).toHaveLength(10);
});

test.each([
  ["nothing", Buffer.alloc(0), "isn't a search index"],
  ["something else", Buffer.from("{}".repeat(500)), "isn't a search index"],
  ["a part of it", file.subarray(0, file.length - 1), "incomplete"],
  ["only its head", file.subarray(0, 300), "incomplete"],
  ["another version", changed((copy) => copy.writeUInt32LE(99, versionOffset)), "version 99"],
  ["one bit that has changed", changed((copy) => copy.writeUInt8((copy[900] ?? 0) ^ 1, 900)), "checksum"],
])("%s is refused with a reason", (_name, bytes, reason) => {
  expect(() => openIndex(bytes)).toThrow(SearchIndexDamaged);
  expect(() => openIndex(bytes)).toThrow(reason);
  expect(() => openIndex(bytes)).toThrow("Update the project");
});

test("a corrupted file is either refused or searchable", () => {
  const change = fc.record({ at: fc.nat(file.length - 1), byte: fc.integer({ min: 0, max: 255 }) });
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 12 }), (changes) => {
      const copy = signed((bytes) => {
        for (const { at, byte } of changes) bytes[at] = byte;
      });
      try {
        found(copy);
      } catch (error) {
        expect(error).toBeInstanceOf(SearchIndexDamaged);
      }
    }),
    { numRuns: 1_500 },
  );
});

test("wrong offsets and lengths are refused in every part", () => {
  for (let at = checksumEnd; at < 400; at += 4) {
    for (const lie of [0, 1, 0x7fffffff, 0xffffffff, file.length]) {
      try {
        found(signed((bytes) => bytes.writeUInt32LE(lie, at)));
      } catch (error) {
        expect(error).toBeInstanceOf(SearchIndexDamaged);
      }
    }
  }
});

function found(bytes: Buffer) {
  const index = openIndex(bytes);
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

function changed(change: (copy: Buffer) => void): Buffer {
  const copy = Buffer.from(file);
  change(copy);
  return copy;
}

/** Changes the file and updates its checksum. */
function signed(change: (copy: Buffer) => void): Buffer {
  return changed((copy) => {
    change(copy);
    file.copy(copy, 0, 0, checksumOffset);
    copy.writeUInt32LE(file.length, lengthOffset);
    copy.writeUInt32LE(crc32(copy.subarray(checksumEnd), crc32(copy.subarray(0, checksumOffset))), checksumOffset);
  });
}
