import { randomBytes } from "node:crypto";
import type { Anchor } from "../contract/editor-talk-operations.ts";
import { CallFailed } from "../platform/calls/call-process.ts";
import type { Connection } from "../platform/db/database.ts";
import { AppError, unlessTooLarge } from "../platform/errors.ts";
import type { Services } from "../platform/services.ts";
import { listComments, moveComment } from "./comments/comment-store.ts";
import type { EditorDraft } from "./draft.ts";
import type { EditorDeps } from "./editor-deps.ts";
import { DraftChanged } from "./lock-draft.ts";
import type { SharedText, TextEdit } from "./shared-text.ts";
import { findDraftFile, updateDraft } from "./store.ts";
import { appendTextUpdate, listTextUpdates, lockDraft, replaceTextUpdates } from "./text-store.ts";

export type TextDeps = Pick<EditorDeps, "texts"> & Pick<Services, "clock" | "database">;

/** The ID of a draft, and the organization that the text processes work for. */
export type DraftId = Pick<EditorDraft, "id" | "organizationId">;

/** When more updates than this are stored, they are merged into one. */
const storedUpdatesMax = 200;
const epochBytes = 9;
const attemptsMax = 5;

/** Which updates of a text are known. */
interface TextVersion {
  /** The sequence number of the last update that is included; 0 if nobody has opened the file yet. */
  sequence: number;
  /** Changes when the file is removed and created again. Updates of one epoch can't be applied to another. */
  epoch: string;
  /** How many updates are stored. */
  stored: number;
}

/** A text of a draft, with all its stored updates applied. */
export type DraftText = TextVersion & Pick<SharedText, "state" | "text">;

/** A changed text that isn't stored yet. The text processes have made it, so that no transaction waits for them. */
export interface ChangedText extends Pick<SharedText, "state" | "text"> {
  path: string;
  /** The version that was changed. */
  from: TextVersion;
  /** Undefined if nothing changes. */
  update: Uint8Array | undefined;
  /** Whether the text starts a new history instead of adding to the one it has. */
  isNew: boolean;
  /** The places of the comments in the new history, by comment. */
  anchors?: ReadonlyMap<string, Anchor> | undefined;
}

const unopened: TextVersion = { sequence: 0, epoch: "", stored: 0 };

/** Thrown if the file was removed or replaced since the text was read. */
export class TextReplaced extends DraftChanged {
  override message = "The file was removed or replaced in the meantime; open it again.";
}

/** The updates that were stored since this version. Throws `TextReplaced` if they belong to another epoch. */
export async function readNews(
  connection: Connection,
  draftId: string,
  path: string,
  { sequence, epoch, stored }: TextVersion = unopened,
): Promise<TextVersion & { updates: Uint8Array[] }> {
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

interface TextChange extends Pick<TextEdit, "to" | "seen"> {
  path: string;
  /** The text in the base commit of the draft. */
  committed: string;
  /** Whether the file is removed and created again. */
  isRemoved?: boolean;
  /** Whether the text gets a new history in any case. */
  isRenewed?: boolean;
}

/**
 * Prepares a change of a text, or the first update of a text that nobody has opened yet. That update contains the
 * committed text: if every browser inserted the text itself, the text would be there twice. A history that takes too
 * much time or memory is replaced by a new one.
 */
export async function prepareText(
  { database: { query }, texts }: Pick<TextDeps, "database" | "texts">,
  { id, organizationId }: DraftId,
  { path, committed, to, seen, isRemoved = false, isRenewed = false }: TextChange,
): Promise<ChangedText> {
  const { updates, ...from } = isRemoved ? { ...unopened, updates: [] } : await readNews(query, id, path);
  const content = (isRemoved ? undefined : (await findDraftFile(query, id, path))?.content) ?? committed;
  const edit = async (known: Uint8Array[]) => {
    const edited = await texts.call(organizationId, "editText", { updates: known, content, to, seen });
    if (edited !== undefined) return edited;
    throw new AppError("conflict", `${path} was changed by someone else in the same place; try again.`);
  };
  const found = updates.length === 0 || isRenewed ? undefined : await edit(updates).catch(unlessUnreadable);
  const isNew = found === undefined || found.isHeavy;
  const { state, text, update } = isNew ? await edit([]) : found;
  const changed = { path, from, state, text, update, isNew };
  if (!isNew || updates.length === 0) return changed;
  const comments = (await listComments(query, id)).filter((each) => each.path === path && each.anchor !== null);
  const anchors = Object.fromEntries(comments.map(({ id, anchor }) => [id, JSON.parse(anchor ?? "") as Anchor]));
  const moved = await texts.call(organizationId, "moveAnchors", { updates, state, anchors }).catch(unlessUnreadable);
  return { ...changed, anchors: moved };
}

function unlessUnreadable(error: unknown): undefined {
  if (!(error instanceof CallFailed)) unlessTooLarge(error);
}

/** Stores a changed text. Throws `DraftChanged` and stores nothing if the text isn't the one that was changed. */
export async function storeText(
  tx: Connection,
  draftId: string,
  { path, from, state, text, update, isNew, anchors = new Map() }: ChangedText,
  now: number,
): Promise<DraftText> {
  await lockDraft(tx, draftId);
  const { updates } = await readNews(tx, draftId, path, from);
  if (updates.length > 0) throw new DraftChanged(path);
  if (update === undefined) return { ...from, state, text };
  const sequence = from.sequence + 1;
  const epoch = isNew ? randomBytes(epochBytes).toString("base64url") : from.epoch;
  // A node that is behind reads the merged update, because its sequence number is higher than any that the node knows.
  // The update contains everything that the node already has.
  const isWhole = isNew || from.stored >= storedUpdatesMax;
  const row = { draftId, path, sequence, epoch, update: isWhole ? state : update, at: now };
  await (isWhole ? replaceTextUpdates : appendTextUpdate)(tx, row);
  for (const [id, anchor] of anchors) await moveComment(tx, id, JSON.stringify(anchor));
  return { sequence, epoch, stored: isWhole ? 1 : from.stored + 1, state, text };
}

/** Opens the text and stores its first update if there is none yet. `check` runs in the same transaction. */
export async function openText(
  deps: TextDeps,
  draft: DraftId,
  change: TextChange,
  check: (tx: Connection) => Promise<void> = async () => {},
): Promise<DraftText> {
  return untilUnchanged(async () => {
    const prepared = await prepareText(deps, draft, change);
    return deps.database.transaction(async (tx) => {
      await check(tx);
      const now = deps.clock.now();
      // Other nodes that have the text open notice the new history.
      if (prepared.isNew && prepared.from.sequence > 0) await updateDraft(tx, draft.id, {}, now);
      return storeText(tx, draft.id, prepared, now);
    });
  });
}

/** Repeats work that was prepared before its transaction, if the draft has changed in between. */
export async function untilUnchanged<Result>(
  work: () => Promise<Result>,
  onChanged: (error: DraftChanged) => unknown = () => {},
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof DraftChanged) || attempt === attemptsMax) throw error;
      await onChanged(error);
    }
  }
}
