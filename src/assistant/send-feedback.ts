import type { Static } from "typebox";
import type { AssistantFeedback } from "../contract/assistant-schemas.ts";
import type { Database } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import { recordFeedback } from "./turn-store.ts";
import type { TurnWriter } from "./turn-writer.ts";

/** Notes what a reader thinks of an answer. */
export async function sendFeedback(
  { database, turns }: { database: Database; turns: TurnWriter },
  projectId: string,
  { threadId, ...feedback }: Static<typeof AssistantFeedback>,
): Promise<undefined> {
  // The answer may be about to be written.
  await turns.flush();
  const isKnown = await recordFeedback(database.query, { projectId, threadName: threadId, ...feedback });
  if (!isKnown) {
    throw new AppError("not_found", "There is no such answer; send the threadId and messageId of one.");
  }
  return undefined;
}
