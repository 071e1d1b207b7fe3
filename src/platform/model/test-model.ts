import { embedTexts } from "./embed-texts.ts";
import { openModel } from "./open-model.ts";
import type { KeyedModel } from "./project-model.ts";

const secondsMax = 30;
/** Enough for one word; reasoning models get more on top. */
const outputTokensMax = 64;

/** The result of testing a model. */
interface TestOutcome {
  /** In plain words; null if the model answered. */
  problem: string | null;
  milliseconds: number;
}

/** Sends the model one tiny request, in the same way as for an answer. */
export function testModel(model: KeyedModel, signal: AbortSignal): Promise<TestOutcome> {
  return test(model, signal, async (abortSignal) => {
    const { streamText } = await import("ai");
    const opened = await openModel(model.choice, model.key, "tests");
    const result = streamText({
      model: opened.model,
      instructions: "You reply with one word.",
      prompt: "Reply with OK.",
      maxOutputTokens: outputTokensMax,
      maxRetries: 0,
      abortSignal,
      onError: () => {},
    });
    for await (const part of result.stream) {
      if (part.type === "error") throw part.error;
      if (part.type === "abort") abortSignal.throwIfAborted();
    }
  });
}

export function testEmbeddings(model: KeyedModel, signal: AbortSignal): Promise<TestOutcome> {
  return test(model, signal, async (abortSignal) => {
    await embedTexts(model, ["OK"], abortSignal);
  });
}

async function test(
  model: KeyedModel,
  left: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<TestOutcome> {
  const signal = AbortSignal.any([left, AbortSignal.timeout(secondsMax * 1_000)]);
  const begin = performance.now();
  const outcome = (problem: string | null) => ({ problem, milliseconds: Math.round(performance.now() - begin) });
  try {
    await work(signal);
    return outcome(null);
  } catch (error) {
    left.throwIfAborted();
    const { explainFailure } = await import("./call-failure.ts");
    const isOurs = error instanceof Error && error.name === "AppError";
    return outcome(isOurs ? error.message : explainFailure(error, model, signal).problem);
  }
}
