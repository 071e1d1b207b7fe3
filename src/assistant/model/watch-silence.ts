import { ModelTimeout } from "./model-problem.ts";

/** Models that reason first may say nothing at all until they are done. */
const firstWordMilliseconds = 45_000;
const silenceMilliseconds = 20_000;
const totalMilliseconds = 180_000;

/** Aborts the model when the client disconnects, on a long silence, and after the total time limit. */
export function watchSilence(left: AbortSignal) {
  const controller = new AbortController();
  const end = (reason: string) => controller.abort(new ModelTimeout(reason));
  const wait = (milliseconds: number) => setTimeout(() => end("The model was silent for too long."), milliseconds);
  const total = setTimeout(() => end("The answer took too long."), totalMilliseconds);
  let silence = wait(firstWordMilliseconds);
  return {
    signal: AbortSignal.any([left, controller.signal]),
    /** `isWriting`: the model is in the middle of writing or reasoning, so the next part should follow soon. */
    heard(isWriting: boolean): void {
      clearTimeout(silence);
      silence = wait(isWriting ? silenceMilliseconds : firstWordMilliseconds);
    },
    stop(): void {
      clearTimeout(silence);
      clearTimeout(total);
      controller.abort();
    },
  };
}
