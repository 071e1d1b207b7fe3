import type { CitedPage } from "../answer-event.ts";
import type { Passage } from "../retrieve.ts";

/** How much of the documentation one answer may read. */
const charactersMax = 80_000;

/** The passages shown to the model so far. The model can't cite anything else. */
export class ShownSources {
  readonly #passages: Passage[] = [];
  #characters = 0;

  /**
   * Numbers the passages that are new and still fit. A passage that was shown before keeps its number and is returned
   * without text, so that its text isn't sent twice.
   */
  show(found: readonly Omit<Passage, "number">[], passageCharactersMax: number): Passage[] {
    const shown: Passage[] = [];
    for (const passage of found) {
      const text = passage.text.slice(0, passageCharactersMax);
      const known = this.#passages.find((other) => other.url === passage.url && other.text.includes(text));
      if (known !== undefined) shown.push({ ...known, text: "" });
      if (known !== undefined || this.isFull) continue;
      const numbered = { ...passage, text: text.slice(0, this.#room), number: this.#passages.length + 1 };
      this.#characters += numbered.text.length;
      this.#passages.push(numbered);
      shown.push(numbered);
    }
    return shown;
  }

  get isFull(): boolean {
    return this.#room <= 0;
  }

  get #room(): number {
    return charactersMax - this.#characters;
  }

  urlOf(number: number): string | undefined {
    return this.#passages[number - 1]?.url;
  }

  /** Whether this text occurs in a shown passage. */
  contains(text: string): boolean {
    return this.#passages.some((passage) => passage.text.includes(text));
  }

  /** One source per page, in the order of their numbers. */
  cited(numbers: ReadonlySet<number>): (CitedPage & { path: string })[] {
    const pages = new Map<string, CitedPage & { path: string }>();
    for (const { number, path, url, title } of this.#passages) {
      if (numbers.has(number) && !pages.has(path)) pages.set(path, { path, url, metadata: { title } });
    }
    return [...pages.values()];
  }
}
