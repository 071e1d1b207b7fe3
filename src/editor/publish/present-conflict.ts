import type { ConflictReason } from "../../contract/editor-publish-operations.ts";
import type { FileConflict } from "./plan-merge.ts";

/** A conflict with the base branch, with a sentence that explains it. */
export function presentConflict({ path, reason }: FileConflict, branch: string) {
  return { path, reason, about: sentences[reason](branch) };
}

const sentences: Readonly<Record<ConflictReason, (branch: string) => string>> = {
  overlap: (branch) => `The draft and ${branch} changed the same lines.`,
  both_added: (branch) => `The draft and ${branch} both added this file.`,
  removed_there: (branch) => `The draft changed this file, but it was removed from ${branch}.`,
  removed_here: (branch) => `The draft removed this file, but it was changed in ${branch}.`,
  media: (branch) => `The draft and ${branch} both changed this file, and it can't be merged line by line.`,
};
