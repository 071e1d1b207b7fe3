import { applyUpdate, Doc, encodeStateAsUpdate, mergeUpdates, type Text } from "yjs";
import { smallestSplice } from "../contract/smallest-splice.ts";
import type { Connection } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import { draftLimits } from "./draft.ts";
import { appendTextUpdate, listTextUpdates, replaceTextUpdates } from "./text-store.ts";

/** The name of the text in each document. */
export const textName = "source";

/** A text of a draft as all its updates made it. */
export interface DraftText {
  doc: Doc;
  /** The last update that it includes; 0 if nobody has opened the file yet. */
  sequence: number;
}

export function textOf(doc: Doc): Text {
  return doc.getText(textName);
}

/** Brings the text up to date with what other nodes have stored. */
export async function catchUp(
  connection: Connection,
  draftId: string,
  path: string,
  known: DraftText = { doc: new Doc(), sequence: 0 },
): Promise<DraftText> {
  const updates = await listTextUpdates(connection, draftId, path, known.sequence);
  for (const { update } of updates) {
    applyUpdate(known.doc, update);
  }
  return { doc: known.doc, sequence: updates.at(-1)?.sequence ?? known.sequence };
}

/**
 * Opens the text. The first one to open it stores the committed text as the first update: were every browser to insert it
 * on its own, it would be there twice.
 */
export async function openText(
  tx: Connection,
  draftId: string,
  path: string,
  committed: string,
  now: number,
): Promise<DraftText> {
  const found = await catchUp(tx, draftId, path);
  if (found.sequence > 0) {
    return found;
  }
  const first = new Doc();
  textOf(first).insert(0, committed);
  await appendTextUpdate(tx, { draftId, path, sequence: 1, update: encodeStateAsUpdate(first), at: now });
  return catchUp(tx, draftId, path);
}

const attemptsMax = 20;

/**
 * Stores an update behind everything stored so far and returns the text with it. If another node was faster, its update is
 * taken in first. Throws if the text would be too large; then nothing is stored.
 */
export async function storeUpdate(
  tx: Connection,
  { draftId, path, update, now }: { draftId: string; path: string; update: Uint8Array; now: number },
  known?: DraftText,
): Promise<DraftText> {
  let text = known;
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    text = await catchUp(tx, draftId, path, text);
    const changed = withUpdate(text.doc, update);
    if (Buffer.byteLength(textOf(changed).toString()) > draftLimits.textBytesMax) {
      throw new AppError("too_large", `The page would be larger than ${draftLimits.textBytesMax} bytes; split it.`);
    }
    const sequence = text.sequence + 1;
    if (await appendTextUpdate(tx, { draftId, path, sequence, update, at: now })) {
      applyUpdate(text.doc, update);
      return { doc: text.doc, sequence };
    }
  }
  throw new AppError("unavailable", "Too many people are changing this page at once; try again.");
}

/** The update that makes the text this one, changing as little as possible; undefined if it is the same already. */
export function updateTo(doc: Doc, text: string): Uint8Array | undefined {
  const splice = smallestSplice(textOf(doc).toString(), text);
  if (splice === undefined) {
    return undefined;
  }
  const changed = withUpdate(doc, undefined);
  let update: Uint8Array | undefined;
  changed.on("update", (next: Uint8Array) => {
    update = update === undefined ? next : mergeUpdates([update, next]);
  });
  changed.transact(() => {
    textOf(changed).delete(splice.start, splice.deleted);
    textOf(changed).insert(splice.start, splice.insert);
  });
  return update;
}

/** Replaces all stored updates of the text by a single one with the same meaning. */
export async function compactText(tx: Connection, draftId: string, path: string, now: number): Promise<void> {
  const { doc, sequence } = await catchUp(tx, draftId, path);
  await replaceTextUpdates(tx, { draftId, path, sequence, update: encodeStateAsUpdate(doc), at: now });
}

/** A copy, so that an update that turns out to be refused leaves the original alone. Throws for bytes that aren't one. */
function withUpdate(doc: Doc, update: Uint8Array | undefined): Doc {
  const copy = new Doc();
  applyUpdate(copy, encodeStateAsUpdate(doc));
  if (update !== undefined) {
    try {
      applyUpdate(copy, update);
    } catch {
      throw new AppError("bad_request", "The update is not in the format of Yjs.");
    }
  }
  return copy;
}
