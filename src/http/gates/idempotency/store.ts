import type { Connection } from "../../../platform/db/database.ts";

interface RecordKey {
  organizationId: string;
  operation: string;
  key: string;
}

/**
 * Claims the key for this transaction, unless a record newer than `validAfter` has it. A concurrent request with the
 * same key waits here until the first transaction has ended.
 */
export async function takeKey(
  tx: Connection,
  { organizationId, operation, key }: RecordKey,
  fingerprint: string,
  now: number,
  validAfter: number,
): Promise<boolean> {
  const fresh = { fingerprint, reply: "", createdAt: now };
  const row = await tx
    .insertInto("idempotencyRecords")
    .values({ organizationId, operation, key, ...fresh })
    .onConflict((conflict) =>
      conflict
        .columns(["organizationId", "operation", "key"])
        .doUpdateSet(fresh)
        .where("idempotencyRecords.createdAt", "<=", validAfter),
    )
    .returning("key")
    .executeTakeFirst();
  return row !== undefined;
}

export async function getRecord(tx: Connection, record: RecordKey): Promise<{ fingerprint: string; reply: string }> {
  return tx
    .selectFrom("idempotencyRecords")
    .select(["fingerprint", "reply"])
    .where(({ and }) => and({ ...record }))
    .executeTakeFirstOrThrow();
}

export async function storeReply(tx: Connection, record: RecordKey, reply: string): Promise<void> {
  await tx
    .updateTable("idempotencyRecords")
    .set({ reply })
    .where(({ and }) => and({ ...record }))
    .execute();
}

export async function sweepRecords(connection: Connection, createdBefore: number): Promise<void> {
  await connection.deleteFrom("idempotencyRecords").where("createdAt", "<=", createdBefore).execute();
}
