import type { Static } from "typebox";
import type { AssistantFeedback } from "../contract/assistant-schemas.ts";
import type { Database } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import { recordFeedback } from "./store.ts";

export async function sendFeedback(
  { database }: { database: Database },
  projectId: string,
  { threadId, ...feedback }: Static<typeof AssistantFeedback>,
): Promise<undefined> {
  const isKnown = await recordFeedback(database.query, { projectId, threadName: threadId, ...feedback });
  if (!isKnown) {
    throw new AppError("not_found", "There is no such answer; send the threadId and messageId of one.");
  }
  return undefined;
}
