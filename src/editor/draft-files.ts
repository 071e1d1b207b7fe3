import type { FileChange } from "../docs-edits/docs-tree.ts";
import type { Connection } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import type { Services } from "../platform/services.ts";
import type { InTransaction } from "../projects/repositories/change-repository.ts";
import { checkWrite } from "./check-write.ts";
import { type DraftChangeRequest, type DraftRequest, draftLimits, type EditorDraft } from "./draft.ts";
import { type DraftSourceDeps, openBase, readBaseFile } from "./draft-source.ts";
import { type ChangedText, type DraftText, prepareText, storeText, untilUnchanged } from "./draft-text.ts";
import { type DraftTree, openTree, textFrom } from "./draft-tree.ts";
import type { EditorDeps } from "./editor-deps.ts";
import { checkBase } from "./lock-draft.ts";
import {
  deleteDraftFile,
  findDraftFile,
  forgetDraftFile,
  listDraftFiles,
  putDraftFile,
  putRemovedFile,
  updateDraft,
} from "./store.ts";

export type DraftFileDeps = DraftSourceDeps & Pick<EditorDeps, "texts"> & Pick<Services, "clock" | "database">;

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
  const prepared = new Map<string, ChangedText>();
  const write = async () => {
    await prepareChanges(deps, draft, { changes, bases, known }, prepared);
    const now = deps.clock.now();
    await inTransaction(async (tx) => {
      // Locks the draft first, so that all other writers wait: people who are typing, and other nodes.
      checkBase(await updateDraft(tx, draft.id, {}, now), tree.baseSha);
      for (const { path, content, movedFrom } of changes) {
        const changed = prepared.get(path);
        if (movedFrom !== undefined) await removeText(tx, draft.id, movedFrom, bases, { id: by, now });
        if (content === undefined) await removeText(tx, draft.id, path, bases, { id: by, now });
        else if (changed !== undefined) {
          await writeText(tx, draft.id, { changed, base: bases.get(path), movedFrom }, { id: by, now });
        }
      }
      await checkBounds(tx, draft.id);
    });
  };
  await untilUnchanged(write, ({ path }) => (path === undefined ? prepared.clear() : prepared.delete(path)));
}

type Bases = ReadonlyMap<string, string | undefined>;
type By = { id: string; now: number };

/** Prepares the changes that aren't prepared yet. */
async function prepareChanges(
  deps: DraftFileDeps,
  draft: EditorDraft,
  { changes, bases, known }: { changes: readonly FileChange[]; bases: Bases; known: Bases },
  prepared: Map<string, ChangedText>,
): Promise<void> {
  const removed = new Set<string>();
  for (const { path, content, movedFrom } of changes) {
    if (movedFrom !== undefined) removed.add(movedFrom);
    if (content === undefined) removed.add(path);
    else if (!prepared.has(path)) {
      const isRemoved = removed.has(path);
      const change = { path, committed: bases.get(path) ?? "", to: content, seen: known.get(path), isRemoved };
      prepared.set(path, await prepareText(deps, draft, change));
    }
  }
}

async function writeText(
  tx: Connection,
  draftId: string,
  { changed, base, movedFrom }: { changed: ChangedText; base: string | undefined; movedFrom: string | undefined },
  by: By,
): Promise<void> {
  const { path } = changed;
  const before = await findDraftFile(tx, draftId, path);
  if (before?.kind === "media") {
    throw new AppError("conflict", `${path} is a media file in this draft.`);
  }
  const text = await storeText(tx, draftId, changed, by.now);
  await recordText(tx, draftId, { path, text, base, movedFrom: movedFrom ?? before?.movedFrom }, by);
}

/** Stores the text of a file after an update. A file that equals the committed version no longer counts as changed. */
export async function recordText(
  tx: Connection,
  draftId: string,
  file: {
    path: string;
    text: Pick<DraftText, "text" | "sequence">;
    base: string | undefined;
    movedFrom?: string | null | undefined;
  },
  by: By,
): Promise<void> {
  const { path, text, base, movedFrom = null } = file;
  const content = text.text;
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
