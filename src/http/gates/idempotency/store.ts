import type { Connection } from "../../../platform/db/database.ts";

interface RecordKey {
  organizationId: string;
  operation: string;
  key: string;
}

/**
 * Claims the key for this transaction, unless a record newer than `validAfter` has it. A concurrent request with the same
 * key waits here until the first transaction has ended.
 */
export async function takeKey(
  tx: Connection,
  { organizationId, operation, key }: RecordKey,
  fingerprint: string,
  now: number,
  validAfter: number,
): Promise<boolean> {
  const fresh = { fingerprint, reply: "", created_at: now };
  const row = await tx
    .insertInto("idempotency_records")
    .values({ organization_id: organizationId, operation, key, ...fresh })
    .onConflict((conflict) =>
      conflict
        .columns(["organization_id", "operation", "key"])
        .doUpdateSet(fresh)
        .where("idempotency_records.created_at", "<=", validAfter),
    )
    .returning("key")
    .executeTakeFirst();
  return row !== undefined;
}

export async function getRecord(tx: Connection, record: RecordKey): Promise<{ fingerprint: string; reply: string }> {
  return tx
    .selectFrom("idempotency_records")
    .select(["fingerprint", "reply"])
    .where("organization_id", "=", record.organizationId)
    .where("operation", "=", record.operation)
    .where("key", "=", record.key)
    .executeTakeFirstOrThrow();
}

export async function storeReply(tx: Connection, record: RecordKey, reply: string): Promise<void> {
  await tx
    .updateTable("idempotency_records")
    .set({ reply })
    .where("organization_id", "=", record.organizationId)
    .where("operation", "=", record.operation)
    .where("key", "=", record.key)
    .execute();
}

export async function sweepRecords(connection: Connection, createdBefore: number): Promise<void> {
  await connection.deleteFrom("idempotency_records").where("created_at", "<=", createdBefore).execute();
}
