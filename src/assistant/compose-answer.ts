import type { TurnRow } from "../platform/db/tables/assistant.ts";
import type { Log } from "../platform/log.ts";
import type { AnswerEvent, FinishReason, Missing, Usage } from "./answer-event.ts";
import { isAnswerable } from "./evidence.ts";
import { extractAnswer } from "./extract-answer.ts";
import type { EarlierMessage, Question } from "./question.ts";
import { type Retrieve, type Retrieved, Sources } from "./retrieved.ts";
import { createSafeMarkdown } from "./safe-markdown.ts";
import { answerSmallTalk } from "./small-talk.ts";
import { escapeMarkdown } from "./write-blocks.ts";

export const extractionName = "builtin/extract";

export interface ComposeDeps {
  retrieve: Retrieve;
  /** The address if it is one of the site's own. */
  siteUrl(address: string): string | undefined;
  /** Given when there is a model and today's budget is not used up. */
  model: { name: string; ask: AskModel } | undefined;
  log: Log;
}

type AskModel = (asked: {
  sources: Sources;
  search(query: string): Promise<Retrieved>;
}) => AsyncGenerator<AnswerEvent, { reason: FinishReason; usage: Usage; cited: ReadonlySet<number> }>;

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
  /** Addresses of the pages that the answer cites. */
  cited: readonly string[];
  /** Given when the pages do not answer. */
  missing?: Missing;
}

const noUsage: Usage = { inputTokens: 0, outputTokens: 0 };
const pieceCharacters = 24;
const followUpWordsMax = 6;
const contextInQueryCharacters = 300;
const nearestMax = 3;

/** Retrieve → evidence gate → model or extraction → checked citations, told as events. */
export async function* composeAnswer(
  deps: ComposeDeps,
  { siteName, question, history }: ComposeRequest,
): AsyncGenerator<AnswerEvent, Composed> {
  const smallTalk = answerSmallTalk(question.text, siteName);
  if (smallTalk !== undefined) {
    yield* say(inPieces(smallTalk));
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
  // A model reads other languages and other words than the pages have; the extraction knows only theirs.
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
  const { texts, cited } = extracted(found, deps.siteUrl);
  yield* say(texts);
  return builtIn("answered", cited);
}

interface Extracted {
  texts: readonly string[];
  /** Addresses of the pages that it cites. */
  cited: readonly string[];
}

const extractions = new WeakMap<Retrieved, Extracted>();

/** The same pages found for the same question give the same answer, so it is made once for as long as they are remembered. */
function extracted(found: Retrieved, siteUrl: ComposeDeps["siteUrl"]): Extracted {
  const known = extractions.get(found);
  if (known !== undefined) return known;
  const sources = new Sources();
  sources.number(found.passages);
  const { text, passage } = extractAnswer(found.evidence, ({ path }) => sources.numberOf(path));
  // The answer need not be of the part of its page that was found first.
  const citationUrl = (number: number) => {
    const source = sources.passages[number - 1];
    return source?.path === passage?.path ? passage?.url : source?.url;
  };
  const safe = createSafeMarkdown({ citationUrl, siteUrl });
  const texts = inPieces(safe.push(text) + safe.end());
  const made = { texts, cited: citedPaths(sources, safe.cited) };
  extractions.set(found, made);
  return made;
}

/** Undefined when the model failed before it had said anything: the pages can still answer. */
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
    if (!(error instanceof Error) || (error as { hasSpoken?: boolean }).hasSpoken !== false) throw error;
    deps.log.warn({ error: error.cause }, "the model did not answer; the answer is taken from the pages");
    return undefined;
  }
}

function* say(texts: readonly string[]): Generator<AnswerEvent> {
  yield { type: "step-start" };
  yield { type: "texts", texts };
  yield { type: "step-finish", reason: "stop", usage: noUsage };
}

/** Small ones, as a model would speak: clients show what they have. */
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

/** "And on Windows?" alone finds nothing: a short question is asked together with the one before. */
export function queryFor({ text, context }: Question, history: readonly EarlierMessage[]): string {
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
  yield* say(inPieces(list.length === 0 ? sentence : `${sentence} The nearest pages are:\n\n${list.join("\n")}`));
  const missing = { outcome: "not_in_docs", nearest: nearest.map(({ url }) => url) } as const;
  return { ...builtIn("not_in_docs", []), missing };
}

function citedPaths(sources: Sources, cited: ReadonlySet<number>): string[] {
  return sources.passages.filter(({ number }) => cited.has(number)).map(({ path }) => path);
}
