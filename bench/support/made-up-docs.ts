import type { SectionToIndex } from "../../src/search/indexing.ts";
import type { PageToIndex } from "../../src/search/page-to-index.ts";
import { seededRandom } from "./seeded-random.ts";

const vocabularySize = 40_000;
const sectionsPerPage = 10;
const wordsPerSection = 60;

/**
 * Pages with a realistic word distribution: the most common word is in nearly every section, and most words are in only
 * a few. The same size always gives the same pages.
 */
export function madeUpPages(sectionCount: number): PageToIndex[] {
  const random = seededRandom(7);
  const word = wordSource(random);
  const words = (count: number) => Array.from({ length: count }, word).join(" ");
  const section = (number: number): SectionToIndex => ({
    headingPath: [words(3)],
    anchor: `section-${number}`,
    blocks: [
      { kind: "text", text: `${words(wordsPerSection / 2)}. ${words(wordsPerSection / 3)}.` },
      { kind: "code", text: Array.from({ length: 5 }, () => `${words(2).replace(" ", ".")}();`).join("\n") },
    ],
  });
  return Array.from({ length: Math.ceil(sectionCount / sectionsPerPage) }, (_, page) => ({
    path: `/part-${page % 50}/page-${page}`,
    title: words(3),
    description: words(8),
    keywords: [],
    breadcrumb: [],
    facets: {},
    isDefault: true,
    boost: 1,
    audiences: { search: true, assistant: true },
    sections: Array.from({ length: sectionsPerPage }, (_, number) => section(number)),
  }));
}

/** Draws words by rank. Common words are short. */
function wordSource(random: () => number): () => string {
  const syllables = "ba co di fu ge hi jo ku la me ni po qua re si to vu we xi zo".split(" ");
  const spell = (rank: number): string =>
    rank < syllables.length
      ? `${syllables[rank]}n`
      : spell(Math.floor(rank / syllables.length) - 1) + syllables[rank % syllables.length];
  // The rank is the vocabulary size, raised to a random power. This gives a Zipf distribution.
  return () => spell(Math.floor(vocabularySize ** random()) - 1);
}
