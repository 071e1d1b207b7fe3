import { sql } from "kysely";
import { countRows } from "../db/count-rows.ts";
import type { Connection } from "../db/database.ts";
import type { Tables } from "../db/tables.ts";

/** Takes the slot if its holder has fewer than `max`, and returns whether it did. */
export async function takeSlot(
  tx: Connection,
  dialect: "sqlite" | "postgres",
  { slot, max, now }: { slot: Tables["sharedSlots"]; max: number; now: number },
): Promise<boolean> {
  if (dialect === "postgres") {
    // Two nodes that count at the same time don't see each other's slot, so they take turns.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`lectern-slots/${slot.holder}`}, 0))`.execute(tx);
  }
  const taken = tx.selectFrom("sharedSlots").where("holder", "=", slot.holder).where("leaseUntil", ">", now);
  if ((await countRows(taken)) >= max) return false;
  await tx.insertInto("sharedSlots").values(slot).execute();
  return true;
}

export async function renewSlots(connection: Connection, ids: readonly string[], leaseUntil: number): Promise<void> {
  await connection.updateTable("sharedSlots").set({ leaseUntil }).where("id", "in", ids).execute();
}

export async function removeSlots(connection: Connection, ids: readonly string[]): Promise<void> {
  await connection.deleteFrom("sharedSlots").where("id", "in", ids).execute();
}
