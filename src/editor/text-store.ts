import type { Connection } from "../platform/db/database.ts";

export interface TextUpdate {
  draftId: string;
  path: string;
  sequence: number;
  update: Uint8Array;
  at: number;
}

/** Updates after this sequence, oldest first. */
export async function listTextUpdates(
  connection: Connection,
  draftId: string,
  path: string,
  after: number,
): Promise<{ sequence: number; update: Uint8Array }[]> {
  const rows = await connection
    .selectFrom("draft_updates")
    .select(["sequence", "update"])
    .where("draft_id", "=", draftId)
    .where("path", "=", path)
    .where("sequence", ">", after)
    .orderBy("sequence")
    .execute();
  return rows.map(({ sequence, update }) => ({ sequence: Number(sequence), update: Buffer.from(update, "base64") }));
}

/** Returns false if the sequence is taken. */
export async function appendTextUpdate(tx: Connection, update: TextUpdate): Promise<boolean> {
  const row = await tx
    .insertInto("draft_updates")
    .values(toRow(update))
    .onConflict((conflict) => conflict.columns(["draft_id", "path", "sequence"]).doNothing())
    .returning("sequence")
    .executeTakeFirst();
  return row !== undefined;
}

/** Leaves only this update, which contains all the others up to its sequence. */
export async function replaceTextUpdates(tx: Connection, update: TextUpdate): Promise<void> {
  await tx
    .deleteFrom("draft_updates")
    .where("draft_id", "=", update.draftId)
    .where("path", "=", update.path)
    .where("sequence", "<=", update.sequence)
    .execute();
  await tx.insertInto("draft_updates").values(toRow(update)).execute();
}

function toRow({ draftId, path, sequence, update, at }: TextUpdate) {
  return { draft_id: draftId, path, sequence, update: Buffer.from(update).toString("base64"), at };
}
