import { compileOnce } from "../platform/db/compile-once.ts";
import type { Connection } from "../platform/db/database.ts";
import type { MessageRow, ThreadRow, TurnRow } from "../platform/db/tables.ts";
import type { Usage } from "./answer-event.ts";

export type Thread = Omit<ThreadRow, "createdAt" | "updatedAt">;

export type Message = Pick<MessageRow, "id" | "role" | "text" | "createdAt">;

/** A question with its outcome, for insight. */
export interface Turn
  extends Pick<TurnRow, "id" | "threadId" | "projectId" | "question" | "outcome" | "model" | "createdAt"> {
  sources: readonly string[];
  page: string | undefined;
  language: string | undefined;
  version?: string | undefined;
  /** By default, the site. */
  caller?: TurnRow["caller"];
  durationMilliseconds: number;
  usage: Usage;
}

export interface Feedback {
  projectId: string;
  /** The `threadId` that the client knows. */
  threadName: string;
  messageId: string;
  helpful: boolean;
  /** One of `answerReasons` in the contract. */
  reason?: string;
  comment?: string;
}

const messagesPerReadMax = 200;
const threadsPerSweep = 1_000;

/** Finds the thread by project, fingerprint and name, or starts it under the given ID. */
export async function openThread(tx: Connection, thread: Thread, now: number): Promise<Thread> {
  const [row] = await openStatement(tx, { ...thread, now });
  return { ...thread, id: row?.id ?? thread.id };
}

const openStatement = compileOnce(
  ["id", "projectId", "fp", "name", "now"],
  (connection, { id, projectId, fp, name, now }) =>
    connection
      .insertInto("threads")
      .values({ id, projectId, fp, name, createdAt: now, updatedAt: now })
      .onConflict((conflict) =>
        conflict
          .columns(["projectId", "fp", "name"])
          .doUpdateSet((update) => ({ updatedAt: update.ref("excluded.updatedAt") })),
      )
      .returning("id"),
);

/** The name of the thread that a fingerprint has, for callers with one thread each. */
export async function findThreadName(connection: Connection, projectId: string, fp: string) {
  const threads = connection.selectFrom("threads").select("name").where("projectId", "=", projectId);
  return (await threads.where("fp", "=", fp).orderBy("createdAt").limit(1).executeTakeFirst())?.name;
}

/** Starts a thread that is certainly new, with its first question and the answer, if there is one. */
export async function beginThread(
  tx: Connection,
  thread: Thread,
  question: Message,
  answer: Message | undefined,
): Promise<void> {
  await beginStatement(tx, { ...thread, now: question.createdAt });
  if (answer === undefined) return appendMessage(tx, thread.id, question);
  await exchangeStatement(tx, {
    threadId: thread.id,
    questionId: question.id,
    question: question.text,
    askedAt: question.createdAt,
    answerId: answer.id,
    answer: answer.text,
    answeredAt: answer.createdAt,
  });
}

const beginStatement = compileOnce(
  ["id", "projectId", "fp", "name", "now"],
  (connection, { id, projectId, fp, name, now }) =>
    connection.insertInto("threads").values({ id, projectId, fp, name, createdAt: now, updatedAt: now }),
);

const exchangeStatement = compileOnce(
  ["threadId", "questionId", "question", "askedAt", "answerId", "answer", "answeredAt"],
  (connection, { threadId, questionId, question, askedAt, answerId, answer, answeredAt }) =>
    connection.insertInto("messages").values([
      { threadId, id: questionId, sequence: 1, role: "user", text: question, createdAt: askedAt },
      { threadId, id: answerId, sequence: 2, role: "assistant", text: answer, createdAt: answeredAt },
    ]),
);

/** Appends a message. If its ID is already in the thread, the stored one keeps its place and text. */
export async function appendMessage(tx: Connection, threadId: string, message: Message): Promise<void> {
  await appendStatement(tx, { ...message, threadId });
}

const appendStatement = compileOnce(
  ["threadId", "id", "role", "text", "createdAt"],
  (connection, { threadId, id, role, text, createdAt }) =>
    connection
      .insertInto("messages")
      .columns(["threadId", "id", "sequence", "role", "text", "createdAt"])
      .expression((insert) =>
        insert
          .selectFrom("messages")
          .where("threadId", "=", threadId)
          .select((select) => [
            select.val(threadId).as("threadId"),
            select.val(id).as("id"),
            select(select.fn.coalesce(select.fn.max("sequence"), select.lit(0)), "+", 1).as("sequence"),
            select.val(role).as("role"),
            select.val(text).as("text"),
            select.val(createdAt).as("createdAt"),
          ]),
      )
      .onConflict((conflict) => conflict.columns(["threadId", "id"]).doNothing()),
);

/** Deletes the messages after this one, because its question is answered again. */
export async function deleteMessagesAfter(tx: Connection, threadId: string, messageId: string): Promise<void> {
  await tx
    .deleteFrom("messages")
    .where("threadId", "=", threadId)
    .where("sequence", ">", (messages) =>
      messages.selectFrom("messages").select("sequence").where("threadId", "=", threadId).where("id", "=", messageId),
    )
    .execute();
}

/** The newest messages of a thread, oldest first. */
export async function listMessages(connection: Connection, threadId: string): Promise<Message[]> {
  const rows = await connection
    .selectFrom("messages")
    .select(["id", "role", "text", "createdAt"])
    .where("threadId", "=", threadId)
    .orderBy("sequence", "desc")
    .limit(messagesPerReadMax)
    .execute();
  return rows.reverse();
}

export async function insertTurn(tx: Connection, turn: Turn): Promise<void> {
  const { sources, page = null, language = null, version = null, durationMilliseconds, usage, ...rest } = turn;
  await insertTurnStatement(tx, {
    caller: "site",
    ...rest,
    subject: sources[0]?.split("#", 1)[0] ?? page,
    ...usage,
    sources: JSON.stringify(sources),
    page,
    language,
    version,
    durationMilliseconds: Math.round(durationMilliseconds),
  });
}

const insertTurnStatement = compileOnce(
  [
    "id",
    "threadId",
    "projectId",
    "question",
    "outcome",
    "sources",
    "page",
    "language",
    "version",
    "caller",
    "subject",
    "model",
    "durationMilliseconds",
    "inputTokens",
    "outputTokens",
    "createdAt",
  ],
  (connection, values) =>
    connection.insertInto("turns").values({ ...values, helpful: null, reason: null, comment: null }),
);

/** Returns the rated answer; undefined if it doesn't exist. Later feedback replaces earlier feedback. */
export async function recordFeedback(
  connection: Connection,
  feedback: Feedback,
): Promise<{ question: string; page: string | null } | undefined> {
  return connection
    .updateTable("turns")
    .set({ helpful: feedback.helpful ? 1 : 0, reason: feedback.reason ?? null, comment: feedback.comment ?? null })
    .where("id", "=", feedback.messageId)
    .where("projectId", "=", feedback.projectId)
    .where("threadId", "in", (threads) =>
      threads
        .selectFrom("threads")
        .select("id")
        .where("projectId", "=", feedback.projectId)
        .where("name", "=", feedback.threadName),
    )
    .returning(["question", "page"])
    .executeTakeFirst();
}

/** Deletes threads that were last used before this time, with all their messages and turns. */
export async function deleteThreads(connection: Connection, unusedSince: number): Promise<number> {
  const result = await connection
    .deleteFrom("threads")
    .where("id", "in", (threads) =>
      threads.selectFrom("threads").select("id").where("updatedAt", "<", unusedSince).limit(threadsPerSweep),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
