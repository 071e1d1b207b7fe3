import type { Connection } from "../../platform/db/database.ts";
import { AppError } from "../../platform/errors.ts";
import type { Services } from "../../platform/services.ts";
import type { InTransaction } from "../../projects/repositories/change-repository.ts";
import { type EditorDraft, isOver } from "../draft.ts";
import { recordDraftChange } from "../record-draft-change.ts";
import { updateDraft } from "../store.ts";
import { deleteDraftContent, listObjectKeys } from "./draft-list-store.ts";

/**
 * Ends a draft and deletes everything in it. If the process dies between the transaction and the removal of media
 * objects, the sweep removes the leftover objects.
 */
export async function discardDraft(
  { objects, clock }: Pick<Services, "clock" | "objects">,
  draft: EditorDraft,
  inTransaction: InTransaction,
  signal: AbortSignal,
): Promise<void> {
  let keys: string[] = [];
  await inTransaction(async (tx) => {
    await lockOpenDraft(tx, draft.id, clock.now());
    keys = await listObjectKeys(tx, draft.id);
    await deleteDraftContent(tx, draft.id);
    await updateDraft(tx, draft.id, { status: "discarded" }, clock.now());
    await recordDraftChange(tx, draft, clock.now());
  });
  await objects.remove(keys, signal);
}

/**
 * Changes the draft in a transaction and notifies the dashboards. The draft is locked first, so that it can't be
 * changed while it is being published or discarded.
 */
export function changingOpen(
  { database, clock }: Pick<Services, "clock" | "database">,
  draft: EditorDraft,
): InTransaction {
  return (work) =>
    database.transaction(async (tx) => {
      await lockOpenDraft(tx, draft.id, clock.now());
      await work(tx);
      await recordDraftChange(tx, draft, clock.now());
    });
}

/**
 * Updates the draft's row, which makes other writers of the draft wait until the transaction ends. Throws if the draft
 * was published or discarded since it was read.
 */
export async function lockOpenDraft(tx: Connection, draftId: string, now: number): Promise<void> {
  const current = await updateDraft(tx, draftId, {}, now);
  if (current === undefined || isOver(current)) {
    throw new AppError("conflict", "This draft has just been published or discarded; nothing was changed.");
  }
}
