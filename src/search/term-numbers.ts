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
      numbers: terms.map(({ term }) => this.#of(term)),
      isStopWord: terms.map(({ isStopWord }) => isStopWord),
    };
    this.#words.set(word, numbered);
    return numbered;
  }

  /** Every term with its number, by the bytes of the term: the order in which an index can be searched by halves. */
  sorted(): { bytes: Buffer; number: number }[] {
    return [...this.#numbers]
      .map(([term, number]) => ({ bytes: Buffer.from(term), number }))
      .sort((a, b) => Buffer.compare(a.bytes, b.bytes));
  }

  #of(term: string): number {
    const number = this.#numbers.get(term) ?? this.#numbers.size;
    this.#numbers.set(term, number);
    return number;
  }
}
