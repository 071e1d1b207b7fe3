import { AppError } from "../../platform/errors.ts";
import { checkWrite, isMediaPath, isTextPath } from "../check-write.ts";
import type { DraftChangeRequest } from "../draft.ts";
import { changeTexts, checkBounds } from "../draft-files.ts";
import { openTree } from "../draft-tree.ts";
import { deleteDraftFile, findDraftFile, putRemovedFile } from "../store.ts";
import { changingOpen } from "./discard-draft.ts";
import type { MediaDeps } from "./upload-media.ts";

/** Restores the committed version of the file. Does nothing if the file is unchanged. */
export async function revertFile(deps: MediaDeps, request: DraftChangeRequest, path: string): Promise<void> {
  const { draft, signal } = request;
  const inTransaction = changingOpen(deps, draft);
  const own = await findDraftFile(deps.database.query, draft.id, path);
  if (own === undefined) return;
  if (!isTextPath(path)) {
    await inTransaction((tx) => deleteDraftFile(tx, draft.id, path));
    await deps.objects.remove(own.objectKey === null ? [] : [own.objectKey], signal);
    return;
  }
  const tree = await openTree(deps, request);
  const { movedFrom } = own;
  const bases = await tree.readBases([path, ...(movedFrom === null ? [] : [movedFrom])]);
  const back = (each: string) => ({ path: each, content: bases.get(each) });
  // A moved file is removed first. Otherwise a file that has taken its old path would count as moved.
  const changes = movedFrom === null ? [back(path)] : [{ path, content: undefined }, back(path), back(movedFrom)];
  await changeTexts(deps, { ...request, inTransaction }, changes);
}

/** Removes an image or another media file from the draft. */
export async function removeMedia(deps: MediaDeps, request: DraftChangeRequest, path: string): Promise<void> {
  const { draft, by, signal } = request;
  checkWrite(path);
  if (!isMediaPath(path)) throw new AppError("bad_request", `${path} isn't a media file.`);
  const isCommitted = (await openTree(deps, request)).base.has(path);
  let key: string | null = null;
  await changingOpen(
    deps,
    draft,
  )(async (tx) => {
    const own = await findDraftFile(tx, draft.id, path);
    if (own === undefined ? !isCommitted : own.kind === "removed") {
      throw new AppError("not_found", "Media file not found in this draft.");
    }
    key = own?.objectKey ?? null;
    await deleteDraftFile(tx, draft.id, path);
    if (isCommitted) await putRemovedFile(tx, draft.id, path, { id: by, now: deps.clock.now() });
    await checkBounds(tx, draft.id);
  });
  await deps.objects.remove(key === null ? [] : [key], signal);
}
