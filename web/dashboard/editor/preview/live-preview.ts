import type { PreviewedPage } from "../../../../src/contract/editor-preview-operations.ts";
import { ApiError } from "../../../../src/contract/send-request.ts";
import type { PageProblem, PageSession } from "../editor-context.ts";

/** A rendered page, with the text that its marks refer to. */
export interface RenderedPage extends Pick<PreviewedPage, "stylesheet" | "cssVersion" | "accent" | "title"> {
  text: string;
  html: string;
}

export interface PreviewState {
  /** `stale`: the current text can't be rendered, so the last version that could be is shown. */
  status: "loading" | "current" | "stale" | "offline";
  page: RenderedPage | undefined;
  problems: readonly PageProblem[];
  /** Why the preview is stale, if the page's problems don't explain it. */
  message: string | undefined;
}

/** Follows the text of a page while somebody looks at the preview. */
export interface LivePreview {
  read(): PreviewState;
  subscribe(listener: () => void): () => void;
}

export type SendText = (text: string, signal: AbortSignal) => Promise<PreviewedPage>;

/** The pause after the last key: long enough for a fast typist, too short to be noticed. Showing a long page takes time. */
const quietMillisecondsMin = 60;
const charactersPerQuietMillisecond = 500;
const retryMilliseconds = 2_000;
const problemsMax = 100;

/** Sends the text after a pause, one request at a time. While a request is running, only the newest text waits. */
export function createLivePreview({ text }: Pick<PageSession, "text">, send: SendText): LivePreview {
  const listeners = new Set<() => void>();
  let state: PreviewState = { status: "loading", page: undefined, problems: [], message: undefined };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let underWay: AbortController | undefined;
  let shown: string | undefined;
  let changedAt = 0;

  function show(next: Partial<PreviewState>): void {
    state = { ...state, ...next };
    for (const listener of [...listeners]) listener();
  }

  const quietMilliseconds = () => Math.max(quietMillisecondsMin, text.length / charactersPerQuietMillisecond);

  function schedule(milliseconds = quietMilliseconds()): void {
    clearTimeout(timer);
    timer = setTimeout(() => void render(), milliseconds);
  }

  async function render(): Promise<void> {
    const now = text.toString();
    // When the running request ends, it sends the newer text.
    if (underWay !== undefined || now === shown) return;
    const leaving = new AbortController();
    underWay = leaving;
    let wait = 0;
    try {
      const reply = await send(now, leaving.signal);
      if (leaving.signal.aborted) return;
      shown = now;
      showReply(now, reply);
    } catch (error) {
      if (leaving.signal.aborted) return;
      wait = showError(error, now);
    } finally {
      if (underWay === leaving) underWay = undefined;
    }
    const quietIn = changedAt + quietMilliseconds() - Date.now();
    if (wait > 0 || text.toString() !== shown) schedule(Math.max(wait, quietIn, 0));
  }

  function showReply(now: string, { html, problems, ...reply }: PreviewedPage): void {
    const known = problems.slice(0, problemsMax).map(({ line, ...problem }) => ({ ...problem, line }));
    if (html === null) show({ status: "stale", problems: known, message: undefined });
    else {
      const page = { text: now, html, ...reply };
      show({ status: "current", page, problems: known, message: undefined });
    }
  }

  /** Returns the delay before the next attempt; 0 if retrying wouldn't help. */
  function showError(error: unknown, now: string): number {
    if (!(error instanceof ApiError)) {
      show({ status: "offline", message: undefined });
      return retryMilliseconds;
    }
    // Another tab of the same person has sent a newer text.
    if (error.status === 409) return retryMilliseconds;
    show({ status: "stale", message: error.message });
    if (error.status >= 500) return (error.retryAfterSeconds ?? 0) * 1_000 || retryMilliseconds;
    shown = now;
    return 0;
  }

  const onText = () => {
    changedAt = Date.now();
    schedule();
  };
  const onOnline = () => schedule(0);

  return {
    read: () => state,
    subscribe(listener) {
      if (listeners.size === 0) {
        text.observe(onText);
        globalThis.addEventListener?.("online", onOnline);
        schedule(0);
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        text.unobserve(onText);
        globalThis.removeEventListener?.("online", onOnline);
        clearTimeout(timer);
        underWay?.abort();
        underWay = undefined;
      };
    },
  };
}
