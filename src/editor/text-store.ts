import type { Connection } from "../platform/db/database.ts";
import { lockRow } from "../platform/db/rows.ts";

interface TextUpdate {
  draftId: string;
  path: string;
  sequence: number;
  epoch: string;
  update: Uint8Array;
  at: number;
}

/** Updates with at least this sequence number, oldest first. */
export async function listTextUpdates(
  connection: Connection,
  draftId: string,
  path: string,
  from: number,
): Promise<Pick<TextUpdate, "sequence" | "epoch" | "update">[]> {
  const rows = await connection
    .selectFrom("draftUpdates")
    .select(["sequence", "epoch", "update"])
    .where("draftId", "=", draftId)
    .where("path", "=", path)
    .where("sequence", ">=", from)
    .orderBy("sequence")
    .execute();
  return rows.map(({ sequence, epoch, update }) => ({
    sequence: Number(sequence),
    epoch,
    update: Buffer.from(update, "base64"),
  }));
}

/** Appends an update. The caller must hold the draft's lock, which makes the sequence number unique. */
export async function appendTextUpdate(tx: Connection, update: TextUpdate): Promise<void> {
  await tx.insertInto("draftUpdates").values(toRow(update)).execute();
}

/** Keeps only this update, which contains all others up to its sequence number. */
export async function replaceTextUpdates(tx: Connection, update: TextUpdate): Promise<void> {
  await tx
    .deleteFrom("draftUpdates")
    .where("draftId", "=", update.draftId)
    .where("path", "=", update.path)
    .where("sequence", "<=", update.sequence)
    .execute();
  await tx.insertInto("draftUpdates").values(toRow(update)).execute();
}

/** Locks the draft: all other writers wait until the transaction ends. Undefined if the draft doesn't exist. */
export function lockDraft(tx: Connection, draftId: string) {
  return lockRow(tx, "drafts", { id: draftId });
}

/** The revisions of these drafts. Drafts that don't exist are left out. */
export async function readDraftRevisions(
  connection: Connection,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await connection.selectFrom("drafts").select(["id", "revision"]).where("id", "in", ids).execute();
  return new Map(rows.map(({ id, revision }) => [id, Number(revision)]));
}

function toRow({ draftId, path, sequence, epoch, update, at }: TextUpdate) {
  return { draftId, path, sequence, epoch, update: Buffer.from(update).toString("base64"), at };
}
