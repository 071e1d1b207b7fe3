/** A page that was found for a question, as clients get it in the result of the search tool. */
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

/** What clients are told when the pages do not answer: that it is so, and which pages come near. */
export interface Missing {
  outcome: "not_in_docs";
  nearest: readonly string[];
}

/**
 * What happens while a question is answered. Both wire formats are made from these and nothing else. A step either
 * searches or speaks, never both: clients that see the two in one step ask again by themselves.
 */
export type AnswerEvent =
  | { type: "start"; messageId: string; threadId: string }
  | { type: "step-start" }
  | { type: "search-call"; callId: string; query: string }
  | { type: "search-result"; callId: string; pages: readonly FoundPage[] }
  | { type: "text"; text: string }
  /** Pieces of text that are all known: each is a part of its own in both formats. */
  | { type: "texts"; texts: readonly string[] }
  | { type: "step-finish"; reason: FinishReason | "tool-calls"; usage: Usage }
  | { type: "finish"; reason: FinishReason; usage: Usage; missing?: Missing }
  | { type: "error"; sentence: string };

/** Both encoders keep what a stream has sent so far; one is made for each answer. */
export type Encode = (event: AnswerEvent) => string;
