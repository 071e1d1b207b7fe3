import { termsOf } from "./tokenize.ts";

export interface NumberedTerms {
  numbers: readonly number[];
  /** Whether each of them is a stop word. */
  isStopWord: readonly boolean[];
}

/** A number for each term, in the order in which they were first seen. */
export class TermNumbers {
  readonly #numbers = new Map<string, number>();
  // Texts repeat their words, and taking one apart is most of the work.
  readonly #words = new Map<string, NumberedTerms>();

  ofWord(word: string): NumberedTerms {
    const known = this.#words.get(word);
    if (known !== undefined) return known;
    const terms = termsOf(word);
    const numbered = {
      numbers: terms.map(({ term }) => this.of(term)),
      isStopWord: terms.map(({ isStopWord }) => isStopWord),
    };
    this.#words.set(word, numbered);
    return numbered;
  }

  of(term: string): number {
    const known = this.#numbers.get(term);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(term, number);
    return number;
  }

  /** Every term, at its number. */
  list(): string[] {
    return [...this.#numbers.keys()];
  }
}
