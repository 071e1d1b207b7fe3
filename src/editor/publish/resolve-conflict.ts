import type { Transaction } from "../../platform/db/database.ts";
import { AppError } from "../../platform/errors.ts";
import { checkWrite } from "../check-write.ts";
import { type DraftChangeRequest, type DraftFile, draftLimits, type EditorDraft } from "../draft.ts";
import { openText, textOf } from "../draft-text.ts";
import { deleteDraftFile, findDraftFile, putDraftFile, putRemovedFile, updateDraft } from "../store.ts";
import { type By, changeText, DraftChanged } from "./move-base.ts";
import type { FileConflict } from "./plan-merge.ts";
import { markMerged } from "./publish-store.ts";
import { type BaseMoveDeps, readBaseMove } from "./read-base-move.ts";

export interface Resolution {
  path: string;
  use?: "mine" | "theirs" | undefined;
  text?: string | undefined;
  /** The revision of the draft's text that the person has merged. */
  sequence?: number | undefined;
}

/** Resolves the conflict in one file. After the last conflict, the draft moves to the newest commit. */
export async function resolveConflict(
  deps: BaseMoveDeps,
  request: DraftChangeRequest,
  resolution: Resolution,
): Promise<void> {
  const { draft, by } = request;
  const { path } = resolution;
  checkWrite(path);
  if ((resolution.use === undefined) === (resolution.text === undefined)) {
    throw new AppError("bad_request", "Send either the merged text or the version to keep.");
  }
  const move = await readBaseMove(deps, request);
  const conflict = move.conflicts.find((each) => each.path === path);
  if (conflict === undefined) {
    throw new AppError("conflict", `${path} has no conflict anymore; reload the draft.`);
  }
  const now = deps.clock.now();
  await deps.database.transaction(async (tx) => {
    const file = await findDraftFile(tx, draft.id, path);
    checkCurrent(file, resolution);
    await apply(tx, draft, { file, conflict, resolution, tip: move.tip }, { id: by, now });
    await updateDraft(tx, draft.id, {}, now);
  });
}

function checkCurrent(file: DraftFile | undefined, { path, text, sequence }: Resolution): asserts file is DraftFile {
  if (file === undefined) {
    throw new DraftChanged();
  }
  if (text !== undefined && sequence !== undefined && sequence !== file.sequence) {
    throw new AppError(
      "conflict",
      `${path} was changed while you merged it; merge it once more. Nothing was overwritten.`,
    );
  }
  if (text !== undefined && Buffer.byteLength(text) > draftLimits.textBytesMax) {
    throw new AppError("too_large", `${path} would be larger than ${draftLimits.textBytesMax} bytes; split it.`);
  }
}

interface Decision {
  file: DraftFile;
  conflict: FileConflict;
  resolution: Resolution;
  tip: string;
}

async function apply(tx: Transaction, draft: EditorDraft, decision: Decision, by: By): Promise<void> {
  const { file, conflict, resolution, tip } = decision;
  const { path } = file;
  const text = resolution.text ?? (resolution.use === "theirs" ? conflict.theirs : undefined);
  if (resolution.use === "theirs" && (conflict.reason === "removed_there" || conflict.reason === "removed_here")) {
    await takeTheirs(tx, draft.id, decision, by);
    return;
  }
  if (text !== undefined) {
    if (file.kind === "media")
      throw new AppError("bad_request", `${path} isn't a text file; choose one of the versions.`);
    if (file.kind === "removed") await deleteDraftFile(tx, draft.id, path);
    const opened = await openText(tx, draft.id, path, file.content ?? text, by.now);
    const changed = textOf(opened.doc).toString() === text ? opened : await changeText(tx, draft.id, path, text, by);
    const { sequence } = changed;
    const bytes = Buffer.byteLength(text);
    await putDraftFile(tx, draft.id, { ...file, kind: "text", content: text, bytes, sequence }, by);
  } else if (resolution.use === "theirs") {
    // For a file that isn't a text, taking the branch's version means dropping the draft's change.
    await deleteDraftFile(tx, draft.id, path);
    return;
  }
  await markMerged(tx, draft.id, path, tip);
}

/** Takes the base branch's side of a conflict in which one side removed the file. */
async function takeTheirs(tx: Transaction, draftId: string, { file, conflict }: Decision, by: By): Promise<void> {
  const { path, movedFrom } = file;
  await deleteDraftFile(tx, draftId, path);
  // The file still exists in the draft's base commit. For a moved file, the old path stays removed.
  if (conflict.reason === "removed_there" && movedFrom === null) {
    await putRemovedFile(tx, draftId, path, by);
  }
}
