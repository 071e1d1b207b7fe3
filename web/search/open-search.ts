import type { Static } from "typebox";
import type { SearchRequest, SearchResult } from "../../src/contract/assistant-schemas.ts";
import { cutSnippet, editDistance, forEachWord, termsOf } from "../../src/search/language.ts";
import type { StaticIndex, StaticPage, StaticTerm } from "../../src/site/pipeline/static-search.ts";

type Found = Static<typeof SearchResult>;
type SearchInBrowser = (request: Static<typeof SearchRequest>) => Promise<Found[]>;

interface FoundPage {
  page: number;
  score: number;
  terms: ReadonlySet<string>;
  /** The places of the found sections in the page, best first. */
  sections: number[];
}

interface FoundSection {
  section: number;
  score: number;
  /** The terms of the section. */
  terms: Set<string>;
  /** The words of the query that the section has. */
  words: Set<string>;
}

const pageSizeDefault = 10;
const sectionsMax = 3;
/** Each further matching section adds this share of its score to the score of its page. */
const nextSectionShare = 0.3;
/** Shorter words must match exactly: they are rarely misspelled, and many words are similar to them. */
const fuzzyCharactersMin = 4;
const fuzzyShare = 0.2;
const wholeTitleLift = 3;
/** Starts the terms that are whole titles. */
const titleMark = "=";
const prefixWeight = 0.3;
const fuzzyWeight = 0.1;
/** The beginning of a word may match the terms of many files. */
const filesPerWordMax = 3;
const wordsMax = 12;

/** Opens the index that `lectern build` has written into this folder. */
export async function openSearch(folder: string): Promise<SearchInBrowser> {
  // This file has the same name after every build, so a cached copy may be outdated. The others are named by content.
  const index = await load<StaticIndex>(`${folder}/index.bin`, "no-cache");
  const files = new Map<string, Promise<unknown>>();
  const starts: number[] = [];
  let sectionCount = 0;
  for (const count of index.sections) {
    starts.push(sectionCount);
    sectionCount += count;
  }

  function loadOnce<Content>(name: string): Promise<Content> {
    const loading = (files.get(name) ?? load(`${folder}/${name}`, "default")) as Promise<Content>;
    files.set(name, loading);
    loading.catch(() => files.delete(name));
    return loading;
  }

  /** The terms in the files that can have this one or, for the beginning of a word, its completions. */
  async function termsNear(term: string, isBeginning: boolean): Promise<StaticTerm[]> {
    const first = Math.max(0, lastAtMost(index.terms, term));
    const near = index.terms
      .slice(first, first + filesPerWordMax)
      .filter(([start], place) => place === 0 || (isBeginning && start.startsWith(term)));
    return (await Promise.all(near.map(([, file]) => loadOnce<StaticTerm[]>(file)))).flat();
  }

  async function findSections(words: string[]): Promise<FoundSection[]> {
    const found = new Map<number, FoundSection>();
    const near = await Promise.all(words.map((word, place) => termsNear(word, place === words.length - 1)));
    for (const [place, word] of words.entries()) {
      for (const [term, sections] of near[place] ?? []) {
        const weight = matchWeight(word, term, place === words.length - 1);
        if (weight === 0) continue;
        forEachSection(sections, (section, score) => {
          const known = found.get(section) ?? { section, score: 0, terms: new Set(), words: new Set() };
          known.score += score * weight;
          known.terms.add(term);
          known.words.add(word);
          found.set(section, known);
        });
      }
    }
    return [...found.values()];
  }

  async function showPage({ page, score, terms, sections }: FoundPage, best: number): Promise<Found> {
    const [first, file] = index.pages[lastAtMost(index.pages, page)] ?? [0, ""];
    const shown = (await loadOnce<StaticPage[]>(file))[page - first];
    if (shown === undefined) throw new Error("The search index is incomplete.");
    return describePage(shown, { sections, terms, facets: facetsOf(index, page), score: score / best });
  }

  return async ({ query, pageSize = pageSizeDefault, filter }) => {
    const title = `${titleMark}${query.trim().toLowerCase()}`;
    const [sections, titles] = await Promise.all([findSections(queryTerms(query)), termsNear(title, false)]);
    const lifted = new Set<number>();
    forEachSection(titles.find(([term]) => term === title)?.[1] ?? [], (section) => lifted.add(section));
    const found = new Map<number, FoundPage>();
    const byScore = sections
      .map((one) => ({ ...one, score: one.score * one.words.size }))
      .sort((one, other) => other.score - one.score || one.section - other.section);
    for (const { section, score, terms } of byScore) {
      const page = lastAtMost(starts, section);
      const start = starts[page] ?? 0;
      const known = found.get(page) ?? { page, score: 0, terms, sections: [] };
      known.score += score * (lifted.has(start) ? wholeTitleLift : 1) * nextSectionShare ** known.sections.length;
      known.sections.push(section - start);
      found.set(page, known);
    }
    const best = [...found.values()]
      .filter(({ page }) => isWanted(facetsOf(index, page), filter ?? {}))
      .sort((one, other) => other.score - one.score)
      .slice(0, pageSize);
    return Promise.all(best.map((one) => showPage(one, best[0]?.score ?? 1)));
  };
}

async function load<Content>(path: string, cache: RequestCache): Promise<Content> {
  const response = await fetch(path, { cache });
  if (!response.ok || response.body === null) throw new Error(`${path} can't be fetched.`);
  const text = await new Response(response.body.pipeThrough(new DecompressionStream("deflate-raw"))).text();
  return JSON.parse(text) as Content;
}

/** The last entry that isn't greater, or -1. */
function lastAtMost<Key extends string | number>(sorted: readonly (Key | readonly [Key, unknown])[], key: Key): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const entry = sorted[middle];
    if (entry !== undefined && (Array.isArray(entry) ? entry[0] : entry) <= key) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function facetsOf({ facets }: StaticIndex, page: number): Readonly<Record<string, string>> {
  return facets[lastAtMost(facets, page)]?.[1] ?? {};
}

function queryTerms(query: string): string[] {
  const terms = new Set<string>();
  forEachWord(query, (word) => {
    for (const { term, isStopWord } of termsOf(word)) if (!isStopWord) terms.add(term);
  });
  return [...terms].slice(0, wordsMax);
}

/** 1 for the word itself, less for a word that begins with it or resembles it, and 0 for others. */
function matchWeight(word: string, term: string, isBeginning: boolean): number {
  if (term === word) return 1;
  const added = term.length - word.length;
  if (isBeginning && term.startsWith(word)) return (prefixWeight * term.length) / (term.length + prefixWeight * added);
  const distanceMax = word.length < fuzzyCharactersMin ? 0 : Math.round(word.length * fuzzyShare);
  if (Math.abs(added) > distanceMax) return 0;
  const distance = editDistance(word, term, distanceMax);
  return distance > distanceMax ? 0 : (fuzzyWeight * term.length) / (term.length + distance);
}

function forEachSection(sections: readonly number[], visit: (section: number, score: number) => void): void {
  let section = 0;
  for (let at = 0; at < sections.length; at += 2) {
    section += sections[at] ?? 0;
    visit(section, sections[at + 1] ?? 0);
  }
}

/** A page without a facet matches any value. */
function isWanted(facets: Readonly<Record<string, string>>, filter: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(filter).every(([key, wanted]) => {
    const own = facets[key]?.toLowerCase();
    return own === undefined || [wanted].flat().some((value) => String(value).toLowerCase() === own);
  });
}

interface Shown {
  sections: readonly number[];
  terms: ReadonlySet<string>;
  facets: Readonly<Record<string, string>>;
  /** From 0 to 1. */
  score: number;
}

function describePage(page: StaticPage, { sections, terms, facets, score }: Shown): Found {
  const { path, title, description, breadcrumb } = page;
  const found = sections.flatMap((place) => [page.sections[place] ?? []]);
  const [heading = "", anchor = "", text = ""] = found[0] ?? [];
  const shown = text || description || title;
  const snippet = cutSnippet([{ kind: "text", text: shown }], new Map([...terms].map((term) => [term, 1])));
  const linked = found.slice(0, sectionsMax).filter(([, own = ""]) => own !== "");
  return {
    content: snippet.text,
    path,
    metadata: {
      title,
      ...(description === undefined ? {} : { description }),
      breadcrumb: [...breadcrumb],
      ...(facets.version === undefined ? {} : { version: facets.version }),
      ...(facets.language === undefined ? {} : { language: facets.language }),
      ...(anchor === "" ? {} : { anchor, heading }),
      ...(linked.length === 0
        ? {}
        : { sections: linked.map(([name = "", own = ""]) => ({ heading: name, anchor: own })) }),
      score: Math.floor(score * 1_000) / 1_000,
      highlights: snippet.highlights.map(({ start, end }) => [start, end]),
    },
  };
}
