import { compileOnce } from "../platform/db/compile-once.ts";
import type { Connection } from "../platform/db/database.ts";
import type { TurnRow } from "../platform/db/tables/assistant.ts";
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
  const { sources, page = null, language = null, durationMilliseconds, usage, ...rest } = turn;
  await insertStatement(tx, {
    ...rest,
    sources: JSON.stringify(sources),
    page,
    language,
    duration: Math.round(durationMilliseconds),
    inputTokens: usage.inputTokens,
    outputTokens: usage.outputTokens,
  });
}

const insertStatement = compileOnce(
  [
    "id",
    "threadId",
    "projectId",
    "question",
    "outcome",
    "sources",
    "page",
    "language",
    "model",
    "duration",
    "inputTokens",
    "outputTokens",
    "createdAt",
  ],
  (connection, place) =>
    connection.insertInto("turns").values({
      id: place.id,
      thread_id: place.threadId,
      project_id: place.projectId,
      question: place.question,
      outcome: place.outcome,
      sources: place.sources,
      page: place.page,
      language: place.language,
      model: place.model,
      duration_milliseconds: place.duration,
      input_tokens: place.inputTokens,
      output_tokens: place.outputTokens,
      helpful: null,
      comment: null,
      created_at: place.createdAt,
    }),
);

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
