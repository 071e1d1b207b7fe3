import { hash } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { analyzeSections } from "./analyze-sections.ts";
import { type BuiltIndex, buildIndex, openBuiltIndex, type SegmentStore } from "./build-index.ts";
import type { AnalyzedPage, PageToIndex } from "./page-to-index.ts";
import { find, page } from "./search-test-support.ts";

let files: Map<string, Buffer>;
let taken: string[];

const stored = (bytes: Buffer) => ({ sha256: hash("sha256", bytes), byteLength: bytes.length, load: () => bytes });
const store: SegmentStore = {
  find(key) {
    const bytes = files.get(key);
    return bytes && stored(bytes);
  },
  write(key, bytes) {
    files.set(key, bytes);
    return stored(bytes);
  },
};

beforeEach(() => {
  files = new Map();
});

/** Builds an index with a kept index and another without; `taken` lists the pages that the first build read. */
async function buildBoth(pages: readonly PageToIndex[]) {
  taken = [];
  const analyzed = pages.map(({ sections, ...rest }): AnalyzedPage => {
    return {
      ...rest,
      analysisKey: JSON.stringify(sections),
      get analysis() {
        taken.push(rest.path);
        return analyzeSections(sections);
      },
    };
  });
  const whole = bytesOf(await buildIndex(analyzed));
  taken = [];
  const built = await buildIndex(analyzed, { store });
  return { kept: bytesOf(built), whole, written: built.written, segments: built.segments.length };
}

function bytesOf({ list, segments }: BuiltIndex): string[] {
  return [list, ...segments.map(({ load }) => load())].map((bytes) => bytes.toString("hex"));
}

const vocabulary = "proxy port gateway server the of config.json 文書 zażółć retry token".split(" ");
const sentence = (seed: number) =>
  Array.from(
    { length: 1 + (seed % 40) },
    (_, place) => vocabulary[(seed * 7 + place * place) % vocabulary.length],
  ).join(" ");
const site = Array.from({ length: 60 }, (_, number) =>
  page(`/guides/page-${number}`, [sentence(number), `Part ${number % 9}: ${sentence(number * 3)}`], {
    keywords: number % 20 === 0 ? ["rare"] : [],
  }),
);
const withPage = (path: string, changed: Partial<PageToIndex>) =>
  site.map((one) => (one.path === path ? { ...one, ...changed } : one));

const otherText = page("/x", [`${sentence(17)} zebra`, `Part 8: ${sentence(51)}`, "New: quagga"]).sections;

test.each<[string, PageToIndex[]]>([
  ["no change", site],
  ["a changed text", withPage("/guides/page-17", { sections: otherText })],
  ["a changed title", withPage("/guides/page-3", { title: "Another proxy" })],
  [
    "a change of data that isn't text",
    withPage("/guides/page-3", { boost: 2, breadcrumb: ["A"], facets: { version: "2" } }),
  ],
  ["removing a page", site.slice(1)],
  ["adding a first page", [page("/a", "Welcome to the port."), ...site]],
  ["adding a last page", [...site, page("/z", "Good bye, token.")]],
  ["moving a page", withPage("/guides/page-30", { path: "/guides/page-5-moved" })],
  ["a change in the length of all pages", site.map((one) => ({ ...one, description: sentence(39) }))],
  [
    "changing all but a few pages",
    [...site.slice(0, 5), ...site.map((one) => ({ ...one, path: `/other${one.path}` }))],
  ],
])("after %s, the kept index equals one built from scratch", async (_what, changed) => {
  await buildBoth(site);
  const { kept, whole } = await buildBoth(changed);
  expect(kept).toEqual(whole);
});

/** Large enough for several segments. */
const largeSite = Array.from({ length: 2_000 }, (_, number) =>
  page(`/guides/page-${number}`, `${vocabulary[number % vocabulary.length]} word${number}`),
);

test("a changed page rebuilds only its own segment, and a new page at most the neighboring segments too", async () => {
  const { segments } = await buildBoth(largeSite);
  expect(segments).toBeGreaterThan(2);
  const changed = largeSite.map((one) => (one.path === "/guides/page-1234" ? page(one.path, "token word1234x") : one));
  const afterChange = await buildBoth(changed);
  expect(afterChange).toMatchObject({ written: 1, segments });
  expect(taken).toContain("/guides/page-1234");
  expect(new Set(taken).size).toBeLessThan(largeSite.length / 2);
  expect(afterChange.kept).toEqual(afterChange.whole);
  const afterAddition = await buildBoth([...changed, page("/guides/page-777-new", "token word9999")]);
  expect(afterAddition.written).toBeLessThanOrEqual(2);
  expect(afterAddition.kept).toEqual(afterAddition.whole);
  const afterRemoval = await buildBoth(changed.filter(({ path }) => !path.endsWith("99")));
  expect(afterRemoval.kept).toEqual(afterRemoval.whole);
});

test("pages in different segments are ranked as if they were in one", async () => {
  const rare = ["/guides/page-3", "/guides/page-1500", "/guides/page-999"];
  const site = largeSite.map((one) => (rare.includes(one.path) ? page(one.path, "The quagga of the proxy.") : one));
  const analyzed = site.map(({ sections, ...rest }) => ({ ...rest, analysis: analyzeSections(sections) }));
  const built = await buildIndex(analyzed);
  expect(built.segments.length).toBeGreaterThan(2);
  const index = openBuiltIndex(built);
  for (const query of ["quagga", "quaga", "quag", "proxy quagga"]) {
    const scores = find(index, query, { isTyping: true }).slice(0, 3);
    expect(scores.map(({ path }) => path).toSorted()).toEqual(rare.toSorted());
    expect(new Set(scores.map(({ score }) => score)).size).toBe(1);
    expect(scores.map(({ passages }) => passages[0]?.blocks[0]?.text)).toEqual(
      rare.map(() => "The quagga of the proxy."),
    );
  }
  expect(find(index, "word1999")[0]?.path).toBe("/guides/page-1999");
});

test("segments and lengths that the store has lost are made again", async () => {
  await buildBoth(site);
  const good = new Map(files);
  for (const key of good.keys()) {
    files = new Map(good);
    files.delete(key);
    const { kept, whole } = await buildBoth(site);
    expect(kept).toEqual(whole);
    expect(new Set(files.keys())).toEqual(new Set(good.keys()));
  }
});
