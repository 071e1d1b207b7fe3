import { hash } from "node:crypto";
import type { Clock } from "../platform/clock.ts";
import type { Database, Transaction } from "../platform/db/database.ts";
import { newId } from "../platform/id.ts";
import type { Log } from "../platform/log.ts";
import type { AnswerEvent, Usage } from "./answer-event.ts";
import { type Composed, extractionName } from "./compose-answer.ts";
import type { EarlierMessage, Question } from "./question.ts";
import { appendMessage, beginThread, forgetAfter, listMessages, openThread } from "./store.ts";
import { insertTurn } from "./turn-store.ts";

export interface AnswerDeps {
  database: Database;
  clock: Clock;
  log: Log;
}

export interface AnswerRequest {
  projectId: string;
  question: Question;
  language: string | undefined;
  /** No model is asked, so the answer is there within moments. */
  isQuick: boolean;
  /** Aborts when the reader leaves. */
  signal: AbortSignal;
  /** Makes the answer itself, knowing what was said before. */
  compose(turn: OpenTurn, onUsed: (usage: Usage) => void): AsyncGenerator<AnswerEvent, Composed>;
}

export interface OpenTurn {
  /** In the database. */
  threadId: string;
  history: readonly EarlierMessage[];
}

export interface Answer {
  /** As the client knows it. */
  threadName: string;
  /** What happens at the same time comes together. */
  events: AsyncIterable<readonly AnswerEvent[]>;
}

// The last moments of a conversation may go with the power; a write to the disk for each would be most of what an answer costs.
const lossy = { durability: "relaxed" } as const;
const unavailable = "The assistant is not available right now. Please try again.";

/**
 * Tells of the answer; the question and whatever was said of it are stored in their thread, also when the reader leaves.
 * A question is stored before its answer is begun, except where a quick answer begins a thread: there is nothing to read
 * in it then, and both are written at once. A quick answer is also sent at once, when it is stored.
 */
export async function answer(deps: AnswerDeps, request: AnswerRequest): Promise<Answer> {
  const { question, isQuick } = request;
  const threadName = question.threadName ?? newId("thr", deps.clock);
  const isStored = !isQuick || question.threadName !== undefined;
  const turn = isStored
    ? await deps.database.transaction((tx) => storeQuestion(deps, tx, request, threadName), lossy)
    : { threadId: newId("thr", deps.clock), history: question.earlier };
  const events = tell(deps, request, { ...turn, isStored }, threadName);
  return { threadName, events: isQuick ? allOf(events) : oneByOne(events) };
}

async function* allOf(events: AsyncIterable<AnswerEvent>): AsyncGenerator<readonly AnswerEvent[]> {
  const all: AnswerEvent[] = [];
  for await (const event of events) all.push(event);
  yield all;
}

async function* oneByOne(events: AsyncIterable<AnswerEvent>): AsyncGenerator<readonly AnswerEvent[]> {
  for await (const event of events) yield [event];
}

async function storeQuestion(
  { clock }: AnswerDeps,
  tx: Transaction,
  { question, projectId }: AnswerRequest,
  name: string,
  newThreadId = newId("thr", clock),
): Promise<OpenTurn> {
  const now = clock.now();
  const questionId = question.messageId ?? positionId(question);
  const { id } = await openThread(tx, { id: newThreadId, projectId, fp: question.fp, name }, now);
  await appendMessage(tx, id, { id: questionId, role: "user", text: question.text, createdAt: now });
  if (question.threadName === undefined) return { threadId: id, history: question.earlier };
  await forgetAfter(tx, id, questionId);
  const said = await listMessages(tx, id);
  return { threadId: id, history: historyOf(said, questionId, question) };
}

interface ToldTurn extends OpenTurn {
  /** Whether the question stands in its thread already. */
  isStored: boolean;
}

async function* tell(
  deps: AnswerDeps,
  request: AnswerRequest,
  turn: ToldTurn,
  threadName: string,
): AsyncGenerator<AnswerEvent> {
  const messageId = newId("msg", deps.clock);
  const began = performance.now();
  let text = "";
  let composed: Composed | undefined;
  let outcome: Composed["outcome"] = "stopped";
  let usage: Usage = { inputTokens: 0, outputTokens: 0 };
  try {
    yield { type: "start", messageId, threadId: threadName };
    const composing = request.compose(turn, (used) => {
      usage = used;
    });
    try {
      for (let next = await composing.next(); ; next = await composing.next()) {
        if (next.done) {
          composed = next.value;
          break;
        }
        if (next.value.type === "text") text += next.value.text;
        else if (next.value.type === "texts") text += next.value.texts.join("");
        yield next.value;
      }
    } finally {
      // The reader may be gone: what composes must learn of it.
      await composing.return(undefined as never);
    }
    outcome = composed.outcome;
    const { reason, missing } = composed;
    yield { type: "finish", reason, usage: composed.usage, ...(missing === undefined ? {} : { missing }) };
  } catch (error) {
    if (request.signal.aborted) return;
    outcome = "failed";
    deps.log.error({ error }, "an answer broke off");
    yield { type: "error", sentence: unavailable };
  } finally {
    const durationMilliseconds = performance.now() - began;
    await store(deps, request, turn, { threadName, messageId, text, outcome, composed, usage, durationMilliseconds });
  }
}

interface Told {
  threadName: string;
  messageId: string;
  text: string;
  outcome: Composed["outcome"];
  composed: Composed | undefined;
  /** What a model has used, also for an answer that broke off. */
  usage: Usage;
  durationMilliseconds: number;
}

async function store(deps: AnswerDeps, request: AnswerRequest, turn: ToldTurn, told: Told): Promise<void> {
  const { question, projectId, language } = request;
  const now = deps.clock.now();
  try {
    await deps.database.transaction(async (tx) => {
      await storeSaid(deps, tx, request, turn, told);
      await insertTurn(tx, {
        id: told.messageId,
        threadId: turn.threadId,
        projectId,
        question: question.text,
        outcome: told.outcome,
        sources: told.composed?.cited ?? [],
        page: question.currentPath,
        language,
        model: told.composed?.model ?? extractionName,
        durationMilliseconds: told.durationMilliseconds,
        usage: told.usage,
        createdAt: now,
      });
    }, lossy);
  } catch (error) {
    // The reader has the answer; that it is not remembered is our trouble.
    deps.log.error({ error }, "an answer was not stored");
  }
}

async function storeSaid(
  deps: AnswerDeps,
  tx: Transaction,
  request: AnswerRequest,
  { threadId, isStored }: ToldTurn,
  { threadName, messageId, text }: Told,
): Promise<void> {
  const { question, projectId } = request;
  const now = deps.clock.now();
  const answered = { id: messageId, role: "assistant", text, createdAt: now } as const;
  if (isStored) {
    if (text !== "") await appendMessage(tx, threadId, answered);
  } else if (text === "") {
    await storeQuestion(deps, tx, request, threadName, threadId);
  } else {
    const thread = { id: threadId, projectId, fp: question.fp, name: threadName };
    const id = question.messageId ?? positionId(question);
    await beginThread(tx, thread, { id, role: "user", text: question.text, createdAt: now }, answered, now);
  }
}

/** What was said in the thread before this question; what the client says of it only where the thread is new to us. */
function historyOf(
  said: readonly { id: string; role: "user" | "assistant"; text: string }[],
  questionId: string,
  { earlier }: Question,
): readonly EarlierMessage[] {
  const before = said.slice(
    0,
    said.findIndex(({ id }) => id === questionId),
  );
  return before.length > 0 ? before.map(({ role, text }) => ({ role, text })) : earlier;
}

/** Clients that send no ids send the whole conversation: the same text in the same place is the same message. */
function positionId({ earlier, text }: Question): string {
  return `pos_${hash("sha256", `${earlier.length}\n${text}`).slice(0, 32)}`;
}
