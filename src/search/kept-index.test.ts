import { beforeEach, expect, test } from "vitest";
import { analyzeSections } from "./analyze-sections.ts";
import { buildIndex } from "./build-index.ts";
import type { IndexKeeper } from "./kept-index.ts";
import type { AnalyzedPage, PageToIndex } from "./page-to-index.ts";
import { page } from "./search-test-support.ts";

let file: Buffer | undefined;
let taken: string[];

const keeper: IndexKeeper = {
  read: () => file && Buffer.from(file),
  write(parts) {
    file = Buffer.concat(parts);
  },
};

beforeEach(() => {
  file = undefined;
});

/** Builds the same pages with and without a kept index; `taken` lists the pages read with it. */
async function buildBoth(pages: readonly PageToIndex[]): Promise<{ kept: Buffer; whole: Buffer }> {
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
  const whole = await buildIndex(analyzed);
  taken = [];
  return { kept: await buildIndex(analyzed, { keeper }), whole };
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

test("only changed pages are indexed again, and the result equals a full build byte for byte", async () => {
  await buildBoth(site);
  const sections = page("/x", [`${sentence(17)} zebra`, `Part 8: ${sentence(51)}`, "New: quagga"]).sections;
  const { kept, whole } = await buildBoth(withPage("/guides/page-17", { sections }));
  expect(taken).toEqual(["/guides/page-17"]);
  expect(kept.equals(whole)).toBe(true);
});

test.each<[string, PageToIndex[]]>([
  ["nothing", site],
  ["a title", withPage("/guides/page-3", { title: "Another proxy" })],
  ["what is no text", withPage("/guides/page-3", { boost: 2, breadcrumb: ["A"], facets: { version: "2" } })],
  ["a page that goes", site.slice(1)],
  ["a page that comes first", [page("/a", "Welcome to the port."), ...site]],
  ["a page that comes last", [...site, page("/z", "Good bye, token.")]],
  ["a page that moves", withPage("/guides/page-30", { path: "/guides/page-5-moved" })],
  ["the length of all pages", site.map((one) => ({ ...one, description: sentence(39) }))],
  ["every page but a few", [...site.slice(0, 5), ...site.map((one) => ({ ...one, path: `/other${one.path}` }))]],
])("after a change of %s the index is the one that is built from nothing", async (_what, changed) => {
  await buildBoth(site);
  const { kept, whole } = await buildBoth(changed);
  expect(kept.equals(whole)).toBe(true);
});

test("a kept index that is damaged or truncated is ignored", async () => {
  await buildBoth(site);
  const good = Buffer.from(file ?? []);
  const flipped = (at: number) => {
    const copy = Buffer.from(good);
    copy[at] = (copy[at] ?? 0) ^ 1;
    return copy;
  };
  for (const damaged of [flipped(0), flipped(5), flipped(40), flipped(good.length - 9), good.subarray(0, 3_000)]) {
    file = damaged;
    const { kept, whole } = await buildBoth(site);
    expect(taken).toHaveLength(site.length);
    expect(kept.equals(whole)).toBe(true);
    expect(file?.equals(good)).toBe(true);
  }
});
