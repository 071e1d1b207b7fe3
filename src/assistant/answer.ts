import { hash } from "node:crypto";
import { answerLink } from "../contract/answer-link.ts";
import type { SentChunks } from "../contract/operation.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import { newId } from "../platform/id.ts";
import type { Log } from "../platform/log.ts";
import { openModel } from "../platform/model/open-model.ts";
import { type KeyedModel, modelOfProject } from "../platform/model/project-model.ts";
import { findOutage } from "../platform/outage.ts";
import type { OwnBudgets } from "../projects/model-budgets.ts";
import { type AnswerBounds, reserveBudget } from "./answer-budget.ts";
import type { AnswerEvent, Encode, Usage } from "./answer-event.ts";
import { type ComposeDeps, type Composed, composeAnswer, extractionName } from "./compose-answer.ts";
import type { EarlierMessage, Question } from "./read-question.ts";
import type { Retrieve } from "./retrieve.ts";
import {
  appendMessage,
  beginThread,
  deleteMessagesAfter,
  insertTurn,
  listMessages,
  type Message,
  openThread,
  type Thread,
} from "./store.ts";

/** The published site that a question is about. */
export interface AskedSite {
  projectId: string;
  name: string;
  /** Without a trailing slash. */
  url: string;
  /** The name of the project's own language model; null for the server's. */
  model: string | null;
  /** The project's own daily budgets for the model. */
  budgets: OwnBudgets;
  /** The owners' instructions to the assistant. */
  readInstructions(): Promise<string | undefined>;
  retrieve: Retrieve;
}

export interface AnswerDeps {
  database: Database;
  clock: Clock;
  log: Log;
  model: KeyedModel | undefined;
  bounds: AnswerBounds;
}

export interface Asker {
  site: AskedSite;
  address: string;
  /** Aborts when the client disconnects. */
  signal: AbortSignal;
}

/** A question in its thread. */
interface OpenTurn {
  thread: Thread;
  question: Message;
  /** False if the question is stored together with its answer. */
  isQuestionStored: boolean;
  /** The ID of the coming answer. */
  messageId: string;
  history: readonly EarlierMessage[];
}

const unavailable = "The assistant is not available right now. Please try again.";
// The last moments of a conversation may be lost with the power; a write to disk would be most of the cost of an answer.
const relaxed = { durability: "relaxed" } as const;

/**
 * Answers a question in the encoder's format: as a stream if a model is asked, otherwise as a complete text. The thread and
 * the turn are stored in any case, also if the client disconnects or the answer fails.
 */
export async function answer(
  deps: AnswerDeps,
  asker: Asker,
  question: Question,
  createEncoder: () => Encode,
): Promise<SentChunks> {
  const model = modelOfProject(deps.model, asker.site.model);
  const turn = await openTurn(deps, asker.site.projectId, question, model !== undefined);
  const events = answerEvents(deps, asker, question, turn, model);
  const encode = createEncoder();
  const headers = { "x-thread-id": turn.thread.name };
  if (model !== undefined) return { headers, chunks: encodeEvents(events, encode) };
  let text = "";
  for await (const event of events) text += encode(event);
  return { headers, chunks: text };
}

async function* encodeEvents(events: AsyncIterable<AnswerEvent>, encode: Encode): AsyncGenerator<string> {
  for await (const event of events) {
    const text = encode(event);
    if (text !== "") yield text;
  }
}

async function* answerEvents(
  deps: AnswerDeps,
  asker: Asker,
  question: Question,
  turn: OpenTurn,
  model: KeyedModel | undefined,
): AsyncGenerator<AnswerEvent> {
  const began = performance.now();
  let text = "";
  let composed: Composed | undefined;
  let outcome: Composed["outcome"] = "stopped";
  let usage: Usage = { inputTokens: 0, outputTokens: 0 };
  let last: AnswerEvent;
  try {
    yield { type: "start", messageId: turn.messageId, threadId: turn.thread.name };
    const composing = compose(deps, asker, question, turn, model, (used) => {
      usage = used;
    });
    try {
      for (let next = await composing.next(); ; next = await composing.next()) {
        if (next.done) {
          composed = next.value;
          break;
        }
        if (next.value.type === "text") text += next.value.text;
        if (next.value.type === "texts") text += next.value.texts.join("");
        yield next.value;
      }
    } finally {
      // If the client has disconnected, this ends the composition too.
      await composing.return(undefined as never);
    }
    outcome = composed.outcome;
    const { reason, usage: total, missing } = composed;
    last = { type: "finish", reason, usage: total, ...(missing === undefined ? {} : { missing }) };
  } catch (error) {
    if (asker.signal.aborted) return;
    outcome = "failed";
    deps.log.error({ error }, "an answer failed");
    last = { type: "error", sentence: unavailable };
  } finally {
    const durationMilliseconds = performance.now() - began;
    await storeTurn(deps, question, turn, { text, outcome, composed, usage, durationMilliseconds });
  }
  // Sent last, so that a client can rate the answer as soon as it has ended.
  yield last;
}

/** With a model if there is one and today's budget allows it. */
async function* compose(
  deps: AnswerDeps,
  { site, address, signal }: Asker,
  question: Question,
  { thread, history }: OpenTurn,
  model: KeyedModel | undefined,
  reportUsage: (usage: Usage) => void,
): AsyncGenerator<AnswerEvent, Composed> {
  const request = { siteName: site.name, question, history };
  const siteUrl = (link: string) => answerLink(link, [site.url]);
  const composeDeps = { retrieve: site.retrieve, siteUrl, log: deps.log };
  if (model === undefined) return yield* composeAnswer({ ...composeDeps, model }, request);
  const spender = { projectId: site.projectId, address, threadId: thread.id };
  const reserved = await reserveBudget({ ...deps, own: site.budgets }, spender, model.choice.name);
  let used: Usage | undefined;
  const onUsed = (usage: Usage) => {
    used = usage;
    reportUsage(usage);
  };
  try {
    const opened = reserved && (await openAnswerModel(model, site, { question, history, onUsed, siteUrl, signal }));
    return yield* composeAnswer({ ...composeDeps, model: opened }, request);
  } finally {
    await reserved?.settle(used);
  }
}

interface ModelTurn {
  question: Question;
  history: readonly EarlierMessage[];
  onUsed(usage: Usage): void;
  siteUrl(link: string): string | undefined;
  signal: AbortSignal;
}

async function openAnswerModel(
  { choice, key }: KeyedModel,
  site: AskedSite,
  { question, history, ...turn }: ModelTurn,
): Promise<ComposeDeps["model"]> {
  // Loaded on demand: servers without a model never need the SDK.
  const { askModel } = await import("./ask-model.ts");
  const [opened, projectInstructions] = await Promise.all([openModel(choice, key), site.readInstructions()]);
  return {
    name: opened.name,
    ask: ({ sources, search }) =>
      askModel(
        {
          ...turn,
          model: opened.model,
          async search(query) {
            const found = await search(query);
            return { passages: sources.number(found.passages), pages: [...found.pages] };
          },
        },
        { question, history, siteName: site.name, projectInstructions, sources },
      ),
  };
}

/** Opens the question's thread. `storesQuestion` stores it before its answer, which may take long or never come. */
async function openTurn(
  { database, clock }: Pick<AnswerDeps, "database" | "clock">,
  projectId: string,
  asked: Question,
  storesQuestion: boolean,
): Promise<OpenTurn> {
  const { fp, text, threadName, earlier, messageId: questionId = positionId(asked) } = asked;
  const thread = { id: newId("thr", clock), projectId, fp, name: threadName ?? newId("thr", clock) };
  const question: Message = { id: questionId, role: "user", text, createdAt: clock.now() };
  const turn = { thread, question, messageId: newId("msg", clock), history: earlier };
  if (threadName === undefined && !storesQuestion) return { ...turn, isQuestionStored: false };
  return database.transaction(async (tx) => {
    const opened = await openThread(tx, thread, question.createdAt);
    await appendMessage(tx, opened.id, question);
    const stored = { ...turn, thread: opened, isQuestionStored: true };
    if (threadName === undefined) return stored;
    await deleteMessagesAfter(tx, opened.id, question.id);
    return { ...stored, history: historyOf(await listMessages(tx, opened.id), question.id, asked) };
  }, relaxed);
}

/** What was said in the thread before this question. The client's own account counts only if the thread is unknown. */
function historyOf(said: readonly Message[], questionId: string, { earlier }: Question): readonly EarlierMessage[] {
  const before = said.slice(
    0,
    said.findIndex(({ id }) => id === questionId),
  );
  return before.length > 0 ? before.map(({ role, text }) => ({ role, text })) : earlier;
}

/** Clients without message IDs send the whole conversation: the same text in the same position is the same message. */
function positionId({ earlier, text }: Question): string {
  return `pos_${hash("sha256", `${earlier.length}\n${text}`).slice(0, 32)}`;
}

interface Outcome {
  text: string;
  outcome: Composed["outcome"];
  composed: Composed | undefined;
  /** Also set if the answer was cut off. */
  usage: Usage;
  durationMilliseconds: number;
}

async function storeTurn(
  { database, clock, log }: AnswerDeps,
  { text: asked, currentPath, filter }: Question,
  turn: OpenTurn,
  { text, outcome, composed, usage, durationMilliseconds }: Outcome,
): Promise<void> {
  const { thread, messageId } = turn;
  const createdAt = clock.now();
  const store = () =>
    database.transaction(async (tx) => {
      const message: Message | undefined =
        text === "" ? undefined : { id: messageId, role: "assistant", text, createdAt };
      if (!turn.isQuestionStored) await beginThread(tx, thread, turn.question, message);
      else if (message !== undefined) await appendMessage(tx, thread.id, message);
      await insertTurn(tx, {
        id: messageId,
        threadId: thread.id,
        projectId: thread.projectId,
        question: asked,
        outcome,
        sources: composed?.cited ?? [],
        page: currentPath,
        language: typeof filter.language === "string" ? filter.language : undefined,
        model: composed?.model ?? extractionName,
        durationMilliseconds,
        usage,
        createdAt,
      });
    }, relaxed);
  try {
    // A connection that was cut is replaced at once. A longer outage isn't worth making the reader wait.
    await store().catch((error: unknown) => (findOutage(error) === undefined ? Promise.reject(error) : store()));
  } catch (error) {
    // The client has its answer anyway, so this must not fail the request.
    log.error({ error }, "an answer was not stored");
  }
}
