import type { Connection } from "../platform/db/database.ts";
import type { TurnRow } from "../platform/db/tables.ts";
import type { Usage } from "./answer-event.ts";

export interface Turn {
  /** The id of the answer's message. */
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
  /** As the client knows it. */
  threadName: string;
  messageId: string;
  helpful: boolean;
  comment?: string;
}

const threadsPerSweep = 1_000;

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

/** Whether there is such an answer. A second opinion replaces the first. */
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

/** Forgets threads that nobody has used since, with everything that was said in them. */
export async function deleteThreads(connection: Connection, unusedSince: number): Promise<number> {
  const result = await connection
    .deleteFrom("threads")
    .where("id", "in", (threads) =>
      threads.selectFrom("threads").select("id").where("updated_at", "<", unusedSince).limit(threadsPerSweep),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
