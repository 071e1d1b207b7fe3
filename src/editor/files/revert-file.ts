import { AppError } from "../../platform/errors.ts";
import type { InTransaction } from "../../projects/repositories/change-repository.ts";
import type { Project } from "../../projects/store.ts";
import { checkWrite, isMediaPath, isTextPath } from "../check-write.ts";
import type { EditorDraft } from "../draft.ts";
import { changeTexts, checkBounds } from "../draft-files.ts";
import { openTree } from "../draft-tree.ts";
import { deleteDraftFile, findDraftFile, putDraftFile } from "../store.ts";
import { lockOpenDraft } from "./discard-draft.ts";
import type { MediaDeps } from "./upload-media.ts";

interface FileRequest {
  project: Project;
  draft: EditorDraft;
  path: string;
  /** The ID of the person. */
  by: string;
  inTransaction: InTransaction;
  signal: AbortSignal;
}

/** Restores the committed version of the file. Does nothing if the file is unchanged. */
export async function revertFile(deps: MediaDeps, request: FileRequest): Promise<void> {
  const { project, draft, path, by, signal, inTransaction } = request;
  const own = await findDraftFile(deps.database.query, draft.id, path);
  if (own === undefined) return;
  if (!isTextPath(path)) {
    await inTransaction(async (tx) => {
      await lockOpenDraft(tx, draft.id, deps.clock.now());
      await deleteDraftFile(tx, draft.id, path);
    });
    await deps.objects.remove(own.objectKey === null ? [] : [own.objectKey], signal);
    return;
  }
  const tree = await openTree(deps, project, draft, signal);
  const { movedFrom } = own;
  const bases = await tree.readBases([path, ...(movedFrom === null ? [] : [movedFrom])]);
  const back = (each: string) => ({ path: each, content: bases.get(each) });
  // A moved file is removed first, so that a file that took its old place doesn't count as moved.
  const changes = movedFrom === null ? [back(path)] : [{ path, content: undefined }, back(path), back(movedFrom)];
  await changeTexts(deps, { project, draft, by, signal, inTransaction }, changes);
}

/** Removes an image or another media file from the draft. */
export async function removeMedia(deps: MediaDeps, request: FileRequest): Promise<void> {
  const { project, draft, path, by, signal, inTransaction } = request;
  checkWrite(path);
  if (!isMediaPath(path)) throw new AppError("bad_request", `${path} isn't a media file.`);
  const isCommitted = (await openTree(deps, project, draft, signal)).base.has(path);
  const now = deps.clock.now();
  let key: string | null = null;
  await inTransaction(async (tx) => {
    await lockOpenDraft(tx, draft.id, now);
    const own = await findDraftFile(tx, draft.id, path);
    if (own === undefined ? !isCommitted : own.kind === "removed") {
      throw new AppError("not_found", "Media file not found in this draft.");
    }
    key = own?.objectKey ?? null;
    await deleteDraftFile(tx, draft.id, path);
    if (isCommitted) {
      const row = { path, kind: "removed", content: null, objectKey: null, bytes: 0, movedFrom: null } as const;
      await putDraftFile(tx, draft.id, { ...row, sequence: 0 }, { id: by, now });
    }
    await checkBounds(tx, draft.id);
  });
  await deps.objects.remove(key === null ? [] : [key], signal);
}
