import { liveLimits } from "./live-limits.ts";

/**
 * Limits what the messages of a draft's browsers make the server send. Everything that was sent to all of them takes
 * some time, and until then nothing more is sent about people. The next message has their newest state, so nothing is
 * lost.
 */
export class SendPace {
  #freeAt = 0;

  /** Returns how many milliseconds the message takes. */
  count(receivers: number, bytes: number): number {
    const milliseconds = (receivers * (bytes + liveLimits.sentMessageBytes)) / liveLimits.sentBytesPerMillisecond;
    this.#freeAt = Math.max(this.#freeAt, performance.now()) + milliseconds;
    return milliseconds;
  }

  /** Returns a function that asks for the work. It runs soon after that, once for all who asked, and not too often. */
  often(milliseconds: number, work: () => void): () => void {
    let isAsked = false;
    let nextAt = 0;
    const run = () => {
      if (this.#freeAt > performance.now()) return wait();
      isAsked = false;
      nextAt = performance.now() + milliseconds;
      work();
    };
    const wait = () => void setTimeout(run, Math.max(0, Math.max(nextAt, this.#freeAt) - performance.now())).unref();
    return () => {
      if (!isAsked) wait();
      isAsked = true;
    };
  }
}
