import fc from "fast-check";
import { expect, test } from "vitest";
import { analyzeSections } from "./analyze-sections.ts";
import { encodeSegment } from "./encode-segment.ts";
import type { Segment } from "./index-parts.ts";
import { findRuns, mergeSegments } from "./merge-segments.ts";
import { PageCollector } from "./page-collector.ts";
import { page } from "./search-test-support.ts";

const averages = { passage: [12, 6, 2, 2], page: [2, 2, 1, 5, 4, 30, 8] };
const words = "proxy port gateway server the config.json 文書 zażółć retry token a1 b2 c3 d4 e5 f6".split(" ");

/** The identity of a page determines its content, so equal identities mean equal content. */
function segmentOf(identities: readonly string[]): Segment {
  const merger = new PageCollector();
  for (const identity of identities) {
    const [path = "", seed = "", parts = ""] = identity.split(" ");
    const sections = Array.from({ length: Number(parts) }, (_, part) => `Part ${part}: ${textOf(Number(seed) + part)}`);
    const { sections: written, ...rest } = page(path, sections, { title: words[Number(seed) % words.length] ?? "" });
    merger.add({ ...rest, analysis: analyzeSections(written) });
  }
  return encodeSegment(merger, averages);
}

function textOf(seed: number): string {
  return Array.from({ length: 1 + (seed % 7) }, (_, place) => words[(seed * 5 + place * place) % words.length]).join(
    " ",
  );
}

const anyPage = fc.record({ number: fc.nat(400), seed: fc.nat(60), parts: fc.nat(4) });
const anySite = fc
  .uniqueArray(anyPage, { maxLength: 30, selector: ({ number }) => number })
  .map((pages) => pages.map(({ number, seed, parts }) => `/p${number} ${seed} ${parts}`).toSorted());

test("any mix of kept and fresh pages gives the same segment as building all pages", () => {
  fc.assert(
    fc.property(anySite, anySite, fc.func(fc.boolean()), (before, others, stays) => {
      const paths = new Set(before.map((identity) => identity.split(" ")[0]));
      const added = others.filter((identity) => !paths.has(identity.split(" ")[0]));
      const now = [...before.filter((identity) => stays(identity)), ...added].toSorted();
      const runs = findRuns(now, before);
      const isKept = new Set(before);
      const segments = {
        kept: segmentOf(before),
        fresh: segmentOf(now.filter((identity) => !isKept.has(identity))),
      };
      expect(bytesOf(mergeSegments(segments, runs))).toEqual(bytesOf(segmentOf(now)));
    }),
    { numRuns: 150 },
  );
});

test("a distance that needs more bytes after merging still fits", () => {
  const before = ["/a 1 1", "/z 1 1"];
  const between = Array.from({ length: 300 }, (_, number) => `/m${1_000 + number} 2 1`);
  const now = ["/a 1 1", ...between, "/z 1 1"];
  const segments = { kept: segmentOf(before), fresh: segmentOf(between) };
  expect(bytesOf(mergeSegments(segments, findRuns(now, before)))).toEqual(bytesOf(segmentOf(now)));
});

function bytesOf(segment: Segment): Record<string, string> {
  const parts = Object.entries(segment).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(
    parts.map(([name, { buffer, byteOffset, byteLength }]) => [
      name,
      Buffer.from(buffer, byteOffset, byteLength).toString("hex"),
    ]),
  );
}
