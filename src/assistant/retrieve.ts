import { LRUCache } from "lru-cache";
import { queryLanguages } from "../search/inflected-terms.ts";
import type { SearchIndex } from "../search/open-index.ts";
import type { SearchFilter } from "../search/page-filter.ts";
import { readQuery, unknownRarity } from "../search/read-query.ts";
import { type FoundPage as RankedPage, search } from "../search/search.ts";
import { findTerm, termAt } from "../search/term-dictionary.ts";
import { forEachWord, termsOf } from "../search/tokenize.ts";
import type { InflectedLanguage } from "../search/word-endings.ts";
import type { FoundPage } from "./answer-event.ts";
import type { EvidenceBlock, EvidencePassage } from "./evidence.ts";
import type { Retrieved, RetrieveOptions } from "./retrieved.ts";

const contentCharactersMax = 500;
const passagesPerPage = 4;
/** Beyond one slip, and in short words, what looks like a typing error is mostly another word. */
const correctedLengthMin = 7;
const correctedShareMin = 0.7;
const passagesForModelMax = 2;

const retrievedRemembered = 200;
const remembered = new WeakMap<SearchIndex, LRUCache<string, Retrieved>>();

/** As below. Many readers ask the same, and an index never changes, so what was found last is found again at once. */
export function retrieveAgain(index: SearchIndex, siteUrl: string, query: string, options: RetrieveNear): Retrieved {
  const known = remembered.get(index) ?? new LRUCache<string, Retrieved>({ max: retrievedRemembered });
  remembered.set(index, known);
  const { near, ...others } = options;
  const name = JSON.stringify([siteUrl, query, others, near !== undefined]);
  const retrieved = known.get(name) ?? retrieveFrom(index, siteUrl, query, options);
  known.set(name, retrieved);
  return retrieved;
}

interface RetrieveNear extends RetrieveOptions {
  /** How near each passage is to the query in meaning, where that is known. */
  near?: Float32Array | undefined;
}

/** Searches the index of a site, and gives what was found to the client, to the extraction and to a model. */
function retrieveFrom(
  index: SearchIndex,
  siteUrl: string,
  query: string,
  { pageSize, filter, currentPath, focus = query, near }: RetrieveNear,
): Retrieved {
  const pages = search(index, {
    query,
    audience: "assistant",
    pagesMax: pageSize,
    passagesMax: passagesPerPage,
    filter: filter as SearchFilter,
    currentPath,
    near,
  });
  const languages = queryLanguages(index, filter as SearchFilter);
  const asked = askedTerms(index, query, languages);
  const terms = focus === query ? asked : askedTerms(index, focus, languages);
  const cover = (text: string) => coverageOf(asked, text);
  const found = pages.map((page) => ({ page, passages: readPassages(page, siteUrl, cover) }));
  return {
    evidence: {
      passages: found.flatMap(({ passages }) => passages),
      coverageOf: (text) => coverageOf(terms, text).share,
    },
    pages: found.map(({ page, passages }) => toFoundPage(page, passages[0], siteUrl)),
    passages: found.map(({ page, passages }) => ({
      path: page.path,
      url: passages[0]?.url ?? siteUrl + page.path,
      title: page.title,
      headingPath: passages[0]?.headingPath ?? [],
      text: passages
        .slice(0, passagesForModelMax)
        .map(({ blocks }) => wholeText(blocks))
        .join("\n\n"),
    })),
  };
}

function readPassages(
  { path, title, passages }: RankedPage,
  siteUrl: string,
  cover: (text: string) => Coverage,
): EvidencePassage[] {
  return passages.map(({ headingPath, anchor, blocks, score }) => {
    const { share, words } = cover([title, ...headingPath, ...blocks.map(({ text }) => text)].join("\n"));
    return {
      path,
      url: siteUrl + path + (anchor === undefined ? "" : `#${encodeURIComponent(anchor)}`),
      title,
      headingPath,
      blocks,
      score,
      coverage: share,
      wordsCovered: words,
      isNamed: cover([title, ...headingPath].join("\n")).words > 0,
    };
  });
}

function toFoundPage(page: RankedPage, best: EvidencePassage | undefined, siteUrl: string): FoundPage {
  const { title, description, breadcrumb, facets } = page;
  const text = wholeText(best?.blocks ?? []).slice(0, contentCharactersMax);
  return {
    content: text === "" ? (description ?? title) : text,
    path: page.path,
    url: best?.url ?? siteUrl + page.path,
    metadata: { title, ...(description === undefined ? {} : { description }), breadcrumb, ...branchOf(facets) },
  };
}

function branchOf({ version, language }: RankedPage["facets"]): object {
  return { ...(version === undefined ? {} : { version }), ...(language === undefined ? {} : { language }) };
}

function wholeText(blocks: readonly EvidenceBlock[]): string {
  return blocks
    .map(({ kind, text, language = "" }) => (kind === "code" ? `\`\`\`${language}\n${text}\n\`\`\`` : text))
    .join("\n\n");
}

/** The words of a question, each in its place. */
interface AskedTerms {
  weights: readonly number[];
  /** Where in the question stands what a text has in this form. */
  byForm: ReadonlyMap<string, readonly number[]>;
  /** The sum of the weights. */
  asked: number;
}

/**
 * The words of a question. What the search takes for a typing error counts only in long words with one slip: "Peru" is no
 * way to write "per". A word that the index does not know weighs as much as the rarest one could.
 */
function askedTerms(index: SearchIndex, text: string, languages: readonly InflectedLanguage[]): AskedTerms {
  const telling = readQuery(index, text, { isTyping: false, languages }).filter(({ isFraming }) => !isFraming);
  const words = telling.map(({ term, rarity, alternatives }) => {
    const isKnown = findTerm(index, term) !== undefined;
    const slips = alternatives.filter(({ share }) => share >= correctedShareMin);
    const isSameWord = isKnown || slips.some(({ share }) => share > correctedShareMin);
    return isSameWord || (term.length >= correctedLengthMin && slips.length > 0)
      ? { forms: slips.map(({ number }) => termAt(index, number)), weight: rarity }
      : { forms: [], weight: unknownRarity(index) };
  });
  const byForm = new Map<string, number[]>();
  for (const [place, { forms }] of words.entries()) {
    for (const form of forms) byForm.set(form, [...(byForm.get(form) ?? []), place]);
  }
  const weights = words.map(({ weight }) => weight);
  return { weights, byForm, asked: weights.reduce((sum, weight) => sum + weight, 0) };
}

interface Coverage {
  /** How much of the question a text has, from 0 to 1. */
  share: number;
  words: number;
}

function coverageOf({ weights, byForm, asked }: AskedTerms, text: string): Coverage {
  const present = new Set<number>();
  forEachWord(text, (word) => {
    if (present.size === weights.length) return;
    for (const { term } of termsOf(word)) {
      for (const place of byForm.get(term) ?? []) present.add(place);
    }
  });
  let covered = 0;
  for (const place of present) covered += weights[place] ?? 0;
  return { share: asked === 0 ? 0 : covered / asked, words: present.size };
}
