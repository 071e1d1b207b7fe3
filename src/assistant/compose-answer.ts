import type { TurnRow } from "../platform/db/tables/assistant.ts";
import type { Log } from "../platform/log.ts";
import type { AnswerEvent, FinishReason, Missing, Usage } from "./answer-event.ts";
import { isAnswerable } from "./evidence.ts";
import { extractAnswer } from "./extract-answer.ts";
import type { EarlierMessage, Question } from "./read-question.ts";
import { type ExtractedText, type Retrieve, type Retrieved, Sources } from "./retrieve.ts";
import { createSafeMarkdown } from "./safe-markdown.ts";
import { answerSmallTalk } from "./small-talk.ts";
import { escapeMarkdown } from "./write-blocks.ts";

export const extractionName = "builtin/extract";

export interface ComposeDeps {
  retrieve: Retrieve;
  /** Returns the address if it belongs to the site. */
  siteUrl(address: string): string | undefined;
  /** Undefined if there is no model or its budget for today is used up. */
  model: { name: string; ask: AskModel } | undefined;
  log: Log;
}

type AskModel = (asked: {
  sources: Sources;
  search(query: string): Promise<Retrieved>;
}) => AsyncGenerator<AnswerEvent, { reason: FinishReason; usage: Usage; cited: ReadonlySet<number> }>;

/** Thrown by `ask`: the model produced no complete answer. */
export class ModelFailure extends Error {
  /** Whether part of the answer has already been sent. */
  readonly hasSpoken: boolean;

  constructor(hasSpoken: boolean, cause: unknown) {
    super("The model did not answer.", { cause });
    this.name = "ModelFailure";
    this.hasSpoken = hasSpoken;
  }
}

export interface ComposeRequest {
  siteName: string;
  question: Question;
  history: readonly EarlierMessage[];
}

/** What became of a question. */
export interface Composed {
  outcome: TurnRow["outcome"];
  reason: FinishReason;
  usage: Usage;
  model: string;
  /** The paths of the cited pages. */
  cited: readonly string[];
  /** Set if the pages do not answer the question. */
  missing?: Missing;
}

const noUsage: Usage = { inputTokens: 0, outputTokens: 0 };
const pieceCharacters = 24;
const followUpWordsMax = 6;
const contextInQueryCharacters = 300;
const nearestMax = 3;

/** Retrieve → evidence gate → model or extraction → checked citations, as events. */
export async function* composeAnswer(
  deps: ComposeDeps,
  { siteName, question, history }: ComposeRequest,
): AsyncGenerator<AnswerEvent, Composed> {
  const smallTalk = answerSmallTalk(question.text, siteName);
  if (smallTalk !== undefined) {
    yield* textEvents(inPieces(smallTalk));
    return builtIn("small_talk", []);
  }
  const query = queryFor(question, history);
  const options = {
    pageSize: question.retrievalPageSize,
    filter: question.filter,
    currentPath: question.currentPath,
    focus: question.text,
  };
  const found = await deps.retrieve(query, options);
  // A model understands other languages and wordings; the extraction only knows the words of the pages.
  const isWorthAsking = deps.model === undefined ? isAnswerable(found.evidence) : found.pages.length > 0;
  if (!isWorthAsking) {
    return yield* refuse(siteName, found);
  }
  const sources = new Sources();
  sources.number(found.passages);
  yield { type: "step-start" };
  yield { type: "search-call", callId: "call_1", query };
  yield { type: "search-result", callId: "call_1", pages: found.pages };
  yield { type: "step-finish", reason: "tool-calls", usage: noUsage };

  if (deps.model !== undefined) {
    const answered = yield* askOrFallBack(deps, deps.model, sources, (again) =>
      deps.retrieve(again, { ...options, focus: again }),
    );
    if (answered !== undefined) return answered;
    if (!isAnswerable(found.evidence)) {
      return yield* refuse(siteName, found);
    }
  }
  // Computed once per remembered search result.
  found.extracted ??= extract(found, deps.siteUrl);
  yield* textEvents(found.extracted.texts);
  return builtIn("answered", found.extracted.cited);
}

function extract(found: Retrieved, siteUrl: ComposeDeps["siteUrl"]): ExtractedText {
  const sources = new Sources();
  sources.number(found.passages);
  const { text, passage } = extractAnswer(found.evidence, ({ path }) => sources.numberOf(path));
  // The answer may come from another part of its page than the one that was found first.
  const citationUrl = (number: number) => {
    const source = sources.passages[number - 1];
    return source?.path === passage?.path ? passage?.url : source?.url;
  };
  const safe = createSafeMarkdown({ citationUrl, siteUrl });
  const texts = inPieces(safe.push(text) + safe.end());
  return { texts, cited: citedPaths(sources, safe.cited) };
}

/** Undefined if the model failed before it said anything, so that the pages can still answer. */
async function* askOrFallBack(
  deps: ComposeDeps,
  model: NonNullable<ComposeDeps["model"]>,
  sources: Sources,
  search: (query: string) => Promise<Retrieved>,
): AsyncGenerator<AnswerEvent, Composed | undefined> {
  try {
    const { reason, usage, cited } = yield* model.ask({ sources, search });
    return { outcome: "answered", reason, usage, model: model.name, cited: citedPaths(sources, cited) };
  } catch (error) {
    if (!(error instanceof ModelFailure) || error.hasSpoken) throw error;
    deps.log.warn({ error: error.cause }, "the model did not answer; using the built-in answer");
    return undefined;
  }
}

function* textEvents(texts: readonly string[]): Generator<AnswerEvent> {
  yield { type: "step-start" };
  yield { type: "texts", texts };
  yield { type: "step-finish", reason: "stop", usage: noUsage };
}

/** Small pieces, like those of a model: clients show them as they arrive. */
function inPieces(text: string): string[] {
  const pieces: string[] = [];
  let piece = "";
  for (const word of text.split(/(?<=\s)/)) {
    piece += word;
    if (piece.length < pieceCharacters) continue;
    pieces.push(piece);
    piece = "";
  }
  return piece === "" ? pieces : [...pieces, piece];
}

function builtIn(outcome: TurnRow["outcome"], cited: readonly string[]): Composed {
  return { outcome, reason: "stop", usage: noUsage, model: extractionName, cited };
}

/** "And on Windows?" finds nothing by itself, so a short question is combined with the previous one. */
function queryFor({ text, context }: Question, history: readonly EarlierMessage[]): string {
  const before = history.findLast(({ role }) => role === "user")?.text;
  const isShort = text.split(/\s+/).length <= followUpWordsMax;
  const selected = context.map(({ value }) => value).join(" ");
  return [isShort ? before : undefined, text, selected.slice(0, contextInQueryCharacters)]
    .filter((part) => part !== undefined && part !== "")
    .join(" ");
}

function* refuse(siteName: string, { pages }: Retrieved): Generator<AnswerEvent, Composed> {
  const sentence = `The documentation of ${siteName} does not seem to answer this.`;
  const nearest = pages.slice(0, nearestMax);
  const list = nearest.map(({ url, metadata }) => `- [${escapeMarkdown(metadata.title)}](${url})`);
  yield* textEvents(
    inPieces(list.length === 0 ? sentence : `${sentence} The nearest pages are:\n\n${list.join("\n")}`),
  );
  const missing = { outcome: "not_in_docs", nearest: nearest.map(({ url }) => url) } as const;
  return { ...builtIn("not_in_docs", []), missing };
}

function citedPaths(sources: Sources, cited: ReadonlySet<number>): string[] {
  return sources.passages.filter(({ number }) => cited.has(number)).map(({ path }) => path);
}
