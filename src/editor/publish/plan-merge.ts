import type { ConflictReason } from "../../contract/editor-publish-operations.ts";
import type { DraftFile } from "../draft.ts";

/** A file in a commit. */
export interface CommittedFile {
  blob: string;
  /** Undefined for files that aren't texts, and if the content isn't needed. */
  text?: string | undefined;
}

/**
 * A file at the draft's base commit and at the newest commit of the base branch. A side is undefined if that commit
 * doesn't contain the file.
 */
export interface Sides {
  base: CommittedFile | undefined;
  theirs: CommittedFile | undefined;
}

export interface FileConflict {
  path: string;
  reason: ConflictReason;
  base: string | undefined;
  mine: string | undefined;
  theirs: string | undefined;
}

export type FileMerge =
  /** The base branch didn't change the file, or a person has already resolved the conflict. */
  | { kind: "keep" }
  /** The base branch contains the same change. */
  | { kind: "drop" }
  | { kind: "text"; text: string }
  | { kind: "conflict"; conflict: FileConflict };

/**
 * Decides how one changed file is merged when the draft moves to the newest commit.
 * @param mineBlob The draft's version of a media file. Texts are compared by their content.
 * @param mergeTexts Returns undefined if both sides changed the same lines, or if merging takes too long.
 */
export async function planMerge(
  file: Pick<DraftFile, "path" | "kind" | "content">,
  { base, theirs }: Sides,
  { isMoveSource, mineBlob }: { isMoveSource: boolean; mineBlob: string | undefined },
  mergeTexts: (versions: { base: string; mine: string; theirs: string }) => Promise<string | undefined>,
): Promise<FileMerge> {
  if (base?.blob === theirs?.blob) {
    return { kind: "keep" };
  }
  const mine = file.content ?? undefined;
  const conflict = (reason: ConflictReason): FileMerge => ({
    kind: "conflict",
    conflict: { path: file.path, reason, base: base?.text, mine, theirs: theirs?.text },
  });
  if (file.kind === "removed") {
    if (theirs === undefined) return { kind: "drop" };
    // The branch's changes to a moved file are merged at its new path.
    return isMoveSource ? { kind: "keep" } : conflict("removed_here");
  }
  if (theirs === undefined) {
    return conflict("removed_there");
  }
  if (file.kind === "media") {
    if (mineBlob === theirs.blob) return { kind: "drop" };
    return conflict(base === undefined ? "both_added" : "media");
  }
  if (mine === undefined || theirs.text === undefined || (base !== undefined && base.text === undefined)) {
    return conflict("media");
  }
  if (base?.text === undefined) {
    return mine === theirs.text ? { kind: "drop" } : conflict("both_added");
  }
  const text = await mergeTexts({ base: base.text, mine, theirs: theirs.text });
  return text === undefined ? conflict("overlap") : { kind: "text", text };
}
