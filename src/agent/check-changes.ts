import type { FileChange } from "../docs-edits/docs-tree.ts";
import { type Writable, writeProblem } from "../docs-edits/write-problem.ts";
import { foldersAbove, quotePath } from "../git/tree-path.ts";
import { AgentFailure } from "./agent-failure.ts";
import { agentLimits } from "./agent-limits.ts";

/** A change to a single file. A move is split into a removed and an added file. */
export interface CheckedChange {
  path: string;
  content: string | undefined;
}

export interface ChangeRules {
  writable: Writable;
  /** The symbolic links and submodules of the commit, which a change never replaces. */
  links: ReadonlySet<string>;
  /** Whether the text contains one of the server's keys or tokens. */
  holdsSecret(text: string): boolean;
}

/** Checks all changes once more before anything is written, whether a model or a rule made them. */
export function checkChanges(
  changes: readonly FileChange[],
  { writable, links, holdsSecret }: ChangeRules,
): CheckedChange[] {
  const files = new Map<string, string | undefined>();
  for (const { path, content, movedFrom } of changes) {
    if (movedFrom !== undefined && !files.has(movedFrom)) files.set(movedFrom, undefined);
    files.set(path, content);
  }
  let bytes = 0;
  for (const [path, content] of files) {
    const isLinked = [...foldersAbove(path), path].some((one) => links.has(one));
    const problem = isLinked ? "is a symbolic link or a submodule, or below one" : writeProblem(path, writable);
    if (problem !== undefined) {
      throw new AgentFailure(
        "policy",
        `The job tried to change ${quotePath(path)}, which ${problem}; nothing was changed.`,
      );
    }
    if (holdsSecret(`${path}\n${content ?? ""}`)) {
      throw new AgentFailure(
        "policy",
        "The job tried to write one of the server's secrets to a file; nothing was changed.",
      );
    }
    bytes += Buffer.byteLength(content ?? "");
  }
  if (files.size > agentLimits.filesChangedMax || bytes > agentLimits.changedBytesMax) {
    throw new AgentFailure(
      "budget",
      `The job tried to change ${files.size} files with ${bytes} bytes; the limit is ${agentLimits.filesChangedMax} files and ${agentLimits.changedBytesMax} bytes. Ask for less, such as one folder.`,
    );
  }
  return [...files].map(([path, content]) => ({ path, content }));
}
