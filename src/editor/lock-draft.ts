import type { Connection } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import { type EditorDraft, isOver } from "./draft.ts";
import { lockDraft } from "./text-store.ts";

export class DraftOver extends AppError {
  constructor() {
    super("conflict", "This draft is published or discarded; start a new one to change more.");
  }
}

/** The draft starts from another commit than the one that was read. */
export class BaseMoved extends AppError {
  constructor() {
    super("conflict", "The draft was brought up to date with its branch meanwhile; try again.");
  }
}

/** For a draft that is locked: texts of another commit would take back what the branch has changed. */
export function checkBase<Draft extends Pick<EditorDraft, "status" | "baseSha">>(
  draft: Draft | undefined,
  baseSha: string,
): asserts draft is Draft {
  if (draft === undefined || isOver(draft)) throw new DraftOver();
  if (draft.baseSha !== baseSha) throw new BaseMoved();
}

/** Makes all other writers of the draft wait. Throws if it is over, or no longer based on this commit. */
export async function lockAtBase(tx: Connection, draftId: string, baseSha: string): Promise<void> {
  checkBase(await lockDraft(tx, draftId), baseSha);
}
