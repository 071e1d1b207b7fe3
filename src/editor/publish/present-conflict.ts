import type { ConflictReason } from "../../contract/editor-publish-operations.ts";
import type { FileConflict } from "./plan-merge.ts";

/** A conflict with the base branch, with a sentence that explains it. */
export function presentConflict({ path, reason }: FileConflict) {
  return { path, reason, about: sentences[reason] };
}

const sentences: Readonly<Record<ConflictReason, string>> = {
  overlap: "Someone else published other changes of the same lines.",
  both_added: "Someone else published a file with the same name.",
  removed_there: "You changed this file, but someone else removed it.",
  removed_here: "You removed this file, but someone else changed it.",
  media: "Someone else published another version of this file, and files of this kind can't be merged.",
};
