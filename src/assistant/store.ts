import type { Connection } from "../platform/db/database.ts";
import type { MessageRow, TurnRow } from "../platform/db/tables/assistant.ts";
import type { Usage } from "./answer-event.ts";

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

/** A question and what became of it, for insight. */
export interface Turn {
  /** The ID of the answer's message. */
  id: string;
  threadId: string;
  projectId: string;
  question: string;
  outcome: TurnRow["outcome"];
  sources: readonly string[];
  page: string | undefined;
  language: string | undefined;
  model: string;
  durationMilliseconds: number;
  usage: Usage;
  createdAt: number;
}

export interface Feedback {
  projectId: string;
  /** The `threadId` that the client knows. */
  threadName: string;
  messageId: string;
  helpful: boolean;
  comment?: string;
}

const messagesPerReadMax = 200;
const threadsPerSweep = 1_000;

/** Finds the thread by project, fingerprint and name, or starts it under the given ID. */
export async function openThread(tx: Connection, thread: Thread, now: number): Promise<Thread> {
  const { id, projectId, fp, name } = thread;
  const row = await tx
    .insertInto("threads")
    .values({ id, project_id: projectId, fp, name, created_at: now, updated_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(["project_id", "fp", "name"])
        .doUpdateSet((update) => ({ updated_at: update.ref("excluded.updated_at") })),
    )
    .returning("id")
    .executeTakeFirstOrThrow();
  return { ...thread, id: row.id };
}

/** Appends a message. If its ID is already in the thread, the stored one keeps its place and text. */
export async function appendMessage(tx: Connection, threadId: string, message: Message): Promise<void> {
  const { id, role, text, createdAt } = message;
  await tx
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
    .onConflict((conflict) => conflict.columns(["thread_id", "id"]).doNothing())
    .execute();
}

/** Deletes what was said after a message, because its question is answered again. */
export async function deleteMessagesAfter(tx: Connection, threadId: string, messageId: string): Promise<void> {
  await tx
    .deleteFrom("messages")
    .where("thread_id", "=", threadId)
    .where("sequence", ">", (messages) =>
      messages.selectFrom("messages").select("sequence").where("thread_id", "=", threadId).where("id", "=", messageId),
    )
    .execute();
}

/** The newest messages of a thread, oldest first. */
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

export async function insertTurn(tx: Connection, turn: Turn): Promise<void> {
  await tx
    .insertInto("turns")
    .values({
      id: turn.id,
      thread_id: turn.threadId,
      project_id: turn.projectId,
      question: turn.question,
      outcome: turn.outcome,
      sources: JSON.stringify(turn.sources),
      page: turn.page ?? null,
      language: turn.language ?? null,
      model: turn.model,
      duration_milliseconds: Math.round(turn.durationMilliseconds),
      input_tokens: turn.usage.inputTokens,
      output_tokens: turn.usage.outputTokens,
      helpful: null,
      comment: null,
      created_at: turn.createdAt,
    })
    .execute();
}

/** Returns whether the answer exists. Later feedback replaces earlier feedback. */
export async function recordFeedback(connection: Connection, feedback: Feedback): Promise<boolean> {
  const row = await connection
    .updateTable("turns")
    .set({ helpful: feedback.helpful ? 1 : 0, comment: feedback.comment ?? null })
    .where("id", "=", feedback.messageId)
    .where("project_id", "=", feedback.projectId)
    .where("thread_id", "in", (threads) =>
      threads
        .selectFrom("threads")
        .select("id")
        .where("project_id", "=", feedback.projectId)
        .where("name", "=", feedback.threadName),
    )
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes threads that have not been used since, with all their messages and turns. */
export async function deleteThreads(connection: Connection, unusedSince: number): Promise<number> {
  const result = await connection
    .deleteFrom("threads")
    .where("id", "in", (threads) =>
      threads.selectFrom("threads").select("id").where("updated_at", "<", unusedSince).limit(threadsPerSweep),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
