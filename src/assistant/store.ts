import type { Connection } from "../platform/db/database.ts";
import type { MessageRow } from "../platform/db/tables.ts";

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
  const row = await tx
    .insertInto("threads")
    .values({
      id: thread.id,
      project_id: thread.projectId,
      fp: thread.fp,
      name: thread.name,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.columns(["project_id", "fp", "name"]).doUpdateSet({ updated_at: now }))
    .returning("id")
    .executeTakeFirstOrThrow();
  return { ...thread, id: row.id };
}

/** Adds a message at the end; one whose id is already in the thread is stored once and keeps its place. */
export async function appendMessage(tx: Connection, threadId: string, message: Message): Promise<void> {
  await tx
    .insertInto("messages")
    .columns(["thread_id", "id", "sequence", "role", "text", "created_at"])
    .expression((insert) =>
      insert
        .selectFrom("messages")
        .where("thread_id", "=", threadId)
        .select((select) => [
          select.val(threadId).as("thread_id"),
          select.val(message.id).as("id"),
          select(select.fn.coalesce(select.fn.max("sequence"), select.lit(0)), "+", 1).as("sequence"),
          select.val(message.role).as("role"),
          select.val(message.text).as("text"),
          select.val(message.createdAt).as("created_at"),
        ]),
    )
    .onConflict((conflict) => conflict.columns(["thread_id", "id"]).doNothing())
    .execute();
}

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
