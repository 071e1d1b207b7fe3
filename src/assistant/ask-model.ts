import { jsonSchema, type LanguageModel, stepCountIs, streamText, tool } from "ai";
import type { AnswerEvent, FinishReason, FoundPage, Usage } from "./answer-event.ts";
import { ModelFailure } from "./compose-answer.ts";
import { createLeakGuard } from "./leak-guard.ts";
import { describePassages, instructionsFor, messagesFor } from "./prompt.ts";
import type { EarlierMessage, Question } from "./read-question.ts";
import type { Passage, Sources } from "./retrieve.ts";
import { createSafeMarkdown } from "./safe-markdown.ts";
import { createUsageMeter } from "./usage-meter.ts";

export interface ModelQuestion {
  question: Question;
  history: readonly EarlierMessage[];
  siteName: string;
  projectInstructions: string | undefined;
  /** The results of the first search; the model's own searches add more. */
  sources: Sources;
}

export interface AskModelDeps {
  model: LanguageModel;
  /** Searches the same site again. New passages continue the numbering. */
  search(query: string): Promise<{ passages: Passage[]; pages: FoundPage[] }>;
  siteUrl(address: string): string | undefined;
  /** Called once, however the answer ends: what was used must be paid for. */
  onUsed(usage: Usage): void;
  signal: AbortSignal;
}

interface ModelAnswer {
  reason: FinishReason;
  usage: Usage;
  cited: ReadonlySet<number>;
}

const stepsMax = 4;
const outputTokensMax = 2_000;
const answerCharactersMax = 20_000;
const silenceMilliseconds = 20_000;
const totalMilliseconds = 120_000;
const queryCharactersMax = 300;

/** Asks the model and yields its answer as events, with its text filtered. */
export async function* askModel(deps: AskModelDeps, asked: ModelQuestion): AsyncGenerator<AnswerEvent, ModelAnswer> {
  const { passages } = asked.sources;
  const safe = createSafeMarkdown({
    citationUrl: (number) => passages[number - 1]?.url,
    siteUrl: deps.siteUrl,
  });
  const instructions = instructionsFor(asked.siteName, asked.projectInstructions);
  const guard = createLeakGuard(instructions);
  const messages = messagesFor(asked.question, asked.history, passages);
  const meter = createUsageMeter(instructions.length + JSON.stringify(messages).length);
  const searches = new Map<string, FoundPage[]>();
  const watch = watchSilence(deps.signal);
  const result = streamText({
    model: deps.model,
    instructions,
    messages,
    maxOutputTokens: outputTokensMax,
    maxRetries: 1,
    abortSignal: watch.signal,
    stopWhen: stepCountIs(stepsMax),
    // The last step must answer.
    prepareStep: ({ stepNumber }) => (stepNumber >= stepsMax - 1 ? { activeTools: [] } : {}),
    tools: {
      search: tool({
        description: "Searches this documentation for other words than before.",
        inputSchema: jsonSchema<{ query: string }>({
          type: "object",
          properties: { query: { type: "string", maxLength: queryCharactersMax } },
          required: ["query"],
          additionalProperties: false,
        }),
        execute: async ({ query }, { toolCallId }) => {
          const found = await deps.search(String(query).slice(0, queryCharactersMax));
          searches.set(toolCallId, found.pages);
          return describePassages(found.passages);
        },
      }),
    },
    // The stream reports errors too; without this they would also be printed.
    onError: () => {},
  });

  let characters = 0;
  let hasSpoken = false;
  let isSpeaking = false;
  let reason: FinishReason = "stop";
  const speak = function* (text: string): Generator<AnswerEvent> {
    if (text === "") return;
    if (!isSpeaking) yield { type: "step-start" };
    isSpeaking = true;
    hasSpoken ||= text.trim() !== "";
    yield { type: "text", text };
  };
  try {
    for await (const part of result.stream) {
      watch.heard();
      if (part.type === "text-delta") {
        meter.wrote(part.text);
        characters += part.text.length;
        if (characters > answerCharactersMax) {
          reason = "length";
          watch.stop();
          break;
        }
        yield* speak(safe.push(guard.push(part.text)));
        if (guard.hasLeaked) {
          reason = "content-filter";
          watch.stop();
          break;
        }
      } else if (part.type === "tool-result" && !part.preliminary) {
        // Text before a search is a step of its own.
        yield* speak(safe.push(guard.end()) + safe.end());
        if (isSpeaking) yield { type: "step-finish", reason: "stop", usage: none };
        isSpeaking = false;
        yield* searchEvents(part.toolCallId, String((part.input as { query?: unknown }).query), searches);
      } else if (part.type === "start-step") {
        meter.startStep();
      } else if (part.type === "finish-step") {
        meter.endStep(part.usage);
      } else if (part.type === "finish") {
        reason = toReason(part.finishReason);
      } else if (part.type === "error") {
        throw part.error;
      } else if (part.type === "abort") {
        throw watch.signal.reason;
      }
    }
    yield* speak(guard.hasLeaked ? refusal : safe.push(guard.end()) + safe.end());
  } catch (error) {
    throw new ModelFailure(hasSpoken, error);
  } finally {
    watch.stop();
    deps.onUsed(meter.end());
  }
  if (!hasSpoken) throw new ModelFailure(false, new Error("The model returned no text."));
  const usage = meter.end();
  yield { type: "step-finish", reason, usage };
  return { reason, usage, cited: safe.cited };
}

const refusal = "I can only answer questions about this documentation.";
const none: Usage = { inputTokens: 0, outputTokens: 0 };

function* searchEvents(callId: string, query: string, found: ReadonlyMap<string, FoundPage[]>): Generator<AnswerEvent> {
  yield { type: "step-start" };
  yield { type: "search-call", callId, query };
  yield { type: "search-result", callId, pages: found.get(callId) ?? [] };
  yield { type: "step-finish", reason: "tool-calls", usage: none };
}

function toReason(reason: string): FinishReason {
  return reason === "length" || reason === "content-filter" ? reason : "stop";
}

/** Aborts the model when the client disconnects, on a long silence, and after the total time limit. */
function watchSilence(left: AbortSignal): { signal: AbortSignal; heard(): void; stop(): void } {
  const controller = new AbortController();
  const timer = setTimeout(
    () => controller.abort(new Error("The model was silent for too long.")),
    silenceMilliseconds,
  );
  const signal = AbortSignal.any([left, controller.signal, AbortSignal.timeout(totalMilliseconds)]);
  return {
    signal,
    heard: () => void timer.refresh(),
    stop: () => {
      clearTimeout(timer);
      controller.abort();
    },
  };
}
