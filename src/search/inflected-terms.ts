import {
  endingCharactersMax,
  type InflectedLanguage,
  inflectedLanguage,
  withoutEnding,
} from "./inflected-languages.ts";
import type { SearchIndex } from "./open-index.ts";
import type { SearchFilter } from "./page-filter.ts";
import { facetSetsOf } from "./read-page.ts";
import type { Alternative } from "./similar-terms.ts";
import { termAt, termsWithPrefix } from "./term-dictionary.ts";

const inflectedShare = 0.9;
const formsMax = 12;
const termsLookedAtMax = 2_000;
const languageKey = "language";
const plainWord = /^[a-z]{4,}$/;

const known = new WeakMap<SearchIndex, readonly InflectedLanguage[]>();

/** The languages a query may be in: the ones its filter names, otherwise all languages of the pages. */
export function queryLanguages(index: SearchIndex, filter: SearchFilter = {}): readonly InflectedLanguage[] {
  const wanted = filter[languageKey];
  if (wanted !== undefined) return languagesIn([wanted].flat().map(String));
  const languages = known.get(index) ?? languagesIn(facetSetsOf(index).flatMap(({ language }) => language ?? []));
  known.set(index, languages);
  return languages;
}

/**
 * Terms of the index that are other forms of the same word: `einstellungen` for `einstellung`. The index stores words
 * of these languages with their endings, so forms are looked up at query time.
 */
export function inflectedTerms(
  index: SearchIndex,
  term: string,
  languages: readonly InflectedLanguage[],
): Alternative[] {
  if (!plainWord.test(term)) return [];
  const found = new Set<number>();
  for (const language of languages) {
    const stem = withoutEnding(term, language);
    const bytesMax = stem.length + endingCharactersMax;
    for (const number of termsWithPrefix(index, stem, { max: termsLookedAtMax, bytesMax })) {
      const candidate = termAt(index, number);
      if (candidate !== term && withoutEnding(candidate, language) === stem) found.add(number);
    }
  }
  const { termPassages } = index;
  return [...found]
    .sort((a, b) => (termPassages[b] ?? 0) - (termPassages[a] ?? 0) || a - b)
    .slice(0, formsMax)
    .map((number) => ({ number, share: inflectedShare }));
}

function languagesIn(tags: readonly string[]): InflectedLanguage[] {
  return [...new Set(tags.flatMap((tag) => inflectedLanguage(tag) ?? []))];
}
