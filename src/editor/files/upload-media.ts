import { posix } from "node:path";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import type { UploadedMedia } from "../../contract/editor-file-operations.ts";
import { boundBytes } from "../../git/bound-bytes.ts";
import { AppError } from "../../platform/errors.ts";
import type { Services } from "../../platform/services.ts";
import type { InTransaction } from "../../projects/repositories/change-repository.ts";
import { assetType, mediaSize } from "../../site/project.ts";
import { checkWrite } from "../check-write.ts";
import { type DraftChangeRequest, draftLimits } from "../draft.ts";
import { checkBounds, type DraftFileDeps } from "../draft-files.ts";
import { openTree } from "../draft-tree.ts";
import type { EditorDeps } from "../editor-deps.ts";
import { recordDraftChange } from "../record-draft-change.ts";
import { findDraftFile, putDraftFile } from "../store.ts";
import { lockOpenDraft } from "./discard-draft.ts";
import { findMediaKind, type MediaKind, mediaKinds } from "./media-kind.ts";
import { chooseMediaFolder, freePath, goodStem } from "./media-name.ts";
import { newMediaKey } from "./sweep-drafts.ts";

export type MediaDeps = DraftFileDeps & Pick<Services, "objects"> & Pick<EditorDeps, "texts">;

interface UploadRequest extends DraftChangeRequest {
  /** The file's name on the person's computer. */
  name: string;
  folder: string | undefined;
  body: Readable;
  inTransaction: InTransaction;
}

/**
 * Adds a file under a name that no other file has. The object is stored before the row. If the process dies in between,
 * the sweep removes the object, so there is never a row without an object.
 */
export async function uploadMedia(deps: MediaDeps, request: UploadRequest): Promise<UploadedMedia> {
  const { draft, signal, inTransaction } = request;
  const received = await receive(request.body, signal);
  const kind = findMediaKind(received);
  if (kind === undefined) throw unknownKind();
  const extension = checkExtension(request.name, kind);
  const { bytes, isCleaned } =
    extension === ".svg"
      ? await deps.texts.call(request.project.organizationId, "cleanSvg", checkSvg(received), signal)
      : { bytes: received, isCleaned: false };
  const paths = new Set((await openTree(deps, request)).paths);
  const folder = request.folder ?? chooseMediaFolder([...paths]);
  const stem = goodStem(request.name);
  checkWrite(`${folder}/${stem}${extension}`);
  const key = newMediaKey(draft);
  await deps.objects.put([{ key, bytes }], signal);
  let path = "";
  try {
    const now = deps.clock.now();
    await inTransaction(async (tx) => {
      await lockOpenDraft(tx, draft.id, now);
      path = freePath(folder, stem, extension, paths);
      // Someone may have added a file with this name since the files were listed.
      while ((await findDraftFile(tx, draft.id, path)) !== undefined) {
        paths.add(path);
        path = freePath(folder, stem, extension, paths);
      }
      const file = { path, kind: "media", content: null, objectKey: key, movedFrom: null, sequence: 0 } as const;
      await putDraftFile(tx, draft.id, { ...file, bytes: bytes.length }, { id: request.by, now });
      await checkBounds(tx, draft.id);
      await recordDraftChange(tx, draft, now);
    });
  } catch (error) {
    await deps.objects.remove([key], signal).catch(() => {});
    throw error;
  }
  const contentType = assetType(path) ?? "application/octet-stream";
  const [width, height, fills] = mediaSize(bytes, contentType) ?? [];
  return {
    path,
    bytes: bytes.length,
    contentType,
    ...(width !== undefined && height !== undefined && fills === undefined && { width, height }),
    isCleaned,
  };
}

async function receive(body: Readable, signal: AbortSignal): Promise<Buffer> {
  const bounded = boundBytes(draftLimits.mediaBytesMax, tooLarge);
  const [bytes] = await Promise.all([buffer(bounded), pipeline(body, bounded, { signal })]);
  if (bytes.length === 0) throw new AppError("bad_request", "The file is empty.");
  return bytes;
}

function tooLarge(): AppError {
  const megabytes = draftLimits.mediaBytesMax / 1_000_000;
  return new AppError(
    "too_large",
    `The file is larger than ${megabytes} MB; make it smaller, or keep it elsewhere and link to it.`,
  );
}

function unknownKind(): AppError {
  const known = mediaKinds.map(({ extensions: [first] }) => first.slice(1));
  return new AppError(
    "unsupported_media_type",
    `Pages can't show this kind of file; upload one of these: ${known.join(", ")}.`,
  );
}

/** Checks the extension, because a file with the extension of another kind would be served as that kind. */
function checkExtension(name: string, { name: kind, extensions }: MediaKind): string {
  const given = posix.extname(name).toLowerCase();
  if (given === "") return extensions[0];
  if (extensions.includes(given)) return given;
  throw new AppError(
    "bad_request",
    `${posix.basename(name).slice(0, shownLengthMax)} ends with ${given.slice(0, shownLengthMax)}, but it is a ${kind}; rename it to end with ${extensions[0]}.`,
  );
}

const shownLengthMax = 100;
/** Larger SVG images take too long for the server to check and for browsers to draw. */
const svgBytesMax = 2_000_000;

function checkSvg(bytes: Buffer): Buffer {
  if (bytes.length > svgBytesMax) {
    throw new AppError("too_large", `The SVG image is larger than ${svgBytesMax / 1_000_000} MB; export it as PNG.`);
  }
  return bytes;
}
