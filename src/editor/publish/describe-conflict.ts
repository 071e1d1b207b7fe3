import type { ConflictReason } from "../../contract/editor-publish-operations.ts";

/** Describes a conflict in one sentence. */
export function describeConflict(reason: ConflictReason, branch: string): string {
  return sentences[reason](branch);
}

const sentences: Readonly<Record<ConflictReason, (branch: string) => string>> = {
  overlap: (branch) => `The draft and ${branch} changed the same lines.`,
  both_added: (branch) => `The draft and ${branch} both added this file.`,
  removed_there: (branch) => `The draft changed this file, but it was removed from ${branch}.`,
  removed_here: (branch) => `The draft removed this file, but it was changed in ${branch}.`,
  media: (branch) => `The draft and ${branch} both changed this file, and it can't be merged line by line.`,
};
