/** What a reader asks, in whichever version of the API it came. */
export interface Question {
  text: string;
  /** Of the reader's message, as the client names it. */
  messageId: string | undefined;
  fp: string;
  threadName: string | undefined;
  retrievalPageSize: number;
  filter: Readonly<Record<string, unknown>>;
  context: readonly ContextItem[];
  currentPath: string | undefined;
  /** What the client says was said before. It is believed only where no thread of ours knows better. */
  earlier: readonly EarlierMessage[];
}

export interface ContextItem {
  value: string;
  type?: "code" | "textSelection";
  path?: string;
  elementId?: string;
}

export interface EarlierMessage {
  role: "user" | "assistant";
  text: string;
}
