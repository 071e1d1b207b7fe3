import type { SearchIndex } from "./open-index.ts";
import type { RankedPage } from "./rank-pages.ts";
import { wholeTitleLift } from "./ranking.ts";
import { readPage } from "./read-page.ts";
import type { QueryTerm } from "./read-query.ts";
import { forEachWord, termsOf } from "./tokenize.ts";

/** Pages below this rank hardly match the query. */
export const titlesCompared = 20;

interface TitleRequest {
  query: string;
  terms: readonly QueryTerm[];
  /**
   * Whether the title may move the page up. It may if the author hasn't lowered the page and the page is in the
   * visitor's version and language.
   */
  isLiftable(page: number): boolean;
}

/**
 * Moves pages up if the query is their title, even if other pages mention it more often. A page whose title is exactly
 * the query's text comes first.
 */
export function liftTitles(
  index: SearchIndex,
  ranked: readonly RankedPage[],
  { query, terms, isLiftable }: TitleRequest,
): RankedPage[] {
  const asked = terms.map(({ alternatives, isFraming }) => ({
    forms: new Set(alternatives.map(({ term }) => term.term)),
    isFraming,
  }));
  const wanted = plainText(query);
  const lifted = ranked.map((one, place) => {
    const isCompared = (place < titlesCompared || one.isNamed) && isLiftable(one.page);
    const { title } = isCompared ? readPage(index, one.page) : { title: "" };
    const isAsked = isCompared && isTitle(tellingTerms(title), asked);
    const isExact = isCompared && wanted !== "" && plainText(title) === wanted;
    return { ...one, isExact, score: one.score * (isAsked ? wholeTitleLift : 1) };
  });
  const best = lifted.reduce((most, { score }) => Math.max(most, score), 0);
  return lifted
    .sort((a, b) => Number(b.isExact) - Number(a.isExact) || b.score - a.score)
    .map((one) => (one.isExact ? { ...one, score: best } : one));
}

interface AskedWord {
  forms: ReadonlySet<string>;
  /** Whether the word only phrases the question. The title need not contain such a word. */
  isFraming: boolean;
}

/** Whether the title has all terms of the query and no other terms. */
function isTitle(title: ReadonlySet<string>, asked: readonly AskedWord[]): boolean {
  return (
    title.size > 0 &&
    asked.every(({ forms, isFraming }) => isFraming || [...title].some((term) => forms.has(term))) &&
    [...title].every((term) => asked.some(({ forms }) => forms.has(term)))
  );
}

function tellingTerms(title: string): Set<string> {
  const terms = new Set<string>();
  forEachWord(title, (word) => {
    for (const { term, isStopWord } of termsOf(word)) if (!isStopWord) terms.add(term);
  });
  return terms;
}

/** Removes case, punctuation and extra spaces. */
function plainText(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim();
}
