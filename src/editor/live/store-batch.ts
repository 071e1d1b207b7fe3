import { CallFailed, tooMuchWork } from "../../platform/calls/call-process.ts";
import { AppError } from "../../platform/errors.ts";
import { checkBounds, recordText } from "../draft-files.ts";
import { type DraftId, type DraftText, storeText, type TextDeps, TextReplaced } from "../draft-text.ts";
import { checkBase } from "../lock-draft.ts";
import { recordDraftChange } from "../record-draft-change.ts";
import { findDraftFile, recordDraftEditors, updateDraft } from "../store.ts";
import type { Member } from "./member.ts";

/** The text in the base commit of a draft. */
export interface Base {
  sha: string;
  /** Undefined if the commit doesn't contain the file. */
  text: string | undefined;
}

/** An update that isn't stored yet. */
export interface PendingUpdate {
  member: Member;
  /** The number that the browser has given this update. */
  number: number;
  update: Uint8Array;
}

export interface StoredBatch {
  text: DraftText;
  /** All updates of the batch as one. */
  update: Uint8Array;
  /** The revision of the draft after this batch. */
  revision: number;
  /** Whether other dashboards were notified. */
  isAnnounced: boolean;
}

/** Stores several updates as one, together with the resulting text. Throws `DraftChanged` if the text isn't the newest. */
export async function storeBatch(
  deps: TextDeps & { mayAnnounce(): boolean },
  { draft, path, base, text }: { draft: DraftId; path: string; base: Base; text: DraftText },
  batch: readonly PendingUpdate[],
): Promise<StoredBatch> {
  const { database, clock, mayAnnounce } = deps;
  const now = clock.now();
  const by = { id: batch.at(-1)?.member.userId ?? "", now };
  const added = batch.map(({ update }) => update);
  const { update, ...after } = await addUpdates(deps, draft, text.state, added);
  const changed = { path, from: text, ...after, update, isNew: false };
  return database.transaction(async (tx) => {
    // Locks the draft first, so that all other writers wait.
    const row = await updateDraft(tx, draft.id, {}, now);
    checkBase(row, base.sha);
    const stored = await storeText(tx, draft.id, changed, now);
    const own = await findDraftFile(tx, draft.id, path);
    if (own !== undefined && own.kind !== "text") throw new TextReplaced();
    await recordText(tx, draft.id, { path, text: stored, base: base.text, movedFrom: own?.movedFrom }, by);
    await recordDraftEditors(tx, draft.id, [...new Set(batch.map(({ member }) => member.userId))]);
    // The number of files can only exceed its limit if the file wasn't changed before. The size of a file has a
    // separate limit.
    if (own === undefined) await checkBounds(tx, draft.id);
    const isAnnounced = own === undefined || mayAnnounce();
    if (isAnnounced) await recordDraftChange(tx, row, now);
    return { text: stored, update, revision: row.revision, isAnnounced };
  });
}

function addUpdates({ texts }: Pick<TextDeps, "texts">, draft: DraftId, state: Uint8Array, added: Uint8Array[]) {
  return texts.call(draft.organizationId, "addUpdates", { state, updates: [], added }).catch((cause) => {
    if (!(cause instanceof CallFailed)) throw cause;
    throw new AppError("bad_request", "The change can't be applied; copy your text and reload the page.", { cause });
  });
}

export interface RefusedUpdate {
  pending: PendingUpdate;
  error: AppError;
}

/** Tries the updates one after the other to find those that can be stored. */
export async function sortOut(
  deps: Pick<TextDeps, "texts">,
  draft: DraftId,
  { state }: DraftText,
  batch: readonly PendingUpdate[],
): Promise<{ valid: PendingUpdate[]; refused: RefusedUpdate[] }> {
  const valid: PendingUpdate[] = [];
  const refused: RefusedUpdate[] = [];
  const overLimit = new Map<Member, AppError>();
  let current = state;
  for (const pending of batch) {
    try {
      // Each author can use up the time of one call at most.
      const known = overLimit.get(pending.member);
      if (known !== undefined) throw known;
      current = (await addUpdates(deps, draft, current, [pending.update])).state;
      valid.push(pending);
    } catch (error) {
      if (!(error instanceof AppError) || error.code === "unavailable") throw error;
      if (error.message === tooMuchWork) overLimit.set(pending.member, error);
      refused.push({ pending, error });
    }
  }
  return { valid, refused };
}
