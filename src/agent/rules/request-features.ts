import { LRUCache } from "lru-cache";
import { editDistance, stemEnglish } from "../../search/language.ts";
import { directionOf } from "../../search/querying.ts";

/** What a request says: its words and pairs of words by number, each with its share, and the direction of its meaning. */
export interface RequestFeatures {
  words: ReadonlyMap<number, number>;
  meaning: Float32Array;
}

/** Always present. `*unknown` counts the words that no example has. */
export const fixedFeatures = ["*all", "*unknown"];
const wordsMax = 60;
const pairWindow = 3;
const unknownMax = 3;
const typoLengthMin = 5;
const typoShare = 0.9;
/** How much the meaning of the whole counts, next to a single word. */
const meaningWeight = 3;
const empty: ReadonlySet<string> = new Set(
  "a an the our my your please pls plz of to in on at is are be was were it its this that and we i you can could would do does for with all some every any each there so as by from docs documentation page pages site".split(
    " ",
  ),
);
const unspaced = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u;

/** The stems of a text. Of a script without spaces, each pair of characters counts as a word. */
export function stemsOf(text: string): string[] {
  const words =
    text
      .toLowerCase()
      .replaceAll("’", "'")
      .match(
        /‹\p{L}+›|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+|[\p{L}\p{N}©#][\p{L}\p{N}'#]*|\?|->|→/gu,
      ) ?? [];
  return words.slice(0, wordsMax).flatMap((word) => {
    if (/^(?:19|20)\d\d$/.test(word)) return ["‹year›"];
    if (!unspaced.test(word)) return [stemEnglish(word.replace(/'s?$/, ""))];
    return Array.from({ length: Math.max(1, word.length - 1) }, (_, at) => word.slice(at, at + 2));
  });
}

/** Words and pairs of neighboring words, without those that say little. The first word has a mark, as it often is a verb. */
export function combine(stems: readonly string[]): string[] {
  const full = stems.filter((stem) => !empty.has(stem));
  const pairs = full.flatMap((stem, at) => full.slice(at + 1, at + pairWindow).map((next) => `${stem} ${next}`));
  return [...stems, ...full.slice(0, 1).map((stem) => `^${stem}`), ...pairs];
}

export function readFeatures(text: string, known: ReadonlyMap<string, number>): RequestFeatures {
  const stems = stemsOf(text);
  const read = stems.map((stem) => (known.has(stem) ? stem : findTypo(stem, known)));
  const unknown = read.filter((stem) => stem === undefined).length;
  const words = new Map<number, number>();
  const add = (name: string, share: number) => {
    const number = known.get(name);
    if (number !== undefined) words.set(number, share);
  };
  for (const name of combine(read.map((stem) => stem ?? "?unknown"))) add(name, 1);
  for (const [at, stem] of read.entries()) if (stem !== undefined && stem !== stems[at]) add(stem, typoShare);
  add("*all", 1);
  add("*unknown", Math.min(unknown, unknownMax) / unknownMax);
  return { words, meaning: directionOf(text.replaceAll(/‹\w+›/g, " ")).map((share) => share * meaningWeight) };
}

/** Words are read again with each group of clauses that they may belong to. */
const typos = new LRUCache<string, { meant: string | undefined }>({ max: 1_000 });

function findTypo(stem: string, known: ReadonlyMap<string, number>): string | undefined {
  if (stem.length < typoLengthMin) return undefined;
  const found = typos.get(stem);
  if (found !== undefined) return found.meant;
  const isMeant = (other: string) =>
    Math.abs(other.length - stem.length) <= 1 &&
    other.length >= typoLengthMin &&
    !/[ ^]/.test(other) &&
    editDistance(stem, other, 1) <= 1;
  const meant = [...known.keys()].find(isMeant);
  typos.set(stem, { meant });
  return meant;
}
