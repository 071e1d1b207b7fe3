import type { Source } from "./answer-stream.ts";
import type { Problem } from "./problem.ts";

/** Something of a page that a question is about. */
export interface ContextItem {
  value: string;
  type: "code" | "textSelection";
  path?: string;
  elementId?: string;
}

type TurnState = "thinking" | "answering" | "done" | "stopped" | "failed";

/** A question and what became of it. */
export interface Turn {
  /** Of the question; asked again under the same one, it is stored once. */
  id: string;
  question: string;
  context: readonly ContextItem[];
  state: TurnState;
  text: string;
  sources: readonly Source[];
  messageId?: string;
  outcome?: string | undefined;
  /** Addresses that come near, where the pages do not answer. */
  nearest?: readonly string[];
  problem?: Problem | undefined;
  helpful?: boolean;
}

export interface Thread {
  /** Belongs to this tab alone: threads are found by it, and it says nothing of who the reader is. */
  fp: string;
  threadId?: string | undefined;
  turns: readonly Turn[];
}

export function newThread(): Thread {
  return { fp: newId(), turns: [] };
}

/** Not `randomUUID`: pages that are read over plain HTTP do not have it. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function isRunning({ state }: Turn): boolean {
  return state === "thinking" || state === "answering";
}

const storedCharactersMax = 1_000_000;

/** Keeps the thread for this tab, over all pages it shows, until it is closed. */
export function tabStorage(key: string) {
  return {
    load(): Thread | undefined {
      const thread = read(key);
      // A page that was left in mid-answer can only tell that it was.
      const turns = thread?.turns.map((turn) => (isRunning(turn) ? { ...turn, state: "stopped" as const } : turn));
      return thread === undefined || turns === undefined ? undefined : { ...thread, turns };
    },
    save(thread: Thread): void {
      try {
        const text = JSON.stringify(thread);
        if (text.length <= storedCharactersMax) sessionStorage.setItem(key, text);
      } catch {
        // A reader who allows no storage loses the thread with the page.
      }
    },
  };
}

function read(key: string): Thread | undefined {
  try {
    const thread = JSON.parse(sessionStorage.getItem(key) ?? "null") as Thread | null;
    return typeof thread?.fp === "string" && Array.isArray(thread.turns) ? thread : undefined;
  } catch {
    return undefined;
  }
}
