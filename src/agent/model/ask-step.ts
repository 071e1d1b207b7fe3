import { APICallError, jsonSchema, type LanguageModel, type ModelMessage, RetryError, streamText } from "ai";
import { AgentFailure } from "../agent-failure.ts";
import type { UsedTokens } from "./agent-budget.ts";

interface StepRequest {
  model: LanguageModel;
  instructions: string;
  messages: ModelMessage[];
  /** After this much silence the model is asked again. */
  silenceSeconds: number;
  signal: AbortSignal;
  onRetry(why: string): void;
  /** A reply was interrupted. The provider still counts it. */
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
  /** To append to the conversation. */
  messages: ModelMessage[];
  usage: UsedTokens;
}

const triesMax = 3;
const outputTokensMax = 16_000;
const outputCharactersMax = 200_000;
const charactersPerToken = 4;

/** One complete reply of the model. Nothing has been executed yet, so an interrupted reply is simply requested again. */
export async function askStep(request: StepRequest): Promise<StepReply> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await askOnce(request);
    } catch (error) {
      request.signal.throwIfAborted();
      const failure = toFailure(error);
      if (failure.isFinal || tries >= triesMax) throw failure.failure;
      request.onRetry(failure.failure.message);
    }
  }
}

async function askOnce(request: StepRequest): Promise<StepReply> {
  const { model, instructions, messages, silenceSeconds, signal } = request;
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(new Silence()), silenceSeconds * 1_000);
  const result = streamText({
    model,
    instructions,
    messages,
    tools: modelTools,
    maxOutputTokens: outputTokensMax,
    maxRetries: 2,
    abortSignal: AbortSignal.any([signal, silence.signal]),
    // The stream reports errors too; without this the SDK also prints them.
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
    if (!isWhole) throw new Error("The answer broke off.");
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

class Silence extends Error {}

const wroteTooMuch =
  "The model wrote far more than one step should need and was stopped; ask for a smaller part of the work.";
const noAnswer = "The language model did not answer";

function toFailure(error: unknown): { failure: AgentFailure; isFinal: boolean } {
  if (error instanceof AgentFailure) return { failure: error, isFinal: true };
  if (error instanceof Silence) {
    return {
      failure: new AgentFailure("time", `${noAnswer} in time, ${triesMax} times; try again later.`),
      isFinal: false,
    };
  }
  const call = RetryError.isInstance(error) ? error.lastError : error;
  const status = APICallError.isInstance(call) ? call.statusCode : undefined;
  if (status === 401 || status === 403 || status === 404) {
    const what =
      status === 404 ? "does not know the model; check LECTERN_MODEL" : "refuses the key; check LECTERN_MODEL_KEY";
    return { failure: new AgentFailure("no-model", `The provider of the language model ${what}.`), isFinal: true };
  }
  if (status === 400 || status === 413) {
    const message =
      "The language model refuses the request, most likely because it has become too long; ask for a smaller part of the work.";
    return { failure: new AgentFailure("budget", message, { cause: error }), isFinal: true };
  }
  const message = `${noAnswer} as it should, ${triesMax} times; try again later, or look at the provider's status.`;
  return { failure: new AgentFailure("no-model", message, { cause: error }), isFinal: (status ?? 0) >= 400 };
}

const path = { type: "string", description: "From the content directory, such as guides/start.mdx." };
const text = (description: string) => ({ type: "string", description });

/** Tool definitions for the model. The SDK doesn't run them; we do so once the whole step has arrived. */
const modelTools = {
  list_files: define("Lists the files of the documentation.", { folder: text("Only below this folder.") }, []),
  read_file: define(
    "Reads a file with line numbers. Long files are cut; ask for a range.",
    { path, from_line: { type: "integer" }, to_line: { type: "integer" } },
    ["path"],
  ),
  search_text: define("Finds lines that contain a text, ignoring case.", { query: text("The text.") }, ["query"]),
  search_docs: define("Finds pages by what they are about.", { query: text("Words.") }, ["query"]),
  edit_file: define(
    "Replaces a text in a file. The old text must be in the file exactly once, with every space and line break.",
    { path, old_text: text("What is there now."), new_text: text("What replaces it.") },
    ["path", "old_text", "new_text"],
  ),
  write_file: define("Writes a whole file.", { path, content: text("All of it.") }, ["path", "content"]),
  move_page: define("Moves a page. Links to it and the navigation are changed with it.", { from: path, to: path }, [
    "from",
    "to",
  ]),
  delete_file: define("Deletes a file.", { path }, ["path"]),
  validate_docs: define("Builds the documentation and reports what the changes break.", {}, []),
  finish: define(
    "Ends the work. Call it alone, when everything is done or nothing is to be done.",
    {
      title: text("What was changed, in one line of at most 72 characters, for the title of the pull request."),
      description: text("What was changed and why, in Markdown; if nothing was changed, why not."),
    },
    ["title", "description"],
  ),
};

function define(description: string, properties: Record<string, object>, required: readonly string[]) {
  return {
    description,
    // Untyped because each tool validates the model's input itself.
    inputSchema: jsonSchema<never>({
      type: "object",
      properties,
      required: [...required],
      additionalProperties: false,
    }),
  };
}
