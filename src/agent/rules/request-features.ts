import { LRUCache } from "lru-cache";
import { stemEnglish } from "../../search/language.ts";
import { directionOf } from "../../search/querying.ts";

/** Always present. `*unknown` counts the words that no example has. */
export const fixedFeatures = ["*all", "*unknown"];
const wordsMax = 60;
const pairWindow = 3;
const unknownMax = 3;
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

const valueReach = 3;

/** The words of a request, and those near its two values with their places, as numbers. */
export function readPlaces(text: string): number[] {
  const stems = stemsOf(text);
  const marks = ["‹from›", "‹to›"].map((mark) => stems.indexOf(mark));
  const order = Math.sign((marks[1] ?? 0) - (marks[0] ?? 0));
  const near = marks.flatMap((mark, value) =>
    [stems.slice(Math.max(0, mark - valueReach), mark).reverse(), stems.slice(mark + 2, mark + 2 + valueReach)].flatMap(
      (side, number) =>
        [...side, `${side[0]} ${side[1]}`].map((name, at) => `${value}${number}${Math.min(at, 1)} ${name}`),
    ),
  );
  const between = stems.slice(Math.min(...marks) + 2, Math.max(...marks));
  const names = [...stems, ...near, between.join(" "), ...between.map((word) => `= ${word}`)];
  return [...new Set(names.map((name) => numberOf(`${order}${name}`, placeNumbers)))];
}

/** Names share numbers, because a list of them would be larger than the weights. */
const placeNumbers = 4_096;
const gramNumbers = 2_048;
const gramShare = 0.3;

function numberOf(name: string, numbers: number): number {
  let hash = 0;
  for (let at = 0; at < name.length; at += 1) hash = (Math.imul(hash, 31) + name.charCodeAt(at)) | 0;
  return (hash >>> 8) % numbers;
}

/** Words are read again with each group of clauses that they may belong to. */
const grams = new LRUCache<string, readonly number[]>({ max: 1_000, memoMethod: gramsOf });

/** Parts of words, for inflected and compound words that no example has. */
function gramsOf(stem: string): readonly number[] {
  const word = `_${stem}_`;
  if (unspaced.test(stem)) return [numberOf(stem, gramNumbers)];
  if (stem.startsWith("‹")) return [];
  return [3, 4, 5].flatMap((length) =>
    Array.from({ length: Math.max(0, word.length - length + 1) }, (_, at) =>
      numberOf(word.slice(at, at + length), gramNumbers),
    ),
  );
}

/** What a request says: its words, pairs and parts of words and the direction of its meaning, by number, each with its share. */
export function readFeatures(text: string, known: ReadonlyMap<string, number>): ReadonlyMap<number, number> {
  const stems = stemsOf(text.replaceAll(/‹(?:from|to)› /g, ""));
  const read = stems.map((stem) => (known.has(stem) ? stem : "?unknown"));
  const unknown = read.filter((stem) => stem === "?unknown").length;
  const features = new Map<number, number>();
  for (const name of ["*all", ...combine(read)]) {
    const number = known.get(name);
    if (number !== undefined) features.set(number, 1);
  }
  features.set(known.get("*unknown") ?? 0, Math.min(unknown, unknownMax) / unknownMax);
  for (const gram of stems.flatMap((stem) => grams.memo(stem))) features.set(known.size + gram, gramShare);
  const meaning = directionOf(text.replaceAll(/‹\w+›/g, " "));
  for (const [at, share] of meaning.entries()) features.set(known.size + gramNumbers + at, share * meaningWeight);
  return features;
}
