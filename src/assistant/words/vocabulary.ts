import { termsOf } from "../../search/language.ts";
import { correctTypos, findTerm, type SearchIndex } from "../../search/querying.ts";

/** The words of a site's pages. */
export interface Vocabulary {
  /** The languages that pages declare, in lowercase; empty if the site has a single language and doesn't say which. */
  languages: readonly string[];
  /** The share of the site's passages that contain the word in any of its forms, from 0 to 1. */
  shareOf(word: string): number;
  /** The stems of known words that look like this one, closest and most frequent first. */
  similarTo(word: string): readonly string[];
}

/** The vocabulary of a site that has no index: no word is known. */
export const noVocabulary: Vocabulary = {
  languages: [],
  shareOf: () => 0,
  similarTo: () => [],
};

const known = new WeakMap<SearchIndex, Vocabulary>();

/** An index never changes, so its vocabulary is kept with it. */
export function vocabularyOf(index: SearchIndex): Vocabulary {
  const vocabulary = known.get(index) ?? readVocabulary(index);
  known.set(index, vocabulary);
  return vocabulary;
}

function readVocabulary(index: SearchIndex): Vocabulary {
  const { passageCount } = index;
  return {
    languages: [...new Set(index.facetSets.flatMap(({ language }) => language?.toLowerCase() ?? []))],
    shareOf: (word) => {
      const [whole] = termsOf(word);
      const passages = (whole && findTerm(index, whole.term)?.passages) ?? 0;
      return passageCount === 0 ? 0 : passages / passageCount;
    },
    similarTo: (word) => {
      const [whole] = termsOf(word);
      if (whole === undefined) return [];
      return correctTypos(index, whole.term, whole.spelling).map(({ term }) => term.term);
    },
  };
}
