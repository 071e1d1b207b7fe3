import { compileOnce } from "../platform/db/compile-once.ts";
import type { Connection } from "../platform/db/database.ts";
import type { MessageRow } from "../platform/db/tables/assistant.ts";

export interface Thread {
  id: string;
  projectId: string;
  fp: string;
  /** The `threadId` that the client knows. */
  name: string;
}

export interface Message {
  id: string;
  role: MessageRow["role"];
  text: string;
  createdAt: number;
}

const messagesPerReadMax = 200;

/** The thread of this name under this project and fingerprint; `thread.id` is used if it has to begin now. */
export async function openThread(tx: Connection, thread: Thread, now: number): Promise<Thread> {
  const { id, projectId, fp, name } = thread;
  const [row] = await openStatement(tx, { id, projectId, fp, name, now });
  return { ...thread, id: row?.id ?? id };
}

const openStatement = compileOnce(
  ["id", "projectId", "fp", "name", "now"],
  (connection, { id, projectId, fp, name, now }) =>
    connection
      .insertInto("threads")
      .values({ id, project_id: projectId, fp, name, created_at: now, updated_at: now })
      .onConflict((conflict) =>
        conflict
          .columns(["project_id", "fp", "name"])
          .doUpdateSet((update) => ({ updated_at: update.ref("excluded.updated_at") })),
      )
      .returning("id"),
);

/** A thread that is new for certain, with its first question and the answer, if there is one. */
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
    connection.insertInto("threads").values({ id, project_id: projectId, fp, name, created_at: now, updated_at: now }),
);

const exchangeStatement = compileOnce(
  ["threadId", "questionId", "question", "askedAt", "answerId", "answer", "answeredAt"],
  (connection, { threadId, questionId, question, askedAt, answerId, answer, answeredAt }) =>
    connection.insertInto("messages").values([
      { thread_id: threadId, id: questionId, sequence: 1, role: "user", text: question, created_at: askedAt },
      { thread_id: threadId, id: answerId, sequence: 2, role: "assistant", text: answer, created_at: answeredAt },
    ]),
);

/** Adds a message at the end; one whose id is already in the thread is stored once and keeps its place. */
export async function appendMessage(tx: Connection, threadId: string, message: Message): Promise<void> {
  await appendStatement(tx, { ...message, threadId });
}

const appendStatement = compileOnce(
  ["threadId", "id", "role", "text", "createdAt"],
  (connection, { threadId, id, role, text, createdAt }) =>
    connection
      .insertInto("messages")
      .columns(["thread_id", "id", "sequence", "role", "text", "created_at"])
      .expression((insert) =>
        insert
          .selectFrom("messages")
          .where("thread_id", "=", threadId)
          .select((select) => [
            select.val(threadId).as("thread_id"),
            select.val(id).as("id"),
            select(select.fn.coalesce(select.fn.max("sequence"), select.lit(0)), "+", 1).as("sequence"),
            select.val(role).as("role"),
            select.val(text).as("text"),
            select.val(createdAt).as("created_at"),
          ]),
      )
      .onConflict((conflict) => conflict.columns(["thread_id", "id"]).doNothing()),
);

/** Forgets what was said after a message: its answer is made anew, and a later one takes its place. */
export async function forgetAfter(tx: Connection, threadId: string, messageId: string): Promise<void> {
  await tx
    .deleteFrom("messages")
    .where("thread_id", "=", threadId)
    .where("sequence", ">", (messages) =>
      messages.selectFrom("messages").select("sequence").where("thread_id", "=", threadId).where("id", "=", messageId),
    )
    .execute();
}

/** The newest messages of a thread, in the order they were said. */
export async function listMessages(connection: Connection, threadId: string): Promise<Message[]> {
  const rows = await connection
    .selectFrom("messages")
    .selectAll()
    .where("thread_id", "=", threadId)
    .orderBy("sequence", "desc")
    .limit(messagesPerReadMax)
    .execute();
  return rows.reverse().map(({ id, role, text, created_at }) => ({ id, role, text, createdAt: created_at }));
}
