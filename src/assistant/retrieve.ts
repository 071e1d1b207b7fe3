import { LRUCache } from "lru-cache";
import type { SearchIndex } from "../search/open-index.ts";
import type { SearchFilter } from "../search/page-filter.ts";
import { type QueryTerm, readQuery } from "../search/read-query.ts";
import { type FoundPage as RankedPage, search } from "../search/search.ts";
import { termAt } from "../search/term-dictionary.ts";
import { forEachWord, termsOf } from "../search/tokenize.ts";
import type { FoundPage } from "./answer-event.ts";
import type { EvidenceBlock, EvidencePassage } from "./evidence.ts";
import type { Retrieved, RetrieveOptions } from "./retrieved.ts";

const contentCharactersMax = 500;
const passagesPerPage = 4;
const correctedLengthMin = 6;
const passagesForModelMax = 2;

const retrievedRemembered = 200;
const remembered = new WeakMap<SearchIndex, LRUCache<string, Retrieved>>();

/** As below. Many readers ask the same, and an index never changes, so what was found last is found again at once. */
export function retrieveAgain(index: SearchIndex, siteUrl: string, query: string, options: RetrieveOptions): Retrieved {
  const known = remembered.get(index) ?? new LRUCache<string, Retrieved>({ max: retrievedRemembered });
  remembered.set(index, known);
  const name = JSON.stringify([siteUrl, query, options]);
  const retrieved = known.get(name) ?? retrieveFrom(index, siteUrl, query, options);
  known.set(name, retrieved);
  return retrieved;
}

/** Searches the index of a site, and gives what was found to the client, to the extraction and to a model. */
function retrieveFrom(
  index: SearchIndex,
  siteUrl: string,
  query: string,
  { pageSize, filter, currentPath, focus = query }: RetrieveOptions,
): Retrieved {
  const pages = search(index, {
    query,
    audience: "assistant",
    pagesMax: pageSize,
    passagesMax: passagesPerPage,
    filter: filter as SearchFilter,
    currentPath,
  });
  const asked = readQuery(index, query, { isTyping: false });
  const terms = readQuery(index, focus, { isTyping: false });
  const coverage = (text: string) => coverageOf(index, asked, text);
  const found = pages.map((page) => ({ page, passages: readPassages(page, siteUrl, coverage) }));
  return {
    evidence: {
      passages: found.flatMap(({ passages }) => passages),
      coverageOf: (text) => coverageOf(index, terms, text),
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
  coverage: (text: string) => number,
): EvidencePassage[] {
  return passages.map(({ headingPath, anchor, blocks, score }) => ({
    path,
    url: siteUrl + path + (anchor === undefined ? "" : `#${encodeURIComponent(anchor)}`),
    title,
    headingPath,
    blocks,
    score,
    coverage: coverage([title, ...headingPath, ...blocks.map(({ text }) => text)].join("\n")),
  }));
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

/**
 * How much of the question a text has, by the terms that the index knows its words by. What the search takes for a typing
 * error counts only in long words: "Peru" is no way to write "per".
 */
function coverageOf(index: SearchIndex, terms: readonly QueryTerm[], text: string): number {
  const present = new Set<string>();
  forEachWord(text, (word) => {
    for (const { term } of termsOf(word)) present.add(term);
  });
  const has = ({ term, alternatives }: QueryTerm): boolean =>
    present.has(term) ||
    (term.length >= correctedLengthMin && alternatives.some(({ number }) => present.has(termAt(index, number))));
  let covered = 0;
  let asked = 0;
  for (const term of terms) {
    asked += term.rarity;
    if (has(term)) covered += term.rarity;
  }
  return asked === 0 ? 0 : covered / asked;
}
