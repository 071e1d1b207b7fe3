import type { FileChange } from "../docs-edits/docs-tree.ts";
import type { Connection } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import type { Services } from "../platform/services.ts";
import type { InTransaction } from "../projects/repositories/change-repository.ts";
import type { Project } from "../projects/store.ts";
import { checkWrite } from "./check-write.ts";
import { draftLimits, type EditorDraft } from "./draft.ts";
import { type DraftSourceDeps, openBase, readBaseFile } from "./draft-source.ts";
import { openText, storeUpdate, textOf, updateTo } from "./draft-text.ts";
import { type DraftTree, openTree, textFrom } from "./draft-tree.ts";
import { checkBase } from "./lock-draft.ts";
import { mergeTexts } from "./merge-texts.ts";
import { deleteDraftFile, findDraftFile, forgetDraftFile, listDraftFiles, putDraftFile, updateDraft } from "./store.ts";

export type DraftFileDeps = DraftSourceDeps & Pick<Services, "clock" | "database">;

interface ChangeRequest {
  project: Project;
  draft: EditorDraft;
  /** The ID of the person. */
  by: string;
  signal: AbortSignal;
  inTransaction?: InTransaction;
  /** The texts that the changes are based on. Anything that someone has typed since then is merged. */
  from?: DraftTree;
}

/**
 * Changes several texts of a draft, either all or none. Every change except typing goes through here. People who have
 * one of the files open see the change like an edit by a colleague.
 */
export async function changeTexts(
  deps: DraftFileDeps,
  { project, draft, by, signal, from, inTransaction = (run) => deps.database.transaction(run) }: ChangeRequest,
  changes: readonly FileChange[],
): Promise<void> {
  for (const { path } of changes) checkWrite(path);
  const tree = from ?? (await openTree(deps, project, draft, signal));
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
        const written = { ...change, content: change.content, before: known.get(change.path) };
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
  {
    path,
    content,
    movedFrom,
    before: seen,
  }: { path: string; content: string; movedFrom?: string; before: string | undefined },
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

/** Stores the text of a file after an update. A file that equals the committed one no longer counts as changed. */
export async function recordText(
  tx: Connection,
  draftId: string,
  file: {
    path: string;
    text: { doc: Parameters<typeof textOf>[0]; sequence: number };
    base: string | undefined;
    movedFrom?: string | null | undefined;
  },
  by: By,
): Promise<void> {
  const content = textOf(file.text.doc).toString();
  if (content === file.base && (file.movedFrom ?? null) === null) {
    await forgetDraftFile(tx, draftId, file.path);
    return;
  }
  const { path } = file;
  const { sequence } = file.text;
  const bytes = Buffer.byteLength(content);
  const row = {
    path,
    kind: "text" as const,
    content,
    objectKey: null,
    bytes,
    movedFrom: file.movedFrom ?? null,
    sequence,
  };
  await putDraftFile(tx, draftId, row, by);
}

async function removeText(tx: Connection, draftId: string, path: string, bases: Bases, by: By): Promise<void> {
  await deleteDraftFile(tx, draftId, path);
  if (bases.get(path) === undefined) return;
  const row = {
    path,
    kind: "removed" as const,
    content: null,
    objectKey: null,
    bytes: 0,
    movedFrom: null,
    sequence: 0,
  };
  await putDraftFile(tx, draftId, row, by);
}

export async function checkBounds(tx: Connection, draftId: string): Promise<void> {
  const files = await listDraftFiles(tx, draftId);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  if (files.length > draftLimits.filesMax || bytes > draftLimits.bytesMax) {
    throw new AppError(
      "too_large",
      `A draft can change at most ${draftLimits.filesMax} files with ${draftLimits.bytesMax} bytes; publish this one first.`,
    );
  }
}

/** The current text of one file, without listing the tree. */
export async function readDraftText(
  deps: DraftFileDeps,
  project: Project,
  draft: EditorDraft,
  path: string,
  signal: AbortSignal,
): Promise<{ text: string; base: string | undefined } | undefined> {
  const own = await findDraftFile(deps.database.query, draft.id, path);
  const base = await readBaseText(deps, project, draft, path, signal);
  const text = own === undefined ? base : (own.content ?? undefined);
  return text === undefined ? undefined : { text, base };
}

/** The committed text of one file; undefined if the base commit has no text file at this path. */
export async function readBaseText(
  deps: DraftSourceDeps,
  project: Project,
  draft: EditorDraft,
  path: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const repository = await openBase(deps, project, draft, signal);
  const bytesMax = draftLimits.textBytesMax;
  const content = await readBaseFile(repository, project, { sha: draft.baseSha, path, bytesMax, signal });
  return content && textFrom(content);
}
