import { type LanguageModelMiddleware, wrapLanguageModel } from "ai";
import { startSpan } from "../tracing/traced.ts";
import { explainFailure } from "./call-failure.ts";
import { type CallOutcome, countCall, type ModelUse } from "./count-model-use.ts";
import { noteCall } from "./model-health.ts";
import { prepareCall } from "./prepare-call.ts";
import type { KeyedModel } from "./project-model.ts";

type Model = Parameters<typeof wrapLanguageModel>[0]["model"];

/** The same model, with its calls counted and traced from the request to the last token. Texts are never recorded. */
export function observeModel(model: Model, keyed: KeyedModel, use: ModelUse) {
  return wrapLanguageModel({ model, middleware: [prepareCall(keyed.choice, use), observeCalls(keyed, use)] });
}

function observeCalls(keyed: KeyedModel, use: ModelUse): LanguageModelMiddleware {
  const { choice } = keyed;
  return {
    specificationVersion: "v4",
    async wrapStream({ doStream, params }) {
      const attributes = {
        "gen_ai.operation.name": "chat",
        "gen_ai.request.model": choice.name,
        "lectern.model.use": use,
      };
      const span = startSpan("model chat", { kind: "client", attributes });
      let isOver = false;
      function end(outcome: CallOutcome): void {
        if (isOver) return;
        isOver = true;
        countCall(use, outcome);
        span?.set({ "lectern.model.outcome": outcome });
        if (outcome !== "done" && outcome !== "stopped") span?.fail({ name: outcome });
        span?.end();
      }
      const done = () => {
        if (!isOver) noteCall(choice, undefined);
        end("done");
      };
      const fail = (error: unknown) => {
        const failure = explainFailure(error, keyed, params.abortSignal);
        if (!isOver) noteCall(choice, failure);
        end(failure.outcome);
      };
      try {
        const { stream, ...rest } = await (span === undefined ? doStream() : span.run(doStream));
        return { ...rest, stream: stream.pipeThrough(watch(span, done, fail)) };
      } catch (error) {
        fail(error);
        throw error;
      }
    },
  };
}

function watch(
  span: ReturnType<typeof startSpan>,
  done: () => void,
  fail: (error: unknown) => void,
): TransformStream<StreamPart, StreamPart> {
  // The platform's types don't include `cancel` yet.
  const watching: Transformer<StreamPart, StreamPart> & { cancel(reason: unknown): void } = {
    transform(part, controller) {
      if (part.type === "error") fail(part.error);
      if (part.type === "finish") {
        const { inputTokens, outputTokens } = part.usage;
        span?.set({
          "gen_ai.usage.input_tokens": inputTokens.total ?? 0,
          "gen_ai.usage.output_tokens": outputTokens.total ?? 0,
        });
        if (part.finishReason.unified !== "error") done();
      }
      controller.enqueue(part);
    },
    flush: () => fail(undefined),
    // The client has left, or the connection broke.
    cancel: fail,
  };
  return new TransformStream(watching);
}

type Wrapped = ReturnType<typeof wrapLanguageModel>;
type StreamPart = Awaited<ReturnType<Wrapped["doStream"]>>["stream"] extends ReadableStream<infer Part> ? Part : never;
