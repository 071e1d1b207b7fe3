import { sql } from "kysely";
import type { Connection } from "../platform/db/database.ts";
import { putRow } from "../platform/db/rows.ts";
import type { StoredBytesRow } from "../platform/db/tables.ts";

type StoredKind = StoredBytesRow["kind"];

/** The storage used by all projects of an organization. */
export async function readStoredBytes(connection: Connection, organizationId: string): Promise<number> {
  const { bytes } = await connection
    .selectFrom("storedBytes")
    .innerJoin("projects", "projects.id", "storedBytes.projectId")
    .select((stored) => stored.fn.sum("storedBytes.bytes").as("bytes"))
    .where("projects.organizationId", "=", organizationId)
    .executeTakeFirstOrThrow();
  // PostgreSQL returns the sum as text, and null for no rows.
  return Number(bytes ?? 0);
}

export async function addStoredBytes(tx: Connection, projectId: string, kind: StoredKind, bytes: number) {
  await tx
    .insertInto("storedBytes")
    .values({ projectId, kind, bytes })
    .onConflict((conflict) =>
      conflict.columns(["projectId", "kind"]).doUpdateSet({ bytes: sql<number>`stored_bytes.bytes + ${bytes}` }),
    )
    .execute();
}

export async function setStoredBytes(tx: Connection, projectId: string, kind: StoredKind, bytes: number) {
  await putRow(tx, "storedBytes", ["projectId", "kind"], { projectId, kind, bytes });
}
