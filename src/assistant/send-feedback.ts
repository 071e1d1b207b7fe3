import type { Static } from "typebox";
import type { AssistantFeedback } from "../contract/assistant-schemas.ts";
import { answerReasons } from "../contract/rating-reasons.ts";
import { AppError } from "../platform/errors.ts";
import type { Turns } from "./answer.ts";

export async function sendFeedback(
  { turns }: { turns: Turns },
  projectId: string,
  { threadId, ...feedback }: Static<typeof AssistantFeedback>,
): Promise<void> {
  const { helpful, reason } = feedback;
  const reasons: readonly string[] = answerReasons[helpful ? "helpful" : "notHelpful"];
  if (reason !== undefined && !reasons.includes(reason)) {
    throw new AppError(
      "bad_request",
      `The reason ${reason} doesn't match the rating; use one of ${reasons.join(", ")}.`,
    );
  }
  const isKnown = await turns.rate({ projectId, threadName: threadId, ...feedback });
  if (!isKnown) {
    throw new AppError("not_found", "Answer not found; check threadId and messageId.");
  }
}
