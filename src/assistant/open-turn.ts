import { hash } from "node:crypto";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import { newId } from "../platform/id.ts";
import type { EarlierMessage, Question } from "./question.ts";
import { appendMessage, forgetAfter, listMessages, type Message, openThread, type Thread } from "./store.ts";
import type { TurnWriter } from "./turn-writer.ts";

export interface OpenTurnDeps {
  database: Database;
  clock: Clock;
  turns: TurnWriter;
}

/** A question in its thread, with what was said there before. */
export interface OpenTurn {
  thread: Thread;
  /** Of the answer to come. */
  messageId: string;
  history: readonly EarlierMessage[];
  /** Given where it is yet to be stored. */
  firstQuestion?: Message;
}

/** Opens the thread of a question, and stores the question there. */
export async function openTurn(
  { database, clock, turns }: OpenTurnDeps,
  projectId: string,
  question: Question,
): Promise<OpenTurn> {
  // What was told last may be about to be written.
  if (question.threadName !== undefined) await turns.flush();
  const { thread, messageId, history, firstQuestion } = beginTurn({ clock }, projectId, question);
  return database.transaction(
    async (tx) => {
      const { id } = await openThread(tx, thread, firstQuestion.createdAt);
      await appendMessage(tx, id, firstQuestion);
      if (question.threadName === undefined) return { thread: { ...thread, id }, messageId, history };
      await forgetAfter(tx, id, firstQuestion.id);
      const said = await listMessages(tx, id);
      return { thread: { ...thread, id }, messageId, history: historyOf(said, firstQuestion.id, question) };
    },
    { durability: "relaxed" },
  );
}

/** A question that begins a thread: nothing is to be read there, so it can be stored together with its answer. */
export function beginTurn(
  { clock }: Pick<OpenTurnDeps, "clock">,
  projectId: string,
  question: Question,
): Required<OpenTurn> {
  const { fp, text, threadName, earlier, messageId = positionId(question) } = question;
  return {
    thread: { id: newId("thr", clock), projectId, fp, name: threadName ?? newId("thr", clock) },
    messageId: newId("msg", clock),
    history: earlier,
    firstQuestion: { id: messageId, role: "user", text, createdAt: clock.now() },
  };
}

/** What was said in the thread before this question; what the client says of it only where the thread is new to us. */
function historyOf(said: readonly Message[], questionId: string, { earlier }: Question): readonly EarlierMessage[] {
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
