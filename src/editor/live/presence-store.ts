import type { Connection } from "../../platform/db/database.ts";
import type { DraftPresenceRow } from "../../platform/db/tables.ts";

/** Inserts or updates the presence of this node's browsers. */
export async function putPresence(connection: Connection, rows: readonly DraftPresenceRow[]): Promise<void> {
  await connection
    .insertInto("draftPresence")
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(["draftId", "client"]).doUpdateSet((row) => ({
        state: row.ref("excluded.state"),
        at: row.ref("excluded.at"),
      })),
    )
    .execute();
}

export async function listPresence(
  connection: Connection,
  draftIds: readonly string[],
  after: number,
): Promise<DraftPresenceRow[]> {
  const rows = await connection
    .selectFrom("draftPresence")
    .selectAll()
    .where("draftId", "in", draftIds)
    .where("at", ">=", after)
    .execute();
  return rows.map((row) => ({ ...row, at: Number(row.at) }));
}

export async function deletePresence(connection: Connection, clients: readonly string[]): Promise<void> {
  await connection.deleteFrom("draftPresence").where("client", "in", clients).execute();
}

/** Deletes the presence of browsers whose node has died. */
export async function sweepPresence(connection: Connection, before: number): Promise<void> {
  await connection.deleteFrom("draftPresence").where("at", "<", before).execute();
}
