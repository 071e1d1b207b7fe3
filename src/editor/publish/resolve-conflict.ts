import type { Transaction } from "../../platform/db/database.ts";
import { AppError } from "../../platform/errors.ts";
import { checkWrite } from "../check-write.ts";
import { type DraftChangeRequest, type DraftFile, draftLimits, type EditorDraft } from "../draft.ts";
import { type ChangedText, prepareText, storeText, untilUnchanged } from "../draft-text.ts";
import { DraftChanged } from "../lock-draft.ts";
import { deleteDraftFile, findDraftFile, putDraftFile, putRemovedFile, updateDraft } from "../store.ts";
import type { By } from "./move-base.ts";
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
  await untilUnchanged(async () => {
    const now = deps.clock.now();
    const before = await findDraftFile(deps.database.query, draft.id, path);
    checkCurrent(before, resolution);
    const to = resolvedText(before, conflict, resolution);
    const seen = resolution.text === undefined ? undefined : (before.content ?? undefined);
    const change = { path, committed: before.content ?? "", to, seen, isRemoved: before.kind === "removed" };
    const changed = to === undefined ? undefined : await prepareText(deps, draft, change);
    await deps.database.transaction(async (tx) => {
      const file = await findDraftFile(tx, draft.id, path);
      if (file?.kind !== before.kind) throw new DraftChanged(path);
      await apply(tx, draft, { file, conflict, resolution, changed, tip: move.tip }, { id: by, now });
      await updateDraft(tx, draft.id, {}, now);
    });
  });
}

/** The text that resolves the conflict; undefined if the file is kept or removed, or isn't a text. */
function resolvedText(file: DraftFile, { reason, theirs }: FileConflict, { path, text, use }: Resolution) {
  if (isRemovalTaken(reason, use)) return undefined;
  const resolved = text ?? (use === "theirs" ? theirs : undefined);
  if (resolved !== undefined && file.kind === "media") {
    throw new AppError("bad_request", `${path} isn't a text file; choose one of the versions.`);
  }
  return resolved;
}

function isRemovalTaken(reason: FileConflict["reason"], use: Resolution["use"]): boolean {
  return use === "theirs" && (reason === "removed_there" || reason === "removed_here");
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
  /** The text that resolves the conflict, if there is one. */
  changed: ChangedText | undefined;
  tip: string;
}

async function apply(tx: Transaction, draft: EditorDraft, decision: Decision, by: By): Promise<void> {
  const { file, conflict, resolution, changed, tip } = decision;
  const { path } = file;
  if (isRemovalTaken(conflict.reason, resolution.use)) {
    await takeTheirs(tx, draft.id, decision, by);
    return;
  }
  if (changed !== undefined) {
    if (file.kind === "removed") await deleteDraftFile(tx, draft.id, path);
    const { sequence, text: content } = await storeText(tx, draft.id, changed, by.now);
    const bytes = Buffer.byteLength(content);
    await putDraftFile(tx, draft.id, { ...file, kind: "text", content, bytes, sequence }, by);
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
