/** A page found for a question, as clients receive it in the result of the search tool. */
export interface FoundPage {
  content: string;
  path: string;
  url: string;
  metadata: { title: string } & Readonly<Record<string, unknown>>;
}

export type CitedPage = Pick<FoundPage, "url" | "metadata">;

export interface Usage {
  inputTokens: number;
  outputTokens: number;
}

export type FinishReason = "stop" | "length" | "content-filter";

/**
 * Why a model didn't answer. `unreachable`: the model failed or stopped halfway. `refused`: the provider rejected the
 * request, for example because of a wrong key or model name. `empty`: the model wrote nothing. `budget`: today's budget
 * is used up.
 */
export const modelProblems = [
  "unreachable",
  "refused",
  "misconfigured",
  "rate_limited",
  "timeout",
  "empty",
  "budget",
] as const;
export type ModelProblem = (typeof modelProblems)[number];

/** The kind of a reply, sent to clients in the metadata at the end of an answer. */
export interface ReplyKind {
  /**
   * `answered`: an answer. `suggested`: passages that may help. `not_in_docs`: the documentation doesn't answer.
   * `small_talk`: a greeting or thanks.
   */
  outcome: "answered" | "suggested" | "not_in_docs" | "small_talk";
  /** The addresses of the closest pages, if the documentation doesn't answer. */
  nearest?: readonly string[];
  /** Who wrote the reply. */
  answeredBy?: "model" | "builtin";
  /** Set if the project has a model but the built-in reply was used. */
  modelProblem?: ModelProblem;
  /** False if a model's answer cites no page. */
  cited?: false;
  /** The reply is a question to the reader. */
  asksBack?: true;
}

/**
 * The events of an answer in progress. Both wire formats are encoded from these events alone. A step either searches
 * or speaks, never both: clients that see both in one step send the question again.
 */
export type AnswerEvent =
  | { type: "start"; messageId: string; threadId: string }
  | { type: "step-start" }
  | { type: "search-call"; callId: string; query: string }
  | { type: "search-result"; callId: string; pages: readonly FoundPage[] }
  | { type: "text"; text: string }
  /** The built-in reply, shown until the model writes its first word. It isn't part of the answer. */
  | { type: "meanwhile"; outcome: ReplyKind["outcome"]; text: string; pages: readonly CitedPage[] }
  /** Several pieces of text; each becomes a separate part in both formats. */
  | { type: "texts"; texts: readonly string[] }
  /** The pages that the answer cites, sent after its text. */
  | { type: "sources"; pages: readonly CitedPage[] }
  | { type: "step-finish"; reason: FinishReason | "tool-calls"; usage: Usage }
  | { type: "finish"; reason: FinishReason; usage: Usage; kind: ReplyKind }
  | { type: "error"; sentence: string };

/** An encoder keeps the state of one stream, so each answer needs its own encoder. */
export type Encode = (event: AnswerEvent) => string;

export interface Source {
  id: string;
  url: string;
  title: string;
}

/** The distinct sources of an answer. */
export class SourceList {
  readonly #urls = new Set<string>();

  /** Returns the sources that were not in the list yet. */
  add(pages: readonly CitedPage[]): Source[] {
    return pages.flatMap(({ url, metadata }) => {
      if (this.#urls.has(url)) return [];
      this.#urls.add(url);
      return [{ id: `src_${this.#urls.size}`, url, title: metadata.title }];
    });
  }
}
