import type { SearchIndex } from "./open-index.ts";
import type { RankedPage } from "./rank-pages.ts";
import { wholeTitleLift } from "./ranking.ts";
import { readPage } from "./read-page.ts";
import type { QueryTerm } from "./read-query.ts";
import { termAt } from "./term-dictionary.ts";
import { forEachWord, termsOf } from "./tokenize.ts";

/** Pages below this rank hardly match the query. */
export const titlesCompared = 20;

/** Lifts pages whose title is exactly what was asked for, even if other pages mention it more often. */
export function liftTitles(
  index: SearchIndex,
  ranked: readonly RankedPage[],
  query: readonly QueryTerm[],
): RankedPage[] {
  const asked = query.map(({ alternatives, isFraming }) => ({
    forms: new Set(alternatives.map(({ number }) => termAt(index, number))),
    isFraming,
  }));
  return ranked
    .map((one, place) =>
      place < titlesCompared && isTitle(tellingTerms(readPage(index, one.page).title), asked)
        ? { ...one, score: one.score * wholeTitleLift }
        : one,
    )
    .sort((a, b) => b.score - a.score);
}

interface AskedWord {
  forms: ReadonlySet<string>;
  /** It may be in the title or not. */
  isFraming: boolean;
}

/** Whether the title has all terms of the query and no others. */
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
