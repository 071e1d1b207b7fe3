import type { Connection } from "../platform/db/database.ts";
import { newestFirst } from "../platform/db/newest-first.ts";
import type { ThreadRow, TurnRow } from "../platform/db/tables/assistant.ts";

interface Page {
  limit: number;
  cursor: string | undefined;
}

/** Lists questions with their outcome. If there is a next page, returns one more than the limit. */
export function listTurns(
  connection: Connection,
  projectId: string,
  { outcome, helpful, ...page }: Page & { outcome: TurnRow["outcome"] | undefined; helpful: boolean | undefined },
): Promise<TurnRow[]> {
  const turns = connection
    .selectFrom("turns")
    .selectAll()
    .where("projectId", "=", projectId)
    .$if(outcome !== undefined, (query) => query.where("outcome", "=", outcome as TurnRow["outcome"]))
    .$if(helpful !== undefined, (query) => query.where("helpful", "=", helpful ? 1 : 0));
  return newestFirst(turns, page).execute();
}

type ThreadSummary = Pick<ThreadRow, "id" | "createdAt" | "updatedAt"> & {
  messages: number;
  firstQuestion: string | null;
};

export function listThreads(connection: Connection, projectId: string, page: Page): Promise<ThreadSummary[]> {
  const threads = connection
    .selectFrom("threads")
    .select((select) => [
      "threads.id",
      "threads.createdAt",
      "threads.updatedAt",
      select
        .selectFrom("messages")
        .select((messages) => messages.fn.countAll<number>().as("count"))
        .whereRef("messages.threadId", "=", "threads.id")
        .$asScalar()
        .$notNull()
        .as("messages"),
      select
        .selectFrom("messages")
        .select("messages.text")
        .whereRef("messages.threadId", "=", "threads.id")
        .orderBy("messages.sequence")
        .limit(1)
        .$asScalar()
        .as("firstQuestion"),
    ])
    .where("projectId", "=", projectId);
  return newestFirst(threads, page).execute();
}

export function findThread(
  connection: Connection,
  organizationId: string,
  projectId: string,
  id: string,
): Promise<Pick<ThreadRow, "id" | "createdAt" | "updatedAt"> | undefined> {
  return connection
    .selectFrom("threads")
    .innerJoin("projects", "projects.id", "threads.projectId")
    .select(["threads.id", "threads.createdAt", "threads.updatedAt"])
    .where("projects.organizationId", "=", organizationId)
    .where("threads.projectId", "=", projectId)
    .where("threads.id", "=", id)
    .executeTakeFirst();
}
