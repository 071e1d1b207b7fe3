import { type WordTerm, wordTerms } from "./word-terms.ts";

/** A word consists of letters and digits, and of characters that join the parts of identifiers. */
const kinds = { other: 0, word: 1, joiner: 2 } as const;
type Kind = (typeof kinds)[keyof typeof kinds];

/** The kind of each ASCII character. This lookup table makes indexing fast. */
const plainKinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/\w/.test(character)) return kinds.word;
  return /[.'-]/.test(character) ? kinds.joiner : kinds.other;
});
const notPlain = 128;
const firstOfPairs = 0xd800;
const wordCharacter = /^[\p{L}\p{N}\p{M}]$/u;
/** C++ and C# are words that end in a sign. */
const signedName = /^\p{L}(?:\+\+|#)(?![\p{L}\p{N}_+#])/u;

/** Longer words are treated as data and skipped. */
const wordCharactersMax = 200;

/** Calls `visit` for each word of the text, in order. */
export function forEachWord(text: string, visit: (word: string, start: number) => void): void {
  let position = 0;
  while (position < text.length) {
    const code = text.charCodeAt(position);
    if (code < notPlain ? plainKinds[code] !== kinds.word : kindAt(text, position) !== kinds.word) {
      position += isPair(text, position) ? 2 : 1;
      continue;
    }
    const start = position;
    position = wordEnd(text, start);
    if (position - start <= wordCharactersMax) visit(text.slice(start, position), start);
  }
}

/** The terms a word is indexed under. */
export function termsOf(word: string): readonly WordTerm[] {
  const known = remembered.get(word);
  if (known !== undefined) return known;
  const terms = findTerms(word);
  if (remembered.size >= wordsRemembered) remembered.clear();
  remembered.set(word, terms);
  return terms;
}

// The number of cached words. Texts repeat their words, and analyzing a word costs more than looking it up.
const wordsRemembered = 20_000;
const remembered = new Map<string, readonly WordTerm[]>();

/** Like `termsOf`, but without a cache, for callers that have their own. */
export function findTerms(word: string): readonly WordTerm[] {
  return word.endsWith("+") || word.endsWith("#") ? [signedTerm(word)] : wordTerms(word);
}

function signedTerm(word: string): WordTerm {
  const term = word.toLowerCase();
  return { term, spelling: term, start: 0, end: word.length, isStopWord: false };
}

function wordEnd(text: string, start: number): number {
  const next = text.charCodeAt(start + 1);
  if (next === 0x2b || next === 0x23) {
    const name = signedName.exec(text.slice(start, start + 4));
    if (name !== null) return start + name[0].length;
  }
  let position = start;
  while (position < text.length) {
    // Most characters are ASCII letters; a function call for each would be slower than the lookup.
    if (plainKinds[text.charCodeAt(position)] === kinds.word) {
      position += 1;
      continue;
    }
    const kind = kindAt(text, position);
    const isJoined = kind === kinds.joiner && kindAt(text, position + 1) === kinds.word;
    if (kind !== kinds.word && !isJoined) break;
    position += isPair(text, position) ? 2 : 1;
  }
  return position;
}

function kindAt(text: string, position: number): Kind {
  const code = text.charCodeAt(position);
  if (code < notPlain) return (plainKinds[code] ?? kinds.other) as Kind;
  const known = knownKinds[code] ?? unknownKind;
  if (known !== unknownKind) return known as Kind;
  const character = String.fromCodePoint(text.codePointAt(position) ?? 0x20);
  const kind = code === 0x2019 ? kinds.joiner : wordCharacter.test(character) ? kinds.word : kinds.other;
  if (code < firstOfPairs) knownKinds[code] = kind;
  return kind;
}

const unknownKind = 255;
/** The kinds of the characters seen so far, because the expression takes much longer than a lookup. */
const knownKinds = new Uint8Array(firstOfPairs).fill(unknownKind);

function isPair(text: string, position: number): boolean {
  return text.charCodeAt(position) >= firstOfPairs && (text.codePointAt(position) ?? 0) > 0xffff;
}
