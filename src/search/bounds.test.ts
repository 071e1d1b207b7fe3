import fc from "fast-check";
import { expect, test } from "vitest";
import { readQuery } from "./read-query.ts";
import { find, indexFiles, indexOf, page } from "./search-test-support.ts";
import { forEachWord, termsOf } from "./tokenize.ts";

const docs = await indexOf(
  page("/guides/plugins", ["Plugins extend the server.", "Load order: See import.meta.env and ERR_PORT_IN_USE."]),
  page("/zh/config", "环境变量: 在配置文件中设置环境变量。", { facets: { language: "zh" } }),
  page("/de/start", "Die Überprüfung der Umgebung 🙂 für Anfänger."),
);
const words = "plugins the import.meta env 环境 变量 Überprüfung plguin 🙂 . -- '".split(" ");
const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.string({ unit: "grapheme", maxLength: 300 }),
  fc.array(fc.constantFrom(...words), { maxLength: 60 }).map((list) => list.join(" ")),
  fc.array(fc.constantFrom(...words), { maxLength: 60 }).map((list) => list.join("")),
);

test("every query gets a result, and highlights are inside their snippet", () => {
  const filter = fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.array(fc.string())));
  fc.assert(
    fc.property(anyText, filter, anyText, fc.boolean(), (query, given, currentPath, isTyping) => {
      const found = find(docs, query, { filter: given, currentPath, isTyping, passagesMax: 4 });
      expect(found.length).toBeLessThanOrEqual(3);
      for (const { score, passages } of found) {
        expect(score).toBeGreaterThan(0);
        expect(score).toBeLessThanOrEqual(1.000_001);
        for (const { snippet, coverage } of passages) {
          expect(coverage).toBeLessThanOrEqual(1);
          for (const { start, end } of snippet.highlights) {
            expect(snippet.text.slice(start, end)).toHaveLength(end - start);
            expect(end).toBeGreaterThan(start);
          }
        }
      }
    }),
    { numRuns: 1_000 },
  );
});

test("the reported positions of words are correct for any text", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      forEachWord(text, (word, start) => {
        expect(text.slice(start, start + word.length)).toBe(word);
        for (const { term, start: from, end: to } of termsOf(word)) {
          expect(term).not.toBe("");
          expect(from).toBeLessThan(to);
          expect(to).toBeLessThanOrEqual(word.length);
        }
      });
    }),
    { numRuns: 1_000 },
  );
});

test("pages with any content can be indexed and found by title", async () => {
  const anyPage = fc.record({ title: anyText, text: anyText, heading: anyText });
  await fc.assert(
    fc.asyncProperty(fc.array(anyPage, { maxLength: 5 }), async (given) => {
      const index = await indexOf(
        ...given.map(({ title, text, heading }, number) => ({
          ...page(`/p${number}`, [], { title: `${title} zebra${number}`, description: text, keywords: [heading] }),
          sections: [{ headingPath: [heading], anchor: heading, blocks: [{ kind: "text" as const, text }] }],
        })),
      );
      for (const number of given.keys()) expect(find(index, `zebra${number}`)[0]?.path).toBe(`/p${number}`);
    }),
    { numRuns: 150 },
  );
});

test("a query of thousands of words is reduced to its 32 rarest", () => {
  const terms = readQuery(docs, `plugins ${Array.from({ length: 5_000 }, (_, number) => `w${number}`).join(" ")}`, {
    isTyping: true,
  });
  expect(terms).toHaveLength(32);
});

test("typo correction compares a bounded number of terms", async () => {
  const many = Array.from({ length: 25_000 }, (_, number) => `a${number}b`).join(" ");
  const index = await indexOf(page("/many", many), page("/late", "azimuth"));
  expect(find(index, "azimut", { isTyping: false })).toEqual([]);
  expect(find(index, "azimuth")[0]?.path).toBe("/late");
});

test("building an index stops when its signal is aborted", async () => {
  const stop = new AbortController();
  const pages = Array.from({ length: 100 }, (_, number) => page(`/p${number}`, "Text."));
  const building = indexFiles(pages, stop.signal);
  stop.abort();
  await expect(building).rejects.toThrow("aborted");
});
