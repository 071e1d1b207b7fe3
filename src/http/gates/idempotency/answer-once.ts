import { createHash } from "node:crypto";
import { type Clock, dayMilliseconds } from "../../../platform/clock.ts";
import type { Database, Transaction } from "../../../platform/db/database.ts";
import { AppError } from "../../../platform/errors.ts";
import { getRecord, storeReply, takeKey } from "./store.ts";

const keyMaxLength = 255;
export const recordMilliseconds = dayMilliseconds;

export interface CreatingRequest {
  organizationId: string;
  operation: string;
  /** The `Idempotency-Key` header, if one was sent. */
  key: string | undefined;
  /** A repeated request must have the same parameters and body. */
  input: unknown;
}

/**
 * Runs the work in a transaction. With an idempotency key the reply is recorded in the same transaction, so a repeated
 * request finds either the created thing and its reply, or neither. Failed work leaves no record and may be retried.
 */
export async function answerOnce<Reply>(
  { database, clock }: { database: Database; clock: Clock },
  request: CreatingRequest,
  work: (tx: Transaction) => Promise<Reply>,
): Promise<Reply> {
  if (request.key === undefined) {
    return database.transaction(work);
  }
  if (request.key === "" || request.key.length > keyMaxLength) {
    throw new AppError("bad_request", `An Idempotency-Key must have 1 to ${keyMaxLength} characters.`);
  }
  const record = { organizationId: request.organizationId, operation: request.operation, key: request.key };
  const fingerprint = fingerprintOf(request.input);
  return database.transaction(async (tx) => {
    const now = clock.now();
    if (await takeKey(tx, record, fingerprint, now, now - recordMilliseconds)) {
      const reply = await work(tx);
      await storeReply(tx, record, JSON.stringify(reply));
      return reply;
    }
    const before = await getRecord(tx, record);
    if (before.fingerprint !== fingerprint) {
      throw new AppError("conflict", "This Idempotency-Key was already used with a different request; use a new one.");
    }
    return JSON.parse(before.reply) as Reply;
  });
}

function fingerprintOf(input: unknown): string {
  try {
    return createHash("sha256").update(JSON.stringify(input)).digest("base64url");
  } catch (error) {
    // JSON can be parsed at any depth, but not serialized.
    throw new AppError("bad_request", "The body is nested too deeply.", { cause: error });
  }
}
