import { applyUpdate, type Doc, mergeUpdates } from "yjs";
import type { Refusal } from "../../contract/live-messages.ts";
import { AppError, type ErrorCode } from "../../platform/errors.ts";
import type { Services } from "../../platform/services.ts";
import { checkBounds, recordText } from "../draft-files.ts";
import {
  applyStrictly,
  checkText,
  compactIfLong,
  type DraftText,
  readNews,
  TextReplaced,
  withUpdate,
} from "../draft-text.ts";
import { checkBase } from "../lock-draft.ts";
import { recordDraftChange } from "../record-draft-change.ts";
import { findDraftFile, updateDraft } from "../store.ts";
import { appendTextUpdate } from "../text-store.ts";
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
  /** Updates that other nodes had stored before this batch. */
  news: Uint8Array[];
  /** The revision of the draft after this batch. */
  revision: number;
  /** Whether other dashboards were notified. */
  isAnnounced: boolean;
}

/**
 * Stores several updates as one, together with the resulting text. If this throws, the document already contains the
 * updates although they aren't stored, so the caller must read it again.
 */
export async function storeBatch(
  { database, clock, mayAnnounce }: Pick<Services, "clock" | "database"> & { mayAnnounce(): boolean },
  { draftId, path, base, text }: { draftId: string; path: string; base: Base; text: DraftText },
  batch: readonly PendingUpdate[],
): Promise<StoredBatch> {
  const now = clock.now();
  const by = { id: batch.at(-1)?.member.userId ?? "", now };
  const { doc } = text;
  return database.transaction(async (tx) => {
    // Locks the draft first, so that all other writers wait.
    const draft = await updateDraft(tx, draftId, {}, now);
    checkBase(draft, base.sha);
    const { updates, sequence, epoch, stored } = await readNews(tx, draftId, path, text);
    for (const update of updates) applyUpdate(doc, update);
    for (const { update } of batch) applyStrictly(doc, update);
    checkText(doc);
    const update =
      batch[0] !== undefined && batch.length === 1 ? batch[0].update : mergeUpdates(batch.map((each) => each.update));
    const next = { sequence: sequence + 1, epoch };
    await appendTextUpdate(tx, { draftId, path, ...next, update, at: now });
    const after = await compactIfLong(tx, draftId, path, { doc, ...next, stored: stored + 1 }, now);
    const own = await findDraftFile(tx, draftId, path);
    if (own !== undefined && own.kind !== "text") throw new TextReplaced();
    await recordText(tx, draftId, { path, text: after, base: base.text, movedFrom: own?.movedFrom }, by);
    // The number of files can only exceed its limit if the file wasn't changed before. The size of a file has a
    // separate limit.
    if (own === undefined) await checkBounds(tx, draftId);
    const isAnnounced = own === undefined || mayAnnounce();
    if (isAnnounced) await recordDraftChange(tx, draft, now);
    return { text: after, news: updates, revision: draft.revision, isAnnounced };
  });
}

interface RefusedUpdate extends PendingUpdate {
  reason: Refusal;
  message: string;
}

const reasons: Partial<Record<ErrorCode, Refusal>> = {
  too_large: "too_large",
  conflict: "behind",
  bad_request: "invalid",
};

/**
 * Tries the updates one after the other to find those that can be stored. If each of them can, the whole batch is
 * refused with the error.
 */
export function sortOut(
  doc: Doc,
  batch: readonly PendingUpdate[],
  cause: AppError,
): { valid: PendingUpdate[]; refused: RefusedUpdate[] } {
  const valid: PendingUpdate[] = [];
  const refused: RefusedUpdate[] = [];
  const add = (pending: PendingUpdate, { code, message }: AppError) =>
    refused.push({ ...pending, reason: reasons[code] ?? "later", message });
  let current = doc;
  for (const pending of batch) {
    try {
      const next = withUpdate(current, pending.update);
      checkText(next);
      current = next;
      valid.push(pending);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      add(pending, error);
    }
  }
  if (refused.length > 0) return { valid, refused };
  for (const pending of batch) add(pending, cause);
  return { valid: [], refused };
}
