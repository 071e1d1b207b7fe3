import type { FileChange } from "../docs-edits/docs-tree.ts";
import type { Connection } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import type { Services } from "../platform/services.ts";
import type { InTransaction } from "../projects/repositories/change-repository.ts";
import { checkWrite } from "./check-write.ts";
import { type DraftChangeRequest, type DraftRequest, draftLimits } from "./draft.ts";
import { type DraftSourceDeps, openBase, readBaseFile } from "./draft-source.ts";
import { type DraftText, openText, storeUpdate, textOf, updateTo } from "./draft-text.ts";
import { type DraftTree, openTree, textFrom } from "./draft-tree.ts";
import { checkBase } from "./lock-draft.ts";
import { mergeTexts } from "./merge-texts.ts";
import {
  deleteDraftFile,
  findDraftFile,
  forgetDraftFile,
  listDraftFiles,
  putDraftFile,
  putRemovedFile,
  updateDraft,
} from "./store.ts";

export type DraftFileDeps = DraftSourceDeps & Pick<Services, "clock" | "database">;

interface TextsRequest extends DraftChangeRequest {
  inTransaction?: InTransaction;
  /** The texts that the changes are based on. Text that people have typed since then is merged. */
  from?: DraftTree;
}

/**
 * Changes several texts of a draft, either all of them or none. Every change except typing is made by this function.
 * People who have one of the files open see the change like an edit by a colleague.
 */
export async function changeTexts(
  deps: DraftFileDeps,
  request: TextsRequest,
  changes: readonly FileChange[],
): Promise<void> {
  const { draft, by, from, inTransaction = (run) => deps.database.transaction(run) } = request;
  for (const { path } of changes) checkWrite(path);
  const tree = from ?? (await openTree(deps, request));
  const bases = await tree.readBases(changes.flatMap(({ path, movedFrom }) => [path, movedFrom ?? []].flat()));
  const known = new Map<string, string | undefined>();
  for (const { path } of from === undefined ? [] : changes) {
    const own = tree.changed.get(path);
    known.set(path, own === undefined ? bases.get(path) : (own.content ?? undefined));
  }
  const now = deps.clock.now();
  await inTransaction(async (tx) => {
    // Locks the draft first, so that all other writers wait: people who are typing, and other nodes.
    checkBase(await updateDraft(tx, draft.id, {}, now), tree.baseSha);
    for (const change of changes) {
      if (change.movedFrom !== undefined) await removeText(tx, draft.id, change.movedFrom, bases, { id: by, now });
      if (change.content === undefined) await removeText(tx, draft.id, change.path, bases, { id: by, now });
      else {
        const written = { ...change, content: change.content, seen: known.get(change.path) };
        await writeText(tx, draft.id, written, bases, { id: by, now });
      }
    }
    await checkBounds(tx, draft.id);
  });
}

type Bases = ReadonlyMap<string, string | undefined>;
type By = { id: string; now: number };

async function writeText(
  tx: Connection,
  draftId: string,
  { path, content, movedFrom, seen }: { path: string; content: string; movedFrom?: string; seen: string | undefined },
  bases: Bases,
  by: By,
): Promise<void> {
  const before = await findDraftFile(tx, draftId, path);
  if (before?.kind === "media") {
    throw new AppError("conflict", `${path} is a media file in this draft.`);
  }
  const opened = await openText(tx, draftId, path, bases.get(path) ?? "", by.now);
  const now = textOf(opened.doc).toString();
  const merged = seen === undefined ? content : mergeTexts(seen, content, now);
  if (merged === undefined) {
    throw new AppError("conflict", `${path} was changed by someone else in the same place; try again.`);
  }
  const update = updateTo(opened.doc, merged);
  const text = update === undefined ? opened : await storeUpdate(tx, { draftId, path, update, now: by.now }, opened);
  await recordText(tx, draftId, { path, text, base: bases.get(path), movedFrom: movedFrom ?? before?.movedFrom }, by);
}

/** Stores the text of a file after an update. A file that equals the committed version no longer counts as changed. */
export async function recordText(
  tx: Connection,
  draftId: string,
  file: {
    path: string;
    text: Pick<DraftText, "doc" | "sequence">;
    base: string | undefined;
    movedFrom?: string | null | undefined;
  },
  by: By,
): Promise<void> {
  const { path, text, base, movedFrom = null } = file;
  const content = textOf(text.doc).toString();
  if (content === base && movedFrom === null) {
    await forgetDraftFile(tx, draftId, path);
    return;
  }
  const row = { path, kind: "text", content, objectKey: null, movedFrom, sequence: text.sequence } as const;
  await putDraftFile(tx, draftId, { ...row, bytes: Buffer.byteLength(content) }, by);
}

async function removeText(tx: Connection, draftId: string, path: string, bases: Bases, by: By): Promise<void> {
  await deleteDraftFile(tx, draftId, path);
  if (bases.get(path) !== undefined) await putRemovedFile(tx, draftId, path, by);
}

export async function checkBounds(tx: Connection, draftId: string): Promise<void> {
  const files = await listDraftFiles(tx, draftId);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  if (files.length > draftLimits.filesMax || bytes > draftLimits.bytesMax) {
    throw new AppError(
      "too_large",
      `A draft can change at most ${draftLimits.filesMax} files with ${draftLimits.bytesMax} bytes; publish it first.`,
    );
  }
}

/** The current text of one file, without listing the tree. */
export async function readDraftText(
  deps: DraftFileDeps,
  request: DraftRequest,
  path: string,
): Promise<{ text: string; base: string | undefined } | undefined> {
  const own = await findDraftFile(deps.database.query, request.draft.id, path);
  const base = await readBaseText(deps, request, path);
  const text = own === undefined ? base : (own.content ?? undefined);
  return text === undefined ? undefined : { text, base };
}

/** The committed text of one file; undefined if the base commit has no text file at this path. */
export async function readBaseText(
  deps: DraftSourceDeps,
  request: DraftRequest,
  path: string,
): Promise<string | undefined> {
  const { project, draft, signal } = request;
  const repository = await openBase(deps, request);
  const bytesMax = draftLimits.textBytesMax;
  const content = await readBaseFile(repository, project, { sha: draft.baseSha, path, bytesMax, signal });
  return content && textFrom(content);
}
