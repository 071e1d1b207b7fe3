import { createHash } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import { type AnalyzedPage, passagesOf } from "../../search/indexing.ts";
import { forEachWord, termsOf } from "../../search/language.ts";
import type { StaticFile } from "./write-site.ts";

/** What web/search loads first. It names the other files, which are loaded when a search needs them. */
export interface StaticIndex {
  /** The number of sections of each page. Sections are numbered across all pages. */
  sections: number[];
  /** The facets of the pages from this one to the next entry. */
  facets: [firstPage: number, facets: AnalyzedPage["facets"]][];
  /** Terms in order of their characters, several thousand in a file. */
  terms: [firstTerm: string, file: string][];
  pages: [firstPage: number, file: string][];
}

/** The sections with a term, each as the difference from the number before, and the term's score in it. */
export type StaticTerm = [term: string, sections: number[]];

/** A page as web/search shows it. */
export interface StaticPage {
  path: string;
  title: string;
  description?: string | undefined;
  breadcrumb: readonly string[];
  /** There is at least one. */
  sections: readonly StaticSection[];
}

type StaticSection = readonly [heading: string, anchor: string, text: string];

/** Starts the terms that are whole titles, as in web/search. */
const titleMark = "=";
/** Where web/search finds the index of a static site. */
const searchFolder = "_lectern/search";
/**
 * The maximum length of all searchable text. On large sites, only the beginning of each section can be searched, but
 * always all titles and headings.
 */
const textCharactersMax = 3_000_000;
const sectionsMax = 50_000;
const descriptionCharactersMax = 300;
const headingsCharactersMax = 1_000;
const otherBranchBoost = 0.5;
/** A term in more sections is found only in those where it matters most. */
const sectionsPerTermMax = 10_000;
/** A search loads a file for each of its words, and a file of pages for each result. */
const termFileCharacters = 64_000;
const pageFileCharacters = 16_000;
const resultsShown = 10;
/** The words that begin with a word can be in three files, and titles that consist of it are in another. */
const termFilesPerWord = 4;

export interface StaticSearch {
  files: StaticFile[];
  /** How many bytes a browser loads at most for the first results of a word. */
  byteLength: number;
}

/**
 * The index that the browser searches on a static site. It is already compressed, because many hosts don't compress
 * files of unknown types.
 */
export function staticSearch(pages: readonly AnalyzedPage[]): StaticSearch {
  const found = pages.filter(({ audiences }) => audiences.search);
  const limits = {
    characters: Math.floor(textCharactersMax / Math.max(1, found.length)),
    sections: Math.max(1, Math.floor(sectionsMax / Math.max(1, found.length))),
  };
  const listed = found.map((page): StaticPage => {
    const { path, title, description, breadcrumb } = page;
    const sections = shortSections(page, limits);
    return { path, title, description: description?.slice(0, descriptionCharactersMax), breadcrumb, sections };
  });
  const terms = packFiles(scoreTerms(found, listed), termFileCharacters);
  const texts = packFiles(listed, pageFileCharacters);
  const facets = found.map(({ facets: own }, page): StaticIndex["facets"][number] => [page, own]);
  const start: StaticIndex = {
    sections: listed.map(({ sections }) => sections.length),
    facets: facets.filter(([page, own]) => JSON.stringify(own) !== JSON.stringify(found[page - 1]?.facets)),
    terms: terms.map(({ first: [term], name }) => [term, name]),
    pages: texts.map(({ place, name }) => [place, name]),
  };
  const first = { name: "index.bin", bytes: deflateRawSync(JSON.stringify(start), { level: 9 }) };
  const sizes = (files: { bytes: Buffer }[], count: number) =>
    files
      .map(({ bytes }) => bytes.length)
      .sort((a, b) => b - a)
      .slice(0, count);
  const loaded = [first.bytes.length, ...sizes(terms, termFilesPerWord), ...sizes(texts, resultsShown)];
  return {
    files: [first, ...terms, ...texts].map(({ name, bytes }) => {
      return { path: `${searchFolder}/${name}`, load: async () => ({ bytes }) };
    }),
    byteLength: loaded.reduce((sum, size) => sum + size, 0),
  };
}

/** Files of about the same size, named by their content, so that browsers can keep them. */
function packFiles<Item>(items: Item[], charactersMax: number) {
  const files: { first: Item; place: number; name: string; bytes: Buffer }[] = [];
  let [texts, characters]: [string[], number] = [[], 0];
  for (const [place, item] of items.entries()) {
    const text = JSON.stringify(item);
    texts.push(text);
    characters += text.length;
    const first = items[place + 1 - texts.length];
    if (first === undefined || (characters < charactersMax && place + 1 < items.length)) continue;
    const bytes = deflateRawSync(`[${texts.join(",")}]`, { level: 9 });
    const name = `${createHash("sha256").update(bytes).digest("hex").slice(0, 12)}.bin`;
    files.push({ first, place: place + 1 - texts.length, name, bytes });
    [texts, characters] = [[], 0];
  }
  return files;
}

/** The weight of each part of a page. Keywords count like the description. */
const fieldWeights = [2, 2, 1, 1];
const bm25 = { k: 0.9, b: 0.4, d: 0.5 };
const scoreSteps = 20;

/** All terms with their score in each section. */
function scoreTerms(found: readonly AnalyzedPage[], listed: readonly StaticPage[]): StaticTerm[] {
  const postings = fieldWeights.map(() => new Map<string, [section: number, count: number][]>());
  const lengths = fieldWeights.map((): number[] => []);
  const boosts: number[] = [];
  const titles = new Map<string, number[]>();
  for (const [page, { title, keywords, isDefault, boost }] of found.entries()) {
    const { sections = [], description } = listed[page] ?? {};
    const whole = titleMark + title.toLowerCase();
    titles.set(whole, [...(titles.get(whole) ?? []), boosts.length]);
    for (const [place, [heading, , text]] of sections.entries()) {
      const about = place === 0 ? [description, ...keywords].join("\n") : "";
      for (const [field, words] of [title, heading, about, text].entries()) {
        const counts = countTerms(words);
        lengths[field]?.push(counts.size);
        for (const [term, count] of counts) {
          const known = postings[field]?.get(term);
          if (known === undefined) postings[field]?.set(term, [[boosts.length, count]]);
          else known.push([boosts.length, count]);
        }
      }
      boosts.push(isDefault ? boost : boost * otherBranchBoost);
    }
  }
  const average = lengths.map((all) => all.reduce((sum, length) => sum + length, 0) / Math.max(1, all.length));
  const terms = new Map<string, Map<number, number>>();
  for (const [field, weight] of fieldWeights.entries()) {
    for (const [term, inSections] of postings[field] ?? []) {
      const scores = terms.get(term) ?? new Map<number, number>();
      terms.set(term, scores);
      const rarity = Math.log(1 + (boosts.length - inSections.length + 0.5) / (inSections.length + 0.5));
      for (const [section, count] of inSections) {
        const length = (lengths[field]?.[section] ?? 0) / (average[field] || 1);
        const often = (count * (bm25.k + 1)) / (count + bm25.k * (1 - bm25.b + bm25.b * length));
        const score = weight * rarity * (bm25.d + often) * (boosts[section] ?? 1);
        scores.set(section, (scores.get(section) ?? 0) + score);
      }
    }
  }
  for (const [whole, sections] of titles) terms.set(whole, new Map(sections.map((section) => [section, 1])));
  return [...terms].sort(([one], [other]) => (one < other ? -1 : 1)).map(([term, scores]) => [term, inSteps(scores)]);
}

function countTerms(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  forEachWord(text, (word) => {
    for (const { term, isStopWord } of termsOf(word)) if (!isStopWord) counts.set(term, (counts.get(term) ?? 0) + 1);
  });
  return counts;
}

function inSteps(scores: Map<number, number>): number[] {
  const kept = scores.size <= sectionsPerTermMax ? [...scores] : best(scores);
  const inOrder = kept.sort(([one], [other]) => one - other);
  return inOrder.flatMap(([section, score], place) => {
    return [section - (inOrder[place - 1]?.[0] ?? 0), Math.max(1, Math.round(score * scoreSteps))];
  });
}

function best(scores: Map<number, number>): [section: number, score: number][] {
  return [...scores].sort(([, one], [, other]) => other - one).slice(0, sectionsPerTermMax);
}

/** The sections of a page, each with the beginning of its text. When the limit is reached, only headings are kept. */
function shortSections(page: AnalyzedPage, limits: { characters: number; sections: number }): StaticSection[] {
  const texts = new Map<string, { heading: string; text: string }>();
  for (const { headingPath, anchor = "", blocks } of passagesOf(page)) {
    const { heading, text } = texts.get(anchor) ?? { heading: headingPath.at(-1) ?? "", text: "" };
    texts.set(anchor, { heading, text: `${text}${blocks.map((block) => block.text).join("\n")}\n` });
  }
  const sections = [...texts].slice(0, limits.sections);
  const headings = [...texts.values()].slice(limits.sections).map(({ heading }) => heading);
  const share = Math.floor(limits.characters / Math.max(1, sections.length));
  const short = sections.map(
    ([anchor, { heading, text }]): StaticSection => [heading, anchor, text.slice(0, share).trim()],
  );
  if (short.length > 0 && headings.length === 0) return short;
  return [...short, ["", "", headings.join("\n").slice(0, headingsCharactersMax)]];
}
