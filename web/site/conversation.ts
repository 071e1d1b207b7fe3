import { type Meanwhile, readAnswer, type Source } from "./answer-stream.ts";
import { pageOf } from "./cited-sources.ts";
import { problemOfError, problemOfResponse } from "./problem.ts";
import type { Send } from "./server.ts";
import { type ContextItem, newId, newThread, type Thread, type Turn } from "./thread.ts";

/** The reader's place in the site, which is sent with every question. */
interface Reading {
  /** The current page. */
  path: string | undefined;
  filter: Readonly<Record<string, string>>;
}

interface ConversationDeps {
  send: Send;
  reading(): Reading;
  load(): Thread | undefined;
  save(thread: Thread): void;
  /** Called when an answer is complete or has failed. */
  onTurn?(turn: Turn): void;
}

/** A reader's rating of an answer or a page, and the reason. */
export interface Rating {
  helpful: boolean;
  reason?: string | undefined;
  comment?: string | undefined;
}

const answerCharactersMax = 400_000;
const turnsMax = 30;
const currentPathMax = 200;
const pagesAsked = 6;

/** The questions and answers of one thread, independent of the view. */
export class Conversation {
  #thread: Thread;
  #running: AbortController | undefined;
  readonly #deps: ConversationDeps;
  readonly #listeners = new Set<() => void>();

  constructor(deps: ConversationDeps) {
    this.#deps = deps;
    this.#thread = deps.load() ?? newThread();
  }

  get turns(): readonly Turn[] {
    return this.#thread.turns;
  }

  get isAnswering(): boolean {
    return this.#running !== undefined;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  ask(question: string, context: readonly ContextItem[] = []): Promise<void> {
    this.stop();
    const turn: Turn = { id: newId(), question, context, state: "thinking", text: "", sources: [] };
    this.#thread = { ...this.#thread, turns: [...this.#thread.turns, turn].slice(-turnsMax) };
    return this.#answer(turn.id);
  }

  /** Asks the same question again and replaces its answer. */
  retry(id: string): Promise<void> {
    this.stop();
    this.#change(id, {
      state: "thinking",
      text: "",
      sources: [],
      problem: undefined,
      ending: undefined,
      meanwhile: undefined,
    });
    return this.#answer(id);
  }

  stop(): void {
    this.#running?.abort();
  }

  forget(): void {
    this.stop();
    this.#thread = newThread();
    this.#store();
  }

  /** Stores the thread for the next page, including a partial answer. */
  keep(): void {
    this.#deps.save(this.#thread);
  }

  /** Loads the thread again, because another page of this tab may have changed it. */
  reload(): void {
    if (this.isAnswering) return;
    this.#thread = this.#deps.load() ?? newThread();
    this.#notify();
  }

  /** Resolves to whether the server has received the rating. */
  async rate(id: string, rating: Rating): Promise<boolean> {
    const { threadId } = this.#thread;
    const messageId = this.turns.find((turn) => turn.id === id)?.messageId;
    if (threadId === undefined || messageId === undefined) return false;
    const body = { threadId, messageId, ...rating };
    const isSent = await this.#deps
      .send("feedback", body, new AbortController().signal)
      .then((response) => response.ok)
      .catch(() => false);
    if (isSent) {
      this.#change(id, { helpful: rating.helpful });
      this.#store();
    }
    return isSent;
  }

  async #answer(id: string): Promise<void> {
    const running = new AbortController();
    this.#running = running;
    this.#store();
    try {
      await this.#receive(id, running.signal);
    } catch (error) {
      const isBegun = (this.#find(id)?.text ?? "") !== "";
      if (running.signal.aborted) this.#change(id, { state: "stopped", ...kept(this.#find(id)?.meanwhile) });
      else this.#change(id, { state: "failed", problem: problemOfError(error, isBegun) });
    } finally {
      if (this.#running === running) this.#running = undefined;
      this.#store();
      const turn = this.#find(id);
      if (turn !== undefined) this.#deps.onTurn?.(turn);
    }
  }

  async #receive(id: string, signal: AbortSignal): Promise<void> {
    const response = await this.#deps.send("message", this.#requestFor(id), signal);
    if (!response.ok || response.body === null) {
      this.#change(id, { state: "failed", problem: problemOfResponse(response) });
      return;
    }
    for await (const part of readAnswer(response.body)) {
      // Ignores a chunk that arrives after the reader pressed Stop.
      if (signal.aborted) break;
      const turn = this.#find(id);
      if (turn === undefined) break;
      switch (part.type) {
        case "start":
          this.#thread = { ...this.#thread, threadId: part.threadId ?? this.#thread.threadId };
          this.#change(id, { messageId: part.messageId });
          break;
        case "sources":
          this.#change(id, { sources: joinSources(turn.sources, part.sources) });
          break;
        case "text":
          this.#change(id, {
            state: "answering",
            text: (turn.text + part.text).slice(0, answerCharactersMax),
            meanwhile: undefined,
          });
          break;
        case "meanwhile":
          this.#change(id, { meanwhile: part.reply });
          break;
        case "finish":
          this.#change(id, { state: "done", ending: part.ending, meanwhile: undefined });
          break;
        case "error":
          this.#change(id, { state: "failed", problem: { kind: "unavailable" } });
      }
    }
    if (signal.aborted) throw signal.reason;
  }

  #requestFor(id: string): object {
    const { fp, threadId } = this.#thread;
    const turn = this.#find(id);
    const { path, filter } = this.#deps.reading();
    return {
      fp,
      ...(threadId === undefined ? {} : { threadId }),
      messages: [{ id, role: "user", parts: [{ type: "text", text: turn?.question ?? "" }] }],
      retrievalPageSize: pagesAsked,
      filter,
      ...(path === undefined || path.length > currentPathMax ? {} : { currentPath: path }),
      context: turn?.context ?? [],
    };
  }

  #find(id: string): Turn | undefined {
    return this.turns.find((turn) => turn.id === id);
  }

  #change(id: string, change: Partial<Turn>): void {
    const turns = this.turns.map((turn) => (turn.id === id ? { ...turn, ...change } : turn));
    this.#thread = { ...this.#thread, turns };
    this.#notify();
  }

  #store(): void {
    this.keep();
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** A reader who stops waiting for the language model keeps the built-in reply. */
function kept(reply: Meanwhile | undefined): Partial<Turn> {
  if (reply === undefined) return {};
  const { outcome, text, sources } = reply;
  const ending = { outcome, nearest: [], isByModel: false, modelProblem: undefined, isCited: true };
  return { state: "done", text, sources, ending, meanwhile: undefined };
}

function joinSources(known: readonly Source[], found: readonly Source[]): Source[] {
  const pages = new Set(known.map(({ url }) => pageOf(url)));
  return [...known, ...found.filter(({ url }) => !pages.has(pageOf(url)))];
}
