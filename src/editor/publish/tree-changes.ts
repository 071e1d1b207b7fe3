import type { TreeChange } from "../../git/commit-changes.ts";
import type { ObjectStore } from "../../platform/artifacts/object-store.ts";
import { AppError } from "../../platform/errors.ts";
import { checkWrite } from "../check-write.ts";
import { type DraftFile, draftLimits } from "../draft.ts";

/**
 * The draft's changes in the form that git needs. A moved file is removed and added, which git recognizes as a rename.
 * Every change is checked once more, no matter how it got into the draft.
 */
export function treeChanges(
  { objects }: { objects: ObjectStore },
  files: readonly DraftFile[],
  signal: AbortSignal,
): TreeChange[] {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  if (files.length > draftLimits.filesMax || bytes > draftLimits.bytesMax) {
    throw new AppError(
      "too_large",
      `A draft can change at most ${draftLimits.filesMax} files with ${draftLimits.bytesMax} bytes in total.`,
    );
  }
  return files.map(({ path, kind, content, objectKey }): TreeChange => {
    checkWrite(path);
    if (kind === "removed") {
      return { path, content: undefined };
    }
    if (kind === "text") {
      return { path, content: checkedText(path, content ?? "") };
    }
    return { path, content: () => readMedia(objects, path, objectKey, signal) };
  });
}

function checkedText(path: string, text: string): string {
  if (Buffer.byteLength(text) > draftLimits.textBytesMax) {
    throw new AppError("too_large", `${path} is larger than ${draftLimits.textBytesMax} bytes; split it.`);
  }
  return text;
}

async function readMedia(
  objects: ObjectStore,
  path: string,
  key: string | null,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const bytes = key === null ? undefined : await objects.read(key, draftLimits.mediaBytesMax, signal);
  if (bytes === undefined) {
    throw new AppError("conflict", `The server no longer has the file ${path}; upload it again.`);
  }
  return bytes;
}
