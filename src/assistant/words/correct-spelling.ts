import { framingWords, stopWords, termsOf } from "../../search/language.ts";
import { englishWords, typoDistance } from "../../search/querying.ts";
import type { Vocabulary } from "./vocabulary.ts";

/**
 * A plain word. Words with digits, capitals or signs are code or names, so they aren't typos even if no page has them.
 */
const plainWord = /(?<![\p{L}\p{N}_.\-/@#$'’`"])[a-z]{3,30}(?![\p{L}\p{N}_\-/@#$`"]|\.\w|\(|['’]\w)/gu;
const partCharactersMin = 3;
const correctionsMax = 12;
/** A word that occurs in fewer passages may itself be a typo in the documentation. */
const correctionShareMin = 0.0025;

/**
 * Replaces words that neither the site nor the dictionary contains with similar words of either, before the question is
 * analyzed. Compounds are split or joined the way the site writes them.
 */
export function correctSpelling(vocabulary: Vocabulary, text: string): string {
  let corrections = 0;
  const corrected = text.replaceAll(plainWord, (word) => {
    if (corrections >= correctionsMax || isKnown(vocabulary, word)) return word;
    const better =
      englishSwap(word) ?? splitCompound(vocabulary, word) ?? similarWord(vocabulary, word) ?? englishWord(word);
    if (better === undefined) return word;
    corrections += 1;
    return better;
  });
  return joinCompounds(vocabulary, corrected);
}

function isKnown(vocabulary: Vocabulary, word: string): boolean {
  return vocabulary.shareOf(word) > 0 || stopWords.has(word) || framingWords.has(word) || englishWords().has(word);
}

/** Splits "typecheck" if the site writes "type check". */
function splitCompound(vocabulary: Vocabulary, word: string): string | undefined {
  const splits: { text: string; share: number }[] = [];
  for (let at = partCharactersMin; at <= word.length - partCharactersMin; at++) {
    const parts = [word.slice(0, at), word.slice(at)];
    const share = Math.min(...parts.map((part) => (stopWords.has(part) ? 0 : vocabulary.shareOf(part))));
    if (share >= correctionShareMin) splits.push({ text: parts.join(" "), share });
  }
  return splits.sort((a, b) => b.share - a.share)[0]?.text;
}

/** Adds "hotreload" to "hot reload" if the site only contains "hotreload". */
function joinCompounds(vocabulary: Vocabulary, text: string): string {
  const words = text.match(/\b[a-z]{3,30}\b/g) ?? [];
  const joined = words.slice(1).flatMap((word, at) => {
    const pair = (words[at] ?? "") + word;
    const isUnknown = [words[at] ?? "", word].some((part) => !isKnown(vocabulary, part));
    return isUnknown && vocabulary.shareOf(pair) > 0 ? [pair] : [];
  });
  return [text, ...joined].join(" ");
}

function similarWord(vocabulary: Vocabulary, word: string): string | undefined {
  const slips = vocabulary
    .similarTo(word)
    .flatMap((stem) => spellingOf(stem, word) ?? [])
    .filter((spelling) => isSlip(word, spelling));
  const [swapped] = swaps(word).sort((a, b) => vocabulary.shareOf(b) - vocabulary.shareOf(a));
  return [swapped ?? "", ...slips].find((spelling) => vocabulary.shareOf(spelling) >= correctionShareMin);
}

/** All variants of a word with two adjacent letters swapped, as in "prot" for "port". */
function swaps(word: string): string[] {
  const all = Array.from({ length: word.length - 1 }, (_, at) => {
    const [first = "", second = ""] = [word[at], word[at + 1]];
    return word.slice(0, at) + second + first + word.slice(at + 2);
  });
  return all.filter((other) => other !== word);
}

const endings = ["", "e", "s", "es", "ed", "ing", "er", "ion", "ation", "ication", "ment", "ly", "al", "able", "ity"];
/** Stems that aren't words without an ending: `sampl`, `serv`. */
const isCut = /(?:[bcdfgkpstz]l|[uv])$/;

/**
 * The index contains only stems, so this picks the ending that keeps the stem and is closest to the typed word. Except
 * for the plainest endings, the result must be in the dictionary: not every stem takes every ending.
 */
function spellingOf(stem: string, word: string): string | undefined {
  const forms = endings.filter((ending) => ending !== "" || !isCut.test(stem)).map((ending) => stem + ending);
  if (stem.endsWith("i")) forms.push(`${stem.slice(0, -1)}y`);
  const [closest] = forms
    .filter((form) => termsOf(form)[0]?.term === stem)
    .filter((form) => form.length - stem.length <= plainEndingMax || englishWords().has(form))
    .map((form) => ({ form, distance: typoDistance(word, form, distanceLimit) }))
    .sort((a, b) => a.distance - b.distance);
  return closest?.form;
}

const plainEndingMax = 1;
const distanceLimit = 3;
const anySlipCharactersMin = 10;
const shortCharactersMax = 4;
const keyboardRows = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];

/**
 * Whether a word may be a slip for another spelling. In a word that isn't long, a slip is only a letter too many or too
 * few, a wrong vowel, or a neighboring key. Any other difference usually means a different word.
 */
function isSlip(word: string, spelling: string): boolean {
  const distance = typoDistance(word, spelling, distanceLimit);
  if (word.length >= anySlipCharactersMin) return distance < distanceLimit;
  if (word.length <= shortCharactersMax || spelling.length <= shortCharactersMax || distance > 1) return false;
  if (word.length !== spelling.length) return true;
  const at = [...word].findIndex((letter, position) => letter !== spelling[position]);
  const pair = [word[at] ?? "", spelling[at] ?? ""];
  return pair.every((letter) => "aeiou".includes(letter)) || areNeighbors(pair);
}

function areNeighbors([one = "", other = ""]: readonly string[]): boolean {
  return keyboardRows.some((row) => row.includes(one + other) || row.includes(other + one));
}

/** In a shorter word, a missing or additional letter usually makes a name: "redis" isn't a typo of "reds". */
const englishCharactersMin = 7;
const letters = "abcdefghijklmnopqrstuvwxyz";

/** The English word with two of the letters swapped, as in "taht". The first letter is rarely mistyped. */
function englishSwap(word: string): string | undefined {
  return mostFrequent(swaps(word).filter(([first]) => first === word[0]));
}

/**
 * The most frequent English word with a letter more or less: any letter if the word is long, otherwise a doubled one. The
 * last letter stays, because it may be the "s" of a plural.
 */
function englishWord(word: string): string | undefined {
  const forms: string[] = [];
  const isLong = word.length >= englishCharactersMin;
  for (let at = 1; at <= word.length; at++) {
    const [start, rest] = [word.slice(0, at), word.slice(at)];
    forms.push(start + start.at(-1) + rest);
    if (rest.length > 1 && (isLong || word[at] === word[at - 1])) forms.push(start + rest.slice(1));
    if (isLong) for (const letter of letters) forms.push(start + letter + rest);
  }
  return mostFrequent(forms);
}

function mostFrequent(words: readonly string[]): string | undefined {
  const ranks = englishWords();
  const known = words.filter((word) => ranks.has(word));
  return known.sort((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0))[0];
}
