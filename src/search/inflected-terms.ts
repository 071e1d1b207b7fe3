import {
  endingCharactersMax,
  type InflectedLanguage,
  inflectedLanguage,
  withoutEnding,
} from "./inflected-languages.ts";
import type { SearchIndex } from "./open-index.ts";
import type { SearchFilter } from "./page-filter.ts";
import { type Alternative, mostFrequent } from "./similar-terms.ts";
import { forEachTermWithPrefix, termAt } from "./term-dictionary.ts";

const inflectedShare = 0.9;
const formsMax = 12;
const termsLookedAtMax = 2_000;
const languageKey = "language";
const plainWord = /^[a-z]{4,}$/;

const known = new WeakMap<SearchIndex, readonly InflectedLanguage[]>();

/** The languages a query may be in: those in its filter, otherwise all languages of the pages. */
export function queryLanguages(index: SearchIndex, filter: SearchFilter = {}): readonly InflectedLanguage[] {
  const wanted = filter[languageKey];
  if (wanted !== undefined) return languagesIn([wanted].flat().map(String));
  const languages = known.get(index) ?? languagesIn(index.facetSets.flatMap(({ language }) => language ?? []));
  known.set(index, languages);
  return languages;
}

/**
 * Terms of the index that are other forms of the same word: `einstellungen` for `einstellung`. The index stores words
 * of these languages with their endings, so their forms are looked up for each query.
 */
export function inflectedTerms(
  index: SearchIndex,
  term: string,
  languages: readonly InflectedLanguage[],
): Alternative[] {
  if (!plainWord.test(term)) return [];
  const found = new Set<string>();
  for (const language of languages) {
    const stem = withoutEnding(term, language);
    const bytesMax = stem.length + endingCharactersMax;
    forEachTermWithPrefix(index, stem, termsLookedAtMax, (cursor) => {
      if (cursor.length > bytesMax) return;
      const candidate = termAt(cursor);
      if (candidate !== term && withoutEnding(candidate, language) === stem) found.add(candidate);
    });
  }
  return mostFrequent(index, found, formsMax, inflectedShare);
}

function languagesIn(tags: readonly string[]): InflectedLanguage[] {
  return [...new Set(tags.flatMap((tag) => inflectedLanguage(tag) ?? []))];
}
