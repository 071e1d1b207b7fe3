import type { FoundPage } from "./answer-event.ts";

export interface Source {
  id: string;
  url: string;
  title: string;
}

/** The sources of an answer, each address once. They are written when the next step opens, under ids that stay. */
export class SourceList {
  readonly #urls = new Set<string>();
  #waiting: Source[] = [];

  add(pages: readonly FoundPage[]): void {
    for (const { url, metadata } of pages) {
      if (this.#urls.has(url)) continue;
      this.#urls.add(url);
      this.#waiting.push({ id: `src_${this.#urls.size}`, url, title: metadata.title });
    }
  }

  takeNew(): Source[] {
    const sources = this.#waiting;
    this.#waiting = [];
    return sources;
  }
}
