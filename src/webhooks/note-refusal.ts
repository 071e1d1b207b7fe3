import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import { newId } from "../platform/id.ts";
import { findSentEvent } from "./read-delivery.ts";
import { recordRefusal } from "./refusals-store.ts";
import type { WebhookRequest } from "./webhook-request.ts";

const problemMaxLength = 500;

/**
 * Checks a request, and keeps why it was refused for those who can mend it. The request is a stranger's, so the words that
 * are kept are ours: nothing of the body or the signature.
 */
export async function noteRefusal<Result>(
  { database, clock }: { database: Database; clock: Clock },
  request: WebhookRequest,
  check: () => Result,
): Promise<Result> {
  try {
    return check();
  } catch (error) {
    if (error instanceof AppError) {
      const refusal = {
        id: newId("whr", clock),
        projectId: request.projectId,
        host: request.host,
        event: findSentEvent(request) ?? "unknown",
        problem: describe(error),
        at: clock.now(),
      };
      await database.transaction((tx) => recordRefusal(tx, refusal));
    }
    throw error;
  }
}

/** Details name a field of the payload and what it must be, never what it is. */
function describe({ message, details = [] }: AppError): string {
  const fields = details.map(({ path, message: problem }) => `${path} ${problem}.`);
  return [message.replace("; see details", ""), ...fields].join(" ").slice(0, problemMaxLength);
}
