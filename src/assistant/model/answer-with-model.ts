import { type LanguageModel, type ModelMessage, stepCountIs, streamText } from "ai";
import type { AssistantGuidance } from "../../site/serving.ts";
import type { AnswerEvent, FinishReason, Usage } from "../answer-event.ts";
import { type Composed, noUsage, textEvents } from "../answer-parts.ts";
import type { EarlierMessage, Question } from "../read-question.ts";
import type { Retrieved } from "../retrieve.ts";
import { fixedText } from "../words/fixed-text.ts";
import { createAnswerFilter } from "./answer-filter.ts";
import { problemOf } from "./model-problem.ts";
import { instructionsFor, messagesFor, passageCharactersMax } from "./prompt.ts";
import { ShownSources } from "./shown-sources.ts";
import { checkedLinks } from "./site-links.ts";
import { createSiteReader, type ReadSite } from "./site-reader.ts";
import { createSiteTools, type ModelSearch } from "./site-tools.ts";
import { ModelFailure } from "./try-model.ts";
import { createUsageMeter } from "./usage-meter.ts";
import { watchSilence } from "./watch-silence.ts";

export interface ModelTurn {
  name: string;
  model: LanguageModel;
  /** The reader's language, for fixed sentences. */
  language: string;
  siteName: string;
  site: ReadSite;
  guidance: AssistantGuidance;
  question: Question;
  history: readonly EarlierMessage[];
  siteUrl(link: string): string | undefined;
  /**
   * Called once per request to the model, whether it succeeds or fails: used tokens are billed even if the answer
   * fails.
   */
  onUsed(usage: Usage): void;
  signal: AbortSignal;
}

const stepsMax = 6;
const inputTokensMax = 80_000;
/** Includes the reasoning, which readers don't see but which is most of the output. */
const outputTokensMax = 8_000;
const answerCharactersMax = 20_000;

const nearestMax = 3;

/** Lets the model answer from the first search and its own tool calls. Throws a `ModelFailure` if it fails. */
export async function* answerWithModel(turn: ModelTurn, found: Retrieved): AsyncGenerator<AnswerEvent, Composed> {
  const hasImages = (turn.question.attachments ?? []).some(({ kind }) => kind === "image");
  try {
    return yield* askModel(turn, found, hasImages);
  } catch (error) {
    const isRefused = error instanceof ModelFailure && error.problem === "refused" && !error.hasSpoken;
    if (!hasImages || !isRefused) throw error;
  }
  // Providers don't say which models accept images. A model that doesn't accept them rejects the request.
  yield* textEvents([`*${fixedText(turn.language, "imagesUnread")}*\n\n`]);
  return yield* askModel(turn, found, false);
}

/** Asks the model and yields its answer as events, with its text filtered. */
async function* askModel(
  turn: ModelTurn,
  found: Retrieved,
  sendsImages: boolean,
): AsyncGenerator<AnswerEvent, Composed> {
  const { site, question, history, language } = turn;
  const { instructions: own, skills = [], uncited = "mark" } = turn.guidance;
  const shown = new ShownSources();
  const passages = shown.show(found.passages, passageCharactersMax);
  const siteTools = createSiteTools(createSiteReader(site, shown), skills);
  const instructions = instructionsFor({ name: turn.siteName, instructions: own, skills });
  const messages = messagesFor({ question, history, passages, sendsImages });
  const text = createAnswerFilter({
    instructions,
    needsCitation: uncited === "refuse",
    citationUrl: (number) => shown.urlOf(number),
    siteUrl: checkedLinks(site, turn.siteUrl, (path) => shown.contains(path)),
  });
  const meter = createUsageMeter(instructions.length + promptCharacters(messages));
  const watch = watchSilence(turn.signal);
  const result = streamText({
    model: turn.model,
    instructions,
    messages,
    maxOutputTokens: outputTokensMax,
    maxRetries: 1,
    abortSignal: watch.signal,
    stopWhen: stepCountIs(stepsMax),
    prepareStep: ({ stepNumber }) =>
      stepNumber >= stepsMax - 1 || meter.total.inputTokens > inputTokensMax
        ? lastStep(messages, siteTools.answers)
        : {},
    tools: siteTools.tools,
    // The stream reports errors too. Without this empty handler, they would also be printed.
    onError: () => {},
  });

  let characters = 0;
  let hasSpoken = false;
  let isSpeaking = false;
  let reason: FinishReason = "stop";
  const speak = function* (said: string): Generator<AnswerEvent> {
    if (said === "") return;
    if (!isSpeaking) yield { type: "step-start" };
    // Text before a search becomes a separate paragraph.
    const isNext = !isSpeaking && hasSpoken;
    isSpeaking = true;
    hasSpoken ||= said.trim() !== "";
    yield { type: "text", text: isNext ? `\n\n${said}` : said };
  };
  try {
    for await (const part of result.stream) {
      watch.heard(part.type === "text-delta" || part.type === "reasoning-delta");
      if (part.type === "text-delta") {
        meter.wrote(part.text);
        characters += part.text.length;
        if (characters > answerCharactersMax) {
          reason = "length";
          break;
        }
        yield* speak(text.push(part.text));
        if (text.hasLeaked) {
          reason = "content-filter";
          break;
        }
      } else if (part.type === "reasoning-delta") {
        meter.wrote(part.text);
      } else if (part.type === "tool-result" && !part.preliminary) {
        // Text before a search becomes a separate step.
        yield* speak(text.end());
        if (isSpeaking) yield { type: "step-finish", reason: "stop", usage: noUsage };
        isSpeaking = false;
        yield* searchEvents(part.toolCallId, siteTools.searches.get(part.toolCallId));
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
    yield* speak(text.end());
  } catch (error) {
    if (turn.signal.aborted) throw error;
    // A reader who has seen part of the answer gets the rest of the text before the error.
    if (hasSpoken) yield* speak(text.end());
    throw new ModelFailure(problemOf(error), { hasSpoken, cause: error });
  } finally {
    watch.stop();
    turn.onUsed(meter.end());
  }
  const kind = kindOf(text, uncited);
  if (kind === "leak")
    yield* speak((hasSpoken ? "\n\n" : "") + fixedText(language, "refusal", { site: turn.siteName }));
  if (kind === "asks_back") yield* speak(text.unproven);
  if (kind === "refused" && text.unproven.trim() !== "") yield* speak(fixedText(language, "unsupported"));
  if (!hasSpoken) {
    throw new ModelFailure(reason === "content-filter" ? "refused" : "empty", { hasSpoken });
  }
  if (kind === "uncited") yield* speak(`\n\n*${fixedText(language, "uncited")}*`);
  const usage = meter.end();
  const cited = shown.cited(text.cited);
  if (cited.length > 0) yield { type: "sources", pages: cited };
  yield { type: "step-finish", reason, usage };
  return { kind: replyKind(kind, found), reason, usage, model: turn.name, cited: cited.map(({ path }) => path) };
}

function kindOf(text: ReturnType<typeof createAnswerFilter>, uncited: "mark" | "refuse") {
  if (text.hasLeaked) return "leak";
  if (text.cited.size > 0) return "answer";
  if (text.asksBack) return "asks_back";
  if (uncited === "refuse") return "refused";
  return text.saysNotFound ? "not_found" : "uncited";
}

function replyKind(kind: ReturnType<typeof kindOf>, { pages }: Retrieved): Composed["kind"] {
  switch (kind) {
    case "leak":
    case "not_found":
    case "refused":
      return { outcome: "not_in_docs", nearest: pages.slice(0, nearestMax).map(({ url }) => url) };
    case "uncited":
      return { outcome: "answered", cited: false };
    case "asks_back":
      return { outcome: "answered", asksBack: true };
    default:
      return { outcome: "answered" };
  }
}

/**
 * The last step must answer, so it has no tools. Some providers reject a conversation with tool calls if the request
 * has no tools, so the results are sent as text.
 */
function lastStep(messages: readonly ModelMessage[], answers: readonly string[]) {
  const content = [...answers, "Answer the question now, from what you have read."].join("\n\n");
  return { activeTools: [], messages: [...messages, { role: "user" as const, content }] };
}

function* searchEvents(callId: string, search: ModelSearch | undefined): Generator<AnswerEvent> {
  if (search === undefined) return;
  yield { type: "step-start" };
  yield { type: "search-call", callId, query: search.query };
  yield { type: "search-result", callId, pages: search.pages };
  yield { type: "step-finish", reason: "tool-calls", usage: noUsage };
}

function toReason(reason: string): FinishReason {
  return reason === "length" || reason === "content-filter" ? reason : "stop";
}

/** Images aren't billed by their bytes. */
function promptCharacters(messages: readonly ModelMessage[]): number {
  return JSON.stringify(messages, (key, value: unknown) => (key === "data" ? "" : value)).length;
}
