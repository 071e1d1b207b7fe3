import { setTimeout as wait } from "node:timers/promises";
import { APICallError, type LanguageModel, type ModelMessage, RetryError, streamText } from "ai";
import { RetryLater } from "../../platform/queue/handler.ts";
import { AgentFailure } from "../agent-failure.ts";
import type { UsedTokens } from "./agent-budget.ts";
import type { ModelTools } from "./model-tools.ts";
import { ProviderDown } from "./provider-outages.ts";

interface StepRequest {
  model: LanguageModel;
  instructions: string;
  messages: ModelMessage[];
  /** If the model is silent for this long, it is asked again. */
  silenceSeconds: number;
  signal: AbortSignal;
  /** None by default. */
  tools?: ModelTools;
  onRetry(why: string): void;
  /** Called when a reply was interrupted, because the provider still bills it. */
  onBroken(usage: UsedTokens): Promise<void>;
}

export interface ToolCall {
  id: string;
  name: string;
  input: unknown;
}

interface StepReply {
  text: string;
  calls: ToolCall[];
  /** Calls of unknown tools or with invalid JSON. Their error replies are already in the messages. */
  malformed: ToolCall[];
  /** The messages to append to the conversation. */
  messages: ModelMessage[];
  usage: UsedTokens;
}

const triesMax = 3;
/** A request that hangs holds a worker's slot for a long time. */
const silencesMax = 2;
/** The longest wait inside a worker. For longer waits, the job goes back to the queue. */
const waitSecondsMax = 5;
/** Providers ask for waits of seconds or minutes. The job is retried after this time even if they ask for more. */
const retryAfterSecondsMax = 3_600;
const outputTokensMax = 16_000;
const outputCharactersMax = 200_000;
const charactersPerToken = 4;

/**
 * Requests one complete reply of the model. None of its tool calls have run yet, so an interrupted reply is simply
 * requested again. If the provider needs more time, the job is retried later and continues with this step.
 */
export async function askStep(request: StepRequest): Promise<StepReply> {
  let silences = 0;
  for (let tries = 1; ; tries += 1) {
    try {
      return await askOnce(request);
    } catch (error) {
      request.signal.throwIfAborted();
      const { message, afterSeconds, isLimit = false } = toPassing(error);
      const seconds = afterSeconds ?? tries;
      if (error instanceof Silence) silences += 1;
      if (tries >= triesMax || seconds > waitSecondsMax || silences >= silencesMax) {
        const Wait = isLimit ? RetryLater : ProviderDown;
        throw new Wait(message, { afterSeconds, cause: error });
      }
      request.onRetry(message);
      await wait(seconds * 1_000, undefined, { signal: request.signal });
    }
  }
}

async function askOnce(request: StepRequest): Promise<StepReply> {
  const { model, instructions, messages, silenceSeconds, signal, tools } = request;
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(new Silence()), silenceSeconds * 1_000);
  const result = streamText({
    model,
    instructions,
    messages,
    ...(tools && { tools }),
    maxOutputTokens: outputTokensMax,
    maxRetries: 0,
    abortSignal: AbortSignal.any([signal, silence.signal]),
    // The stream reports errors too. Without this empty handler, the SDK would also print them.
    onError: () => {},
  });
  const calls: ToolCall[] = [];
  const malformed: ToolCall[] = [];
  let text = "";
  let characters = 0;
  let usage = { inputTokens: 0, outputTokens: 0 };
  let isWhole = false;
  try {
    for await (const part of result.stream) {
      timer.refresh();
      if (part.type === "text-delta") text += part.text;
      if (part.type === "text-delta" || part.type === "reasoning-delta") characters += part.text.length;
      if (part.type === "tool-input-delta") characters += part.delta.length;
      if (characters > outputCharactersMax) throw new AgentFailure("budget", wroteTooMuch);
      if (part.type === "tool-call") {
        const list = part.invalid === true ? malformed : calls;
        list.push({ id: part.toolCallId, name: part.toolName, input: part.input });
      } else if (part.type === "finish") {
        const { inputTokens = 0, outputTokens = 0 } = part.totalUsage;
        usage = { inputTokens, outputTokens };
        isWhole = part.finishReason !== "error";
      } else if (part.type === "error") {
        throw part.error;
      } else if (part.type === "abort") {
        throw silence.signal.aborted ? silence.signal.reason : signal.reason;
      }
    }
    if (!isWhole) throw new Error("The answer ended early.");
    const { messages: said } = await result.response;
    // Estimate the usage if the provider doesn't report it, so that budgets hold with every provider.
    const reckoned = reckon(request, characters);
    return {
      text,
      calls,
      malformed,
      messages: said as ModelMessage[],
      usage: {
        inputTokens: usage.inputTokens || reckoned.inputTokens,
        outputTokens: usage.outputTokens || reckoned.outputTokens,
      },
    };
  } catch (error) {
    if (characters > 0) await request.onBroken(reckon(request, characters));
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

function reckon({ instructions, messages }: StepRequest, written: number): UsedTokens {
  const tokens = (characters: number) => Math.ceil(characters / charactersPerToken);
  return {
    inputTokens: tokens(JSON.stringify(messages).length + instructions.length),
    outputTokens: tokens(written),
  };
}

/** Whether the provider refused the request itself, perhaps because the model can't read images. */
export function isRejected(error: unknown): boolean {
  return error instanceof AgentFailure && APICallError.isInstance(error.cause) && error.cause.statusCode === 400;
}

class Silence extends Error {
  // With another name, the timeout would be counted as a stopped job.
  override name = "TimeoutError";
}

const wroteTooMuch =
  "The model wrote far more than one step should need and was stopped; ask for a smaller part of the work.";

/** Describes a temporary problem. Throws an AgentFailure for a permanent one. */
function toPassing(error: unknown): { message: string; afterSeconds?: number | undefined; isLimit?: boolean } {
  if (error instanceof AgentFailure) throw error;
  if (error instanceof Silence) return { message: "The language model did not answer in time." };
  const call = RetryError.isInstance(error) ? error.lastError : error;
  const { statusCode: status = 0, responseHeaders } = APICallError.isInstance(call) ? call : {};
  // A reply that ends early has a success status.
  if (status < 400) return { message: "The connection to the language model failed." };
  if (status === 401 || status === 403 || status === 404) {
    const what =
      status === 404 ? "does not know the model; check LECTERN_MODEL" : "refuses the key; check LECTERN_MODEL_KEY";
    throw new AgentFailure("no-model", `The provider of the language model ${what}.`);
  }
  const afterSeconds = readRetryAfter(responseHeaders ?? {}, Date.now());
  if (status === 429) {
    return { message: "The rate limit of the language model's provider is used up.", afterSeconds, isLimit: true };
  }
  if (status === 408 || status >= 500) {
    return { message: `The provider of the language model is overloaded or down (status ${status}).`, afterSeconds };
  }
  if (status === 400 || status === 413) {
    const message =
      "The language model rejects the request, most likely because it has become too long; ask for a smaller part of the work.";
    throw new AgentFailure("budget", message, { cause: error });
  }
  const message = `The provider of the language model rejects the request with status ${status}; look at its documentation.`;
  throw new AgentFailure("no-model", message, { cause: error });
}

/** Reads the wait from the headers: in milliseconds, as some providers send it, in seconds, or as a date. */
export function readRetryAfter(headers: Record<string, string>, now: number): number | undefined {
  const milliseconds = Number.parseFloat(headers["retry-after-ms"] ?? "");
  const text = headers["retry-after"] ?? "";
  const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : (Date.parse(text) - now) / 1_000;
  const wanted = Number.isFinite(milliseconds) ? milliseconds / 1_000 : seconds;
  return Number.isFinite(wanted) ? Math.min(Math.max(wanted, 0), retryAfterSecondsMax) : undefined;
}
