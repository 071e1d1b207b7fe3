import { stemEnglish } from "./english-stemmer.ts";
import { stopWords } from "./stop-words.ts";

/** A term of a word. `start` and `end` are its range in the word. */
export interface WordTerm {
  term: string;
  /** Lowercase, before stemming. */
  spelling: string;
  start: number;
  end: number;
  isStopWord: boolean;
}

/** Longer runs are data such as hashes and keys, which nobody searches for. */
const termCharactersMax = 40;
const partCharactersMin = 2;
const partsMax = 12;

/** Scripts written without spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]+/gu;
const isPlain = /^[\w.'’-]*$/;
const contraction = /['’](?:s|t|re|ve|ll|d|m)$/i;
/**
 * Boundaries between the parts of an identifier: at separators, at `aB`, and before the last capital of `HTTPServer`.
 */
const partBorder = /[._'’-]+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu;
const separators = /[._'’-]+/g;

/** The kinds of ASCII characters that `partBorder` distinguishes. */
const kinds = { other: 0, small: 1, digit: 2, capital: 3, separator: 4 } as const;
const plainKinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[a-z]/.test(character)) return kinds.small;
  if (/[0-9]/.test(character)) return kinds.digit;
  if (/[A-Z]/.test(character)) return kinds.capital;
  return /[._'-]/.test(character) ? kinds.separator : kinds.other;
});
const notPlain = 0x80;

/**
 * The terms of a word: the word itself or, for an identifier, the whole identifier, its dotted prefixes and all its
 * parts.
 */
export function wordTerms(word: string): WordTerm[] {
  if (isOnePart(word)) return wholeWord(word);
  const bare = /['’]/.test(word) ? word.replace(contraction, "") : word;
  const folded = isPlain.test(bare) ? bare : foldAccents(bare);
  const terms: WordTerm[] = [];
  // If folding changed the length, the whole word is highlighted.
  const isSame = folded.length === bare.length;
  const add: AddTerm = (text, start, end) => {
    const spelling = text.toLowerCase();
    const term = stemEnglish(americanSpelling(spelling));
    if (term === "" || term.length > termCharactersMax) return;
    for (let at = 0; at < terms.length; at++) if (terms[at]?.term === term) return;
    const isStopWord = stopWords.has(spelling);
    terms.push({ term, spelling, start: isSame ? start : 0, end: isSame ? end : word.length, isStopWord });
  };
  let from = 0;
  for (const run of isPlain.test(folded) ? [] : folded.matchAll(unspaced)) {
    addIdentifier(folded.slice(from, run.index), from, add);
    addPairs(run[0], run.index, add);
    from = run.index + run[0].length;
  }
  addIdentifier(folded.slice(from), from, add);
  return terms;
}

/** Most words have only lowercase letters after the first letter, so they have no parts. */
function isOnePart(word: string): boolean {
  for (let at = 1; at < word.length; at++) if (kindAt(word, at) !== kinds.small) return false;
  const first = kindAt(word, 0);
  return first === kinds.small || first === kinds.capital;
}

function wholeWord(word: string): WordTerm[] {
  const spelling = word.toLowerCase();
  const term = stemEnglish(americanSpelling(spelling));
  if (term.length > termCharactersMax) return [];
  return [{ term, spelling, start: 0, end: word.length, isStopWord: stopWords.has(spelling) }];
}

type AddTerm = (text: string, start: number, end: number) => void;

function addIdentifier(text: string, offset: number, add: AddTerm): void {
  const parts = splitParts(text);
  const [first] = parts;
  if (first === undefined) return;
  if (parts.length === 1) {
    add(first.text, offset + first.start, offset + first.start + first.text.length);
    return;
  }
  let whole = "";
  for (const part of parts) whole += part.text;
  add(whole, offset, offset + text.length);
  if (text.includes(".")) addSegments(text, offset, add);
  for (const { text: part, start } of parts.slice(0, partsMax)) {
    if (part.length >= partCharactersMin) add(part, offset + start, offset + start + part.length);
  }
}

/** Makes `import.meta.env` findable in `import.meta.env.MODE`, and `optimizeDeps` in `config.optimizeDeps`. */
function addSegments(text: string, offset: number, add: AddTerm): void {
  const segments = text.split(".").slice(0, partsMax);
  let end = 0;
  for (const [index, segment] of segments.entries()) {
    const start = end;
    end += segment.length;
    if (index > 0 && index < segments.length - 1) add(joined(text.slice(0, end)), offset, offset + end);
    if (segments.length > 1 && splitParts(segment).length > 1) add(joined(segment), offset + start, offset + end);
    end += 1;
  }
}

/** Adds a term for every two adjacent characters, or for the character if there is only one. */
function addPairs(run: string, offset: number, add: AddTerm): void {
  const characters = [...run];
  let start = offset;
  for (const [index, character] of characters.entries()) {
    const next = characters[index + 1] ?? "";
    if (next !== "" || characters.length === 1) add(character + next, start, start + character.length + next.length);
    start += character.length;
  }
}

interface Part {
  text: string;
  start: number;
}

function splitParts(text: string): Part[] {
  return splitPlainParts(text) ?? splitAnyParts(text);
}

/** Splits at the same boundaries as `partBorder`, but ten times as fast. Works only for ASCII words. */
function splitPlainParts(text: string): Part[] | undefined {
  const parts: Part[] = [];
  let start = 0;
  let before: number = kinds.other;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= notPlain) return undefined;
    const kind = plainKinds[code] ?? kinds.other;
    const isBorder =
      kind === kinds.separator ||
      (kind === kinds.capital &&
        (before === kinds.small ||
          before === kinds.digit ||
          (before === kinds.capital && kindAt(text, at + 1) === kinds.small)));
    if (isBorder) {
      if (at > start) parts.push({ text: text.slice(start, at), start });
      start = kind === kinds.separator ? at + 1 : at;
    }
    before = kind;
  }
  if (start < text.length) parts.push({ text: text.slice(start), start });
  return parts;
}

function kindAt(text: string, at: number): number {
  return plainKinds[text.charCodeAt(at)] ?? kinds.other;
}

function splitAnyParts(text: string): Part[] {
  const parts: Part[] = [];
  let start = 0;
  for (const border of text.matchAll(partBorder)) {
    if (border.index > start) parts.push({ text: text.slice(start, border.index), start });
    start = border.index + border[0].length;
  }
  if (start < text.length) parts.push({ text: text.slice(start), start });
  return parts;
}

function joined(text: string): string {
  return text.replaceAll(separators, "");
}

/** Turns `é` into `e` and full-width letters into normal ones. NFC restores Korean syllables that NFKD decomposed. */
function foldAccents(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .normalize("NFC");
}

const verbs =
  "author|categor|central|custom|final|general|initial|local|maxim|memor|minim|modern|normal|optim|organ|parametr|personal|priorit|random|recogn|sanit|serial|special|standard|summar|synchron|token|util|virtual|visual";

/** British spellings that are common in documentation. */
const differences: readonly [british: RegExp, american: string][] = [
  [/^(behavi|col|fav|flav|hon|lab|neighb)our/, "$1or"],
  [/^([a-z]{3,})isation/, "$1ization"],
  [new RegExp(`^(${verbs})is(?=e|ing)`), "$1iz"],
  [/^(anal|paral)ys(?=e$|ed|er|ing)/, "$1yz"],
  [/^(cancel|channel|label|level|marshal|model|signal|total|travel|tunnel)l(?=ed|er|ing)/, "$1"],
  [/^centre(?=s?$)/, "center"],
  [/^(catal|dial)ogue/, "$1og"],
  [/^licence/, "license"],
];

/** Maps a British spelling to the American one, so that a query in either spelling finds both. */
export function americanSpelling(word: string): string {
  for (const [british, american] of differences) {
    if (british.test(word)) return word.replace(british, american);
  }
  return word;
}
