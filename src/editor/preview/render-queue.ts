import { AppError } from "../../platform/errors.ts";

interface Waiting {
  run(): Promise<void>;
  refuse(error: AppError): void;
}

const waitingMax = 200;

/**
 * Runs a few renders at a time, and at most one per editor. While an editor's render is running, only the newest text
 * of that editor waits.
 */
export function createRenderQueue(rendersAtOnce: number) {
  const waiting = new Map<string, Waiting>();
  const running = new Set<string>();

  function pump(): void {
    for (const [editor, next] of waiting) {
      if (running.size >= rendersAtOnce) return;
      if (running.has(editor)) continue;
      waiting.delete(editor);
      running.add(editor);
      void next.run().finally(() => {
        running.delete(editor);
        pump();
      });
    }
  }

  /** Queues a render. Rejects with `conflict` if the same editor sends a newer text before the render starts. */
  return function queue<Result>(editor: string, work: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
    if (waiting.size >= waitingMax && !waiting.has(editor)) {
      throw new AppError("unavailable", "Too many previews are being rendered; try again.", { retryAfterSeconds: 1 });
    }
    waiting.get(editor)?.refuse(new AppError("conflict", "A newer version of this page is being rendered instead."));
    return new Promise<Result>((resolve, reject) => {
      const leave = () => {
        if (waiting.get(editor) !== entry) return;
        waiting.delete(editor);
        reject(signal.reason);
      };
      const entry: Waiting = {
        refuse: reject,
        async run() {
          signal.removeEventListener("abort", leave);
          await work().then(resolve, reject);
        },
      };
      signal.addEventListener("abort", leave, { once: true });
      waiting.set(editor, entry);
      pump();
    });
  };
}
