/** A word of a question. */
export interface FoldedWord {
  /** As the reader wrote it. */
  written: string;
  /** In lowercase and without accents, the way dictionaries are compared. */
  folded: string;
}

const word = /[\p{L}\p{M}\p{N}_]+(?:\.[\p{L}\p{M}\p{N}_]+)*/gu;
const wordsMax = 200;

/** The words of a text. Apostrophes and hyphens separate them: `l'arrêt` is two. */
export function foldedWords(text: string): FoldedWord[] {
  return (text.match(word) ?? []).slice(0, wordsMax).map((written) => ({ written, folded: fold(written) }));
}

/** Arabic vowel signs are optional, and its letters have forms that are often confused. */
const arabicSigns = /[\u064b-\u0652\u0640]/g;
const foldedLetters: Readonly<Record<string, string>> = {
  ß: "ss",
  ı: "i",
  ł: "l",
  ø: "o",
  أ: "ا",
  إ: "ا",
  آ: "ا",
  ة: "ه",
  ى: "ي",
};

/** Korean syllables are restored after they have been decomposed. */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(arabicSigns, "")
    .replaceAll(/[ßıłøأإآةى]/g, (letter) => foldedLetters[letter] ?? letter)
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036f\u0653-\u0655]/g, "")
    .normalize("NFC");
}
