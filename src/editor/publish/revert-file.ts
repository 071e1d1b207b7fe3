import type { Transaction } from "../../platform/db/database.ts";
import { AppError } from "../../platform/errors.ts";
import { checkWrite } from "../check-write.ts";
import type { EditorDraft } from "../draft.ts";
import { catchUp } from "../draft-text.ts";
import { deleteDraftFile, findDraftFile, forgetDraftFile, updateDraft } from "../store.ts";
import { type By, changeText } from "./move-base.ts";

/**
 * The draft no longer changes the file. People who have it open see it become what it is in git. A moved file goes back to
 * where it was.
 * @param base The committed text, if there is one.
 */
export async function revertFile(
  tx: Transaction,
  draft: EditorDraft,
  { path, base }: { path: string; base: string | undefined },
  by: By,
): Promise<void> {
  checkWrite(path);
  const file = await findDraftFile(tx, draft.id, path);
  if (file === undefined) {
    throw new AppError("conflict", `This draft doesn't change ${path}.`);
  }
  if (file.kind === "text" && base !== undefined && (await catchUp(tx, draft.id, path)).sequence > 0) {
    await changeText(tx, draft.id, path, base, by);
    await forgetDraftFile(tx, draft.id, path);
  } else {
    await deleteDraftFile(tx, draft.id, path);
  }
  if (file.movedFrom !== null) {
    await forgetDraftFile(tx, draft.id, file.movedFrom);
  }
  await updateDraft(tx, draft.id, {}, by.now);
}
