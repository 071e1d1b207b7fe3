import type { Connection } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import { type EditorDraft, isOver } from "./draft.ts";
import { lockDraft } from "./text-store.ts";

export class DraftOver extends AppError {
  constructor() {
    super("conflict", "This draft was published or discarded; start a new one for more changes.");
  }
}

/** Thrown if the draft has changed since it was read. The caller then reads the draft again. */
export class DraftChanged extends AppError {
  /** The file that has changed, if it is known. */
  readonly path: string | undefined;

  constructor(path?: string) {
    super("conflict", "People are changing this draft right now; try again.");
    this.name = "DraftChanged";
    this.path = path;
  }
}

/** Thrown if the draft's base commit is no longer the one that the caller has read. */
export class BaseMoved extends AppError {
  constructor() {
    super("conflict", "The draft was brought up to date with its branch meanwhile; try again.");
  }
}

/** Checks a locked draft. Saving texts that are based on another commit would revert the branch's changes. */
export function checkBase<Draft extends Pick<EditorDraft, "status" | "baseSha">>(
  draft: Draft | undefined,
  baseSha: string,
): asserts draft is Draft {
  if (draft === undefined || isOver(draft)) throw new DraftOver();
  if (draft.baseSha !== baseSha) throw new BaseMoved();
}

/** Locks the draft, so that all other writers wait. Throws if the draft has ended or its base commit has changed. */
export async function lockAtBase(tx: Connection, draftId: string, baseSha: string): Promise<void> {
  checkBase(await lockDraft(tx, draftId), baseSha);
}
