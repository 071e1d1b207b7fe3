import { randomBytes } from "node:crypto";
import { applyUpdate, Doc, encodeStateAsUpdate, mergeUpdates, type Text } from "yjs";
import { type Splice, smallestSplice } from "../contract/smallest-splice.ts";
import type { Connection } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import { draftLimits } from "./draft.ts";
import { findDraftFile } from "./store.ts";
import { appendTextUpdate, listTextUpdates, lockDraft, replaceTextUpdates } from "./text-store.ts";

/** The name of the shared text in each Yjs document. */
const textName = "source";

/** When more updates than this are stored, they are merged into one. */
const storedUpdatesMax = 200;
const epochBytes = 9;

/** A text of a draft, with all its stored updates applied. */
export interface DraftText {
  doc: Doc;
  /** The sequence number of the last update that is included; 0 if nobody has opened the file yet. */
  sequence: number;
  /** Changes when the file is removed and created again. Updates of one epoch can't be applied to another. */
  epoch: string;
  /** How many updates are stored. */
  stored: number;
}

/** Thrown if the file was removed or replaced since the text was read. */
export class TextReplaced extends AppError {
  constructor() {
    super("conflict", "The file was removed or replaced in the meantime; open it again.");
  }
}

export function textOf(doc: Doc): Text {
  return doc.getText(textName);
}

/** The updates that were stored since this version. Throws `TextReplaced` if they belong to another epoch. */
export async function readNews(
  connection: Connection,
  draftId: string,
  path: string,
  { sequence, epoch, stored }: Omit<DraftText, "doc">,
): Promise<Omit<DraftText, "doc"> & { updates: Uint8Array[] }> {
  // The last known update is read again. It exists as long as the text does, unless it was merged into a newer update.
  const rows = await listTextUpdates(connection, draftId, path, sequence);
  const known = sequence === 0 ? (rows[0]?.epoch ?? "") : epoch;
  if (rows.some((row) => row.epoch !== known) || (rows.length === 0 && sequence > 0)) {
    throw new TextReplaced();
  }
  const news = rows.filter((row) => row.sequence > sequence);
  const isCompacted = rows[0] !== undefined && rows[0].sequence > sequence;
  return {
    sequence: news.at(-1)?.sequence ?? sequence,
    epoch: known,
    stored: isCompacted ? news.length : stored + news.length,
    updates: news.map(({ update }) => update),
  };
}

/** Applies the updates that other nodes have stored. */
export async function catchUp(
  connection: Connection,
  draftId: string,
  path: string,
  known: DraftText = { doc: new Doc(), sequence: 0, epoch: "", stored: 0 },
): Promise<DraftText> {
  const { updates, ...news } = await readNews(connection, draftId, path, known);
  for (const update of updates) {
    applyUpdate(known.doc, update);
  }
  return { doc: known.doc, ...news };
}

/**
 * Opens the text. The first node that opens it stores the committed text as the first update: if every browser inserted
 * the text itself, the text would be there twice. A text that the draft doesn't change follows the base commit.
 */
export async function openText(
  tx: Connection,
  draftId: string,
  path: string,
  committed: string,
  now: number,
): Promise<DraftText> {
  await lockDraft(tx, draftId);
  const [found, own] = [await catchUp(tx, draftId, path), await findDraftFile(tx, draftId, path)];
  if (found.sequence > 0) {
    const update = own === undefined ? updateTo(found.doc, committed) : undefined;
    return update === undefined ? found : storeUpdate(tx, { draftId, path, update, now }, found);
  }
  const first = new Doc();
  textOf(first).insert(0, own?.content ?? committed);
  const epoch = randomBytes(epochBytes).toString("base64url");
  await appendTextUpdate(tx, { draftId, path, sequence: 1, epoch, update: encodeStateAsUpdate(first), at: now });
  return catchUp(tx, draftId, path);
}

/**
 * Stores an update after all updates stored so far, and returns the resulting text. Updates that other nodes stored in
 * the meantime are applied first. If this throws, nothing was stored.
 */
export async function storeUpdate(
  tx: Connection,
  { draftId, path, update, now }: { draftId: string; path: string; update: Uint8Array; now: number },
  known?: DraftText,
): Promise<DraftText> {
  await lockDraft(tx, draftId);
  const text = await catchUp(tx, draftId, path, known);
  checkText(withUpdate(text.doc, update));
  const sequence = text.sequence + 1;
  await appendTextUpdate(tx, { draftId, path, sequence, epoch: text.epoch, update, at: now });
  applyUpdate(text.doc, update);
  return compactIfLong(tx, draftId, path, { ...text, sequence, stored: text.stored + 1 }, now);
}

/** Throws if the text can't be stored. */
export function checkText(doc: Doc): void {
  const text = textOf(doc).toString();
  if (Buffer.byteLength(text) > draftLimits.textBytesMax) {
    throw new AppError("too_large", `The page would be larger than ${draftLimits.textBytesMax} bytes; split it.`);
  }
  // PostgreSQL can't store this character, and it has no use in a page.
  if (text.includes("\0")) {
    throw new AppError("bad_request", "The text contains the character U+0000; remove it.");
  }
}

/** The update with the smallest change that leads to this text; undefined if the text is already the same. */
export function updateTo(doc: Doc, text: string): Uint8Array | undefined {
  const splice = smallestSplice(textOf(doc).toString(), text);
  return splice && updateBy(doc, [splice]);
}

/** The update with these changes, which must be ordered from the last to the first; undefined if there are none. */
export function updateBy(doc: Doc, splices: readonly Splice[]): Uint8Array | undefined {
  const changed = withUpdate(doc, undefined);
  let update: Uint8Array | undefined;
  changed.on("update", (next: Uint8Array) => {
    update = update === undefined ? next : mergeUpdates([update, next]);
  });
  changed.transact(() => {
    for (const { start, deleted, insert } of splices) {
      textOf(changed).delete(start, deleted);
      textOf(changed).insert(start, insert);
    }
  });
  return update;
}

/**
 * Replaces all stored updates with one equivalent update once there are many. A node that is behind reads the new
 * update, because its sequence number is higher than any that the node knows. The update contains everything that the
 * node already has.
 */
export async function compactIfLong(
  tx: Connection,
  draftId: string,
  path: string,
  text: DraftText,
  now: number,
): Promise<DraftText> {
  if (text.stored <= storedUpdatesMax) {
    return text;
  }
  const { doc, sequence, epoch } = text;
  await replaceTextUpdates(tx, { draftId, path, sequence, epoch, update: encodeStateAsUpdate(doc), at: now });
  return { ...text, stored: 1 };
}

/**
 * Applies the update to a copy of the document. Throws unless the whole update can be applied: the bytes may be
 * invalid, or the update may build on edits that were never stored.
 */
export function withUpdate(doc: Doc, update: Uint8Array | undefined): Doc {
  const copy = new Doc();
  applyUpdate(copy, encodeStateAsUpdate(doc));
  if (update !== undefined) {
    applyStrictly(copy, update);
  }
  return copy;
}

/** Like `withUpdate`, but modifies the document itself, even if it throws. */
export function applyStrictly(doc: Doc, update: Uint8Array): void {
  try {
    applyUpdate(doc, update);
  } catch {
    throw new AppError("bad_request", "The update is not in the format of Yjs.");
  }
  if (doc.store.pendingStructs !== null || doc.store.pendingDs !== null) {
    throw new AppError("conflict", "The update builds on edits that the server doesn't have.");
  }
  if ([...doc.share.keys()].some((name) => name !== textName)) {
    throw new AppError("bad_request", "The update changes data other than the text.");
  }
}
