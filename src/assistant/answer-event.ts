/** A page found for a question, as clients receive it in the result of the search tool. */
export interface FoundPage {
  content: string;
  path: string;
  url: string;
  metadata: { title: string } & Readonly<Record<string, unknown>>;
}

export interface Usage {
  inputTokens: number;
  outputTokens: number;
}

export type FinishReason = "stop" | "length" | "content-filter";

/** Tells clients that the pages do not answer the question, and which pages come closest. */
export interface Missing {
  outcome: "not_in_docs";
  nearest: readonly string[];
}

/**
 * What happens while a question is answered; both wire formats are encoded from these events alone. A step either searches
 * or speaks, never both: clients that see both in one step ask again by themselves.
 */
export type AnswerEvent =
  | { type: "start"; messageId: string; threadId: string }
  | { type: "step-start" }
  | { type: "search-call"; callId: string; query: string }
  | { type: "search-result"; callId: string; pages: readonly FoundPage[] }
  | { type: "text"; text: string }
  /** Several pieces of text at once; each is a part of its own in both formats. */
  | { type: "texts"; texts: readonly string[] }
  | { type: "step-finish"; reason: FinishReason | "tool-calls"; usage: Usage }
  | { type: "finish"; reason: FinishReason; usage: Usage; missing?: Missing }
  | { type: "error"; sentence: string };

/** Encoders keep the state of one stream, so each answer needs its own. */
export type Encode = (event: AnswerEvent) => string;

export interface Source {
  id: string;
  url: string;
  title: string;
}

/** The distinct sources of an answer. Encoders send new ones when the next step starts. */
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
