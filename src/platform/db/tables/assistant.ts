/** Readers' questions and the answers they got. */
export interface AssistantTables {
  threads: ThreadRow;
  messages: MessageRow;
  turns: TurnRow;
}

export interface ThreadRow {
  id: string;
  projectId: string;
  fp: string;
  /** The `threadId` that clients use. Unique only within the project and fingerprint. */
  name: string;
  createdAt: number;
  updatedAt: number;
}

export interface MessageRow {
  threadId: string;
  id: string;
  sequence: number;
  role: "user" | "assistant";
  text: string;
  createdAt: number;
}

/** A question and its outcome, for analytics. Deleted with its thread. */
export interface TurnRow {
  /** The ID of the answer's message, as clients know it. */
  id: string;
  threadId: string;
  projectId: string;
  question: string;
  outcome: "answered" | "suggested" | "not_in_docs" | "small_talk" | "failed" | "stopped";
  /** URLs of the pages the answer cites, as JSON. */
  sources: string;
  /** The page the reader was on. */
  page: string | null;
  language: string | null;
  /** The version of the docs that was searched. */
  version: string | null;
  /** Where the question was asked: on the site, or through the API with a key. */
  caller: "site" | "api" | "slack";
  /** The page that the question is about: the first one that the answer cites, otherwise the one the reader was on. */
  subject: string | null;
  /** The model that produced the answer, or the built-in extraction. */
  model: string;
  durationMilliseconds: number;
  inputTokens: number;
  outputTokens: number;
  /** 1 for yes, 0 for no. */
  helpful: number | null;
  /** One of `answerReasons` in the contract. */
  reason: string | null;
  comment: string | null;
  createdAt: number;
}
