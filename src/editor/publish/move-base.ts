import type { Connection } from "../../platform/db/database.ts";
import type { DraftFile, EditorDraft } from "../draft.ts";
import { recordText } from "../draft-files.ts";
import { type ChangedText, prepareText, storeText } from "../draft-text.ts";
import { DraftChanged } from "../lock-draft.ts";
import { recordDraftChange } from "../record-draft-change.ts";
import { deleteDraftFile, putDraftFile } from "../store.ts";
import { lockDraft } from "../text-store.ts";
import type { FileMerge } from "./plan-merge.ts";
import { putBase } from "./publish-store.ts";
import type { BaseMove, BaseMoveDeps } from "./read-base-move.ts";

export interface By {
  id: string;
  now: number;
}

/**
 * Moves a draft to the newest commit of its base branch, and merges the branch's changes into the draft's texts. Throws
 * DraftChanged if the draft has changed since it was read, so that text typed in the meantime isn't lost.
 */
export async function moveBase(deps: BaseMoveDeps, draft: EditorDraft, move: BaseMove, by: By): Promise<void> {
  const moved: MovedFile[] = [];
  for (const [file, merge] of move.plans) {
    const change = { path: file.path, committed: file.content ?? "" };
    const changed = merge.kind === "text" ? await prepareText(deps, draft, { ...change, to: merge.text }) : undefined;
    moved.push({ file, merge, changed });
  }
  // A page that is open but unchanged becomes the version in the base branch. A page that the branch has removed stays
  // open as it is. Typing in it adds the page again.
  const opened: ChangedText[] = [];
  for (const [path, { base, theirs }] of move.opened) {
    if (theirs?.text === undefined) continue;
    opened.push(await prepareText(deps, draft, { path, committed: base?.text ?? "", to: theirs.text }));
  }
  await deps.database.transaction(async (tx) => {
    await lockDraft(tx, draft.id);
    for (const each of moved) await moveFile(tx, draft.id, each, move, by);
    for (const each of opened) await storeText(tx, draft.id, each, by.now);
    // Every change of a file is a new revision. So the files are those that were read, or all of this is undone.
    if (!(await putBase(tx, draft, { sha: move.tip, now: by.now }))) throw new DraftChanged();
    await recordDraftChange(tx, draft, by.now);
  });
}

interface MovedFile {
  file: DraftFile;
  merge: FileMerge;
  /** The merged text, if it differs from the draft's. */
  changed: ChangedText | undefined;
}

async function moveFile(
  tx: Connection,
  draftId: string,
  { file, merge, changed }: MovedFile,
  move: BaseMove,
  by: By,
): Promise<void> {
  if (merge.kind === "conflict") throw new DraftChanged();
  if (file.kind !== "text") {
    // Two kinds of files no longer count as changes: a removed file that the branch has removed too, and a resolved
    // file that equals the branch's version.
    const isGone = file.kind === "removed" && !move.hasFile(file.path);
    if (merge.kind === "drop" || isGone) await deleteDraftFile(tx, draftId, file.path);
    return;
  }
  const movedFrom = file.movedFrom !== null && move.hasFile(file.movedFrom) ? file.movedFrom : null;
  if (merge.kind === "keep") {
    if (movedFrom !== file.movedFrom) await putDraftFile(tx, draftId, { ...file, movedFrom }, by);
    return;
  }
  const unchanged = { text: file.content ?? "", sequence: file.sequence };
  const text = changed === undefined ? unchanged : await storeText(tx, draftId, changed, by.now);
  // A moved file is compared with the versions at its old path.
  const base = move.hasFile(file.path) ? move.sidesOf(file)?.theirs?.text : undefined;
  await recordText(tx, draftId, { path: file.path, text, base, movedFrom }, by);
}
