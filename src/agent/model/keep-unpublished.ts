import type { FileChange } from "../../docs-edits/docs-tree.ts";
import type { UnpublishedWork } from "./conversation.ts";

interface KeptWork {
  changes: FileChange[];
  /** A note to the model about this work; undefined if there was none. */
  note: string | undefined;
}

const filesShownMax = 50;

/**
 * Keeps the work of failed turns, except for files that others have changed since then. The conversation says that
 * these files were written, so otherwise the model would rely on files that don't exist.
 */
export async function keepUnpublished(
  unpublished: readonly UnpublishedWork[],
  changedSince: (sha: string) => Promise<ReadonlySet<string> | undefined>,
): Promise<KeptWork> {
  const kept = new Map<string, FileChange[]>();
  const dropped = new Set<string>();
  for (const { baseSha, changes } of unpublished) {
    const changed = await changedSince(baseSha);
    for (const change of changes) {
      const isKept = changed !== undefined && !changed.has(change.path);
      // A later turn wrote the file again, based on the current version.
      if (isKept) dropped.delete(change.path);
      else dropped.add(change.path);
      if (isKept) kept.set(change.path, [...(kept.get(change.path) ?? []), change]);
    }
  }
  const sentences = [
    ...(kept.size === 0 ? [] : [`These files are still as you left them: ${joinPaths(kept.keys())}.`]),
    ...(dropped.size === 0
      ? []
      : [`These files were changed by others meanwhile and are without your changes: ${joinPaths(dropped)}.`]),
  ];
  return {
    changes: [...kept.values()].flat(),
    note:
      sentences.length === 0
        ? undefined
        : `An earlier turn ended before its work was committed. ${sentences.join(" ")}`,
  };
}

function joinPaths(paths: Iterable<string>): string {
  const all = [...paths];
  const more = all.length > filesShownMax ? [`and ${all.length - filesShownMax} more`] : [];
  return [...all.slice(0, filesShownMax), ...more].join(", ");
}
