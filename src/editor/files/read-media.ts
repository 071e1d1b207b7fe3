import { posix } from "node:path";
import type { SentFile } from "../../contract/operation.ts";
import { AppError } from "../../platform/errors.ts";
import { assetType } from "../../site/project.ts";
import { canWrite, isMediaPath } from "../check-write.ts";
import { type DraftRequest, draftLimits } from "../draft.ts";
import { openBase, readBaseFile } from "../draft-source.ts";
import { explainGitErrors } from "../explain-git-errors.ts";
import { findDraftFile } from "../store.ts";
import type { MediaDeps } from "./upload-media.ts";

const shownInPlace = /^(?:image|video|audio)\//;

/** Sends the draft's version of a media file. */
export async function readMedia(deps: MediaDeps, request: DraftRequest, path: string): Promise<SentFile> {
  const type = assetType(path);
  const isAllowed = canWrite(path) && isMediaPath(path);
  const bytes = isAllowed ? await findBytes(deps, request, path) : undefined;
  if (type === undefined || bytes === undefined) {
    throw new AppError("not_found", "Media file not found in this draft.");
  }
  return { bytes, headers: { ...safeHeaders, "content-type": type, ...dispositionOf(path, type) } };
}

async function findBytes(deps: MediaDeps, request: DraftRequest, path: string): Promise<Buffer | undefined> {
  const { project, draft, signal } = request;
  const bytesMax = draftLimits.mediaBytesMax;
  const own = await findDraftFile(deps.database.query, draft.id, path);
  if (own !== undefined) {
    return own.objectKey === null ? undefined : deps.objects.read(own.objectKey, bytesMax, signal);
  }
  return explainGitErrors(async () => {
    const repository = await openBase(deps, request);
    return readBaseFile(repository, project, { sha: draft.baseSha, path, bytesMax, signal });
  });
}

/**
 * Committed SVG images may contain scripts. They never run inside an <img>, and these headers also stop them when the
 * file is opened directly.
 */
const safeHeaders = {
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
  "cross-origin-resource-policy": "same-origin",
};

function dispositionOf(path: string, type: string): Record<string, string> {
  if (shownInPlace.test(type)) return {};
  const name = encodeURIComponent(posix.basename(path));
  return { "content-disposition": `attachment; filename*=UTF-8''${name}` };
}
