import type { Ending, Meanwhile, Source } from "./answer-stream.ts";
import type { Problem } from "./problem.ts";

/** The part of a page that a question is about. */
export interface ContextItem {
  value: string;
  type: "code" | "textSelection";
  path?: string;
  elementId?: string;
}

type TurnState = "thinking" | "answering" | "done" | "stopped" | "failed";

/** A question and its answer. */
export interface Turn {
  /** The ID of the question. A retry uses the same ID, so the server stores the question once. */
  id: string;
  question: string;
  context: readonly ContextItem[];
  state: TurnState;
  text: string;
  sources: readonly Source[];
  /** The built-in reply, until the language model writes its first word. */
  meanwhile?: Meanwhile | undefined;
  messageId?: string;
  /** Set when the answer is complete. */
  ending?: Ending | undefined;
  problem?: Problem | undefined;
  helpful?: boolean;
}

export interface Thread {
  /** A random ID for the thread of this tab. It says nothing about the reader. */
  fp: string;
  threadId?: string | undefined;
  turns: readonly Turn[];
}

export function newThread(): Thread {
  return { fp: newId(), turns: [] };
}

/** A random ID. Doesn't use `randomUUID`, because that isn't available over plain HTTP. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function isRunning({ state }: Turn): boolean {
  return state === "thinking" || state === "answering";
}

const storedCharactersMax = 1_000_000;

/** Stores the thread for all pages of this tab until the tab is closed. */
export function tabStorage(key: string) {
  return {
    load(): Thread | undefined {
      const thread = readStoredThread(key);
      // The reader left the page before the answer was complete.
      const turns = thread?.turns.map((turn) =>
        isRunning(turn) ? { ...turn, state: "stopped" as const, meanwhile: undefined } : turn,
      );
      return thread === undefined || turns === undefined ? undefined : { ...thread, turns };
    },
    save(thread: Thread): void {
      try {
        const text = JSON.stringify(thread);
        if (text.length <= storedCharactersMax) sessionStorage.setItem(key, text);
      } catch {
        // Without storage, the thread is lost when the reader leaves the page.
      }
    },
  };
}

function readStoredThread(key: string): Thread | undefined {
  try {
    const thread = JSON.parse(sessionStorage.getItem(key) ?? "null") as Thread | null;
    return typeof thread?.fp === "string" && Array.isArray(thread.turns) ? thread : undefined;
  } catch {
    return undefined;
  }
}
