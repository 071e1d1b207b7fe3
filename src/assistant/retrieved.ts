import type { FoundPage } from "./answer-event.ts";
import type { Evidence } from "./evidence.ts";
import type { Passage } from "./passage.ts";

/** What one search found, in the three forms that it is needed in. */
export interface Retrieved {
  evidence: Evidence;
  /** For the client, one for each page. */
  pages: readonly FoundPage[];
  /** For the model, one for each page, in the same order and not numbered yet. */
  passages: readonly Omit<Passage, "number">[];
}

export interface RetrieveOptions {
  pageSize: number;
  filter: Readonly<Record<string, unknown>>;
  currentPath: string | undefined;
  /** What an answer must speak of, where the query says more than that. */
  focus?: string;
}

export type Retrieve = (query: string, options: RetrieveOptions) => Promise<Retrieved>;

/** Numbers what was found over all searches of one answer: a page that is found again keeps its number. */
export class Sources {
  readonly passages: Passage[] = [];

  /** The passages of one search under their numbers. */
  number(found: Retrieved["passages"]): Passage[] {
    return found.map((passage) => {
      const known = this.passages.find(({ path }) => path === passage.path);
      if (known !== undefined) return known;
      const numbered = { ...passage, number: this.passages.length + 1 };
      this.passages.push(numbered);
      return numbered;
    });
  }

  numberOf(path: string): number {
    return this.passages.find((passage) => passage.path === path)?.number ?? 0;
  }
}
