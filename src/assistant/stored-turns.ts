import { type EventDeps, recordEvent } from "../activity/events/record-event.ts";
import { isoTime } from "../platform/clock.ts";
import { newId } from "../platform/id.ts";
import { findOutage } from "../platform/outage.ts";
import type { Services } from "../platform/services.ts";
import type { OpenTurn, TurnOutcome, Turns } from "./answer.ts";
import { type AnswerBounds, reserveBudget } from "./answer-budget.ts";
import { extractionName } from "./answer-parts.ts";
import { historyOf, positionId, type Question } from "./read-question.ts";
import {
  appendMessage,
  beginThread,
  deleteMessagesAfter,
  type Feedback,
  insertTurn,
  listMessages,
  type Message,
  openThread,
  recordFeedback,
} from "./store.ts";

export interface StoredTurnDeps extends EventDeps, Pick<Services, "database" | "log"> {
  bounds: AnswerBounds;
}

// A power failure may lose the latest messages; waiting for the disk would be most of the cost of an answer.
const relaxed = { durability: "relaxed" } as const;
const reportedLengthMax = 2_000;

/** Keeps conversations and budgets in the database. */
export function storedTurns(deps: StoredTurnDeps): Turns {
  return {
    open: (projectId, question, storesQuestion) => openTurn(deps, projectId, question, storesQuestion),
    store: (question, turn, outcome) => storeTurn(deps, question, turn, outcome),
    reserve: (spender, own, model) => reserveBudget({ ...deps, own }, spender, model),
    rate: (feedback) => rate(deps, feedback),
  };
}

async function openTurn(
  { database, clock }: Pick<StoredTurnDeps, "database" | "clock">,
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

async function storeTurn(
  deps: StoredTurnDeps,
  { text: asked, currentPath, filter }: Question,
  turn: OpenTurn,
  { text, outcome, composed, usage, durationMilliseconds, caller }: TurnOutcome,
): Promise<void> {
  const { database, clock, log } = deps;
  const { thread, messageId } = turn;
  const createdAt = clock.now();
  const facet = (name: string) => (typeof filter[name] === "string" ? filter[name] : undefined);
  const language = facet("language");
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
        language,
        version: facet("version"),
        caller,
        model: composed?.model ?? extractionName,
        durationMilliseconds,
        usage,
        createdAt,
      });
      if (outcome !== "not_in_docs") return;
      await recordEvent(deps, tx, {
        type: "question.unanswered",
        projectId: thread.projectId,
        subject: messageId,
        data: {
          question: {
            id: messageId,
            text: asked.slice(0, reportedLengthMax),
            page: currentPath ?? null,
            language: language ?? null,
            askedAt: isoTime(createdAt),
          },
        },
      });
    }, relaxed);
  try {
    // Retries once, because a cut connection is replaced at once. The reader shouldn't have to wait for a longer
    // outage.
    await store().catch((error: unknown) => (findOutage(error) === undefined ? Promise.reject(error) : store()));
  } catch (error) {
    // The client has its answer anyway, so this must not fail the request.
    log.error({ error }, "an answer was not stored");
  }
}

async function rate(deps: StoredTurnDeps, feedback: Feedback): Promise<boolean> {
  const { projectId, messageId, helpful, reason = null, comment = null } = feedback;
  return deps.database.transaction(async (tx) => {
    const rated = await recordFeedback(tx, feedback);
    if (rated === undefined) return false;
    const question = rated.question.slice(0, reportedLengthMax);
    const receivedAt = isoTime(deps.clock.now());
    await recordEvent(deps, tx, {
      type: "feedback.received",
      projectId,
      subject: messageId,
      data: { feedback: { about: "answer", helpful, page: rated.page, question, reason, comment, receivedAt } },
    });
    return true;
  });
}
