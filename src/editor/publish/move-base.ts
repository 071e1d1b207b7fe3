import type { Connection, Transaction } from "../../platform/db/database.ts";
import { AppError } from "../../platform/errors.ts";
import type { DraftFile, EditorDraft } from "../draft.ts";
import { recordText } from "../draft-files.ts";
import { catchUp, openText, storeUpdate, textOf, updateBy } from "../draft-text.ts";
import { moveSources } from "../draft-tree.ts";
import { mergeTexts, splicesBetween } from "../merge-texts.ts";
import { recordDraftChange } from "../record-draft-change.ts";
import { deleteDraftFile, forgetDraftFile, listDraftFiles, putDraftFile } from "../store.ts";
import type { Sides } from "./plan-merge.ts";
import { putBase } from "./publish-store.ts";
import type { BaseMove } from "./read-base-move.ts";

/** Thrown if the draft has changed since it was read. The caller then reads the draft again. */
export class DraftChanged extends AppError {
  constructor() {
    super("conflict", "People are changing this draft right now; try again.");
    this.name = "DraftChanged";
  }
}

export interface By {
  id: string;
  now: number;
}

/**
 * Moves a draft to the newest commit of its base branch, and merges the branch's changes into the draft's texts. The
 * current texts are merged, so that text typed in the meantime isn't lost. Throws DraftChanged if there is a new
 * conflict or a new file.
 */
export async function moveBase(tx: Transaction, draft: EditorDraft, move: BaseMove, by: By): Promise<void> {
  const files = await listDraftFiles(tx, draft.id);
  const sources = moveSources(files);
  for (const file of files) {
    await moveFile(tx, draft.id, file, { move, isMoveSource: sources.has(file.path) }, by);
  }
  const changed = new Set(files.map(({ path }) => path));
  for (const [path, sides] of move.opened) {
    if (!changed.has(path)) await followText(tx, draft.id, path, sides, by);
  }
  if (!(await putBase(tx, draft, { sha: move.tip, now: by.now }))) {
    throw new DraftChanged();
  }
  await recordDraftChange(tx, draft, by.now);
}

async function moveFile(
  tx: Connection,
  draftId: string,
  file: DraftFile,
  { move, isMoveSource }: { move: BaseMove; isMoveSource: boolean },
  by: By,
): Promise<void> {
  const opened = file.kind === "text" ? await openText(tx, draftId, file.path, file.content ?? "", by.now) : undefined;
  const content = opened === undefined ? file.content : textOf(opened.doc).toString();
  const merge = move.plan({ ...file, content }, isMoveSource);
  const sides = move.sidesOf(file);
  if (merge === undefined || sides === undefined || merge.kind === "conflict") {
    throw new DraftChanged();
  }
  if (opened === undefined) {
    // Two kinds of files no longer count as changes: a removed file that the branch has removed too, and a resolved
    // file that equals the branch's version.
    const isGone = file.kind === "removed" && !move.hasFile(file.path);
    if (merge.kind === "drop" || isGone) await deleteDraftFile(tx, draftId, file.path);
    return;
  }
  const text = merge.kind === "text" ? await changeText(tx, draftId, file.path, merge.text, by) : opened;
  const movedFrom = file.movedFrom !== null && move.hasFile(file.movedFrom) ? file.movedFrom : null;
  // A moved file is compared with the versions at its old path.
  const base = move.hasFile(file.path) ? (sides.theirs?.text ?? undefined) : undefined;
  if (merge.kind === "keep") {
    if (movedFrom !== file.movedFrom) await putDraftFile(tx, draftId, { ...file, movedFrom }, by);
    return;
  }
  await recordText(tx, draftId, { path: file.path, text, base, movedFrom }, by);
}

/** A page that is open but unchanged becomes the version in the base branch. */
async function followText(
  tx: Connection,
  draftId: string,
  path: string,
  { base, theirs }: Sides,
  by: By,
): Promise<void> {
  // A page that the branch has removed stays open as it is. Typing in it adds the page again.
  if (theirs?.text === undefined) return;
  const { doc } = await catchUp(tx, draftId, path);
  const text = mergeTexts(base?.text ?? "", textOf(doc).toString(), theirs.text);
  if (text === undefined) throw new DraftChanged();
  const changed = await changeText(tx, draftId, path, text, by);
  if (text === theirs.text) await forgetDraftFile(tx, draftId, path);
  else await recordText(tx, draftId, { path, text: changed, base: theirs.text }, by);
}

/** Changes the text into the given one, splice by splice. */
export async function changeText(tx: Connection, draftId: string, path: string, text: string, by: By) {
  const known = await catchUp(tx, draftId, path);
  const update = updateBy(known.doc, splicesBetween(textOf(known.doc).toString(), text));
  return update === undefined ? known : storeUpdate(tx, { draftId, path, update, now: by.now }, known);
}
