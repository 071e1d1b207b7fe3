import { AppError } from "../../platform/errors.ts";
import { type DraftChangeRequest, type EditorDraft, isOver } from "../draft.ts";
import { DraftChanged } from "../lock-draft.ts";
import { findDraft } from "../store.ts";
import { moveBase } from "./move-base.ts";
import { type BaseMove, type BaseMoveDeps, readBaseMove } from "./read-base-move.ts";

/** The maximum number of attempts to merge or publish, if the draft or its branch keeps changing. */
export const attemptsMax = 5;
const pathsShownMax = 5;

interface UpToDate {
  draft: EditorDraft;
  /** The base branch as it was when it was read. The draft's files may be newer. */
  move: BaseMove;
  /** The number of files that changed in the base branch; 0 if the draft did not move. */
  merged: number;
}

/**
 * Moves the draft to the newest commit of its base branch. If there are conflicts, the draft stays on its commit and
 * `move.conflicts` lists them.
 */
export async function bringUpToDate(deps: BaseMoveDeps, request: DraftChangeRequest): Promise<UpToDate> {
  let { draft } = request;
  for (let attempt = 1; ; attempt += 1) {
    const move = await readBaseMove(deps, { ...request, draft });
    if (move.tip === draft.baseSha || move.conflicts.length > 0) {
      return { draft, move, merged: 0 };
    }
    try {
      await moveBase(deps, draft, move, { id: request.by, now: deps.clock.now() });
      return { draft: await getAgain(deps, draft), move, merged: move.changes };
    } catch (error) {
      if (!(error instanceof DraftChanged) || attempt === attemptsMax) throw error;
      draft = await getAgain(deps, draft);
    }
  }
}

/** Reads the draft again after the merge. */
export async function getAgain(
  { database }: Pick<BaseMoveDeps, "database">,
  { organizationId, projectId, id }: EditorDraft,
): Promise<EditorDraft> {
  const draft = await findDraft(database.query, organizationId, projectId, id);
  if (draft === undefined || isOver(draft)) {
    throw new AppError("conflict", `This draft is ${draft?.status ?? "gone"}.`);
  }
  return draft;
}

export function checkNoConflicts({ conflicts }: BaseMove): void {
  if (conflicts.length === 0) return;
  const shown = conflicts.slice(0, pathsShownMax).map(({ path }) => path);
  const more = conflicts.length > pathsShownMax ? ", …" : "";
  throw new AppError(
    "conflict",
    `Resolve the conflicts with the published pages first: ${shown.join(", ")}${more}. Nothing was changed.`,
  );
}
