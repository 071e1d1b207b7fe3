import { quotePath } from "../git/tree-path.ts";
import { AgentFailure } from "./agent-failure.ts";
import { agentLimits } from "./agent-limits.ts";
import type { FileChange } from "./rules/rules-outcome.ts";
import { type Writable, writeProblem } from "./write-problem.ts";

/** Changes with every file on its own: a file that moved is one that went and one that came. */
export interface CheckedChange {
  path: string;
  content: string | undefined;
}

export interface ChangeRules {
  writable: Writable;
  /** Whether a key or a token of ours is in a text. */
  holdsSecret(text: string): boolean;
}

/** Whatever made the changes, here they are held against the rules once more, before anything is written. */
export function checkChanges(changes: readonly FileChange[], { writable, holdsSecret }: ChangeRules): CheckedChange[] {
  const files = new Map<string, string | undefined>();
  for (const { path, content, movedFrom } of changes) {
    if (movedFrom !== undefined && !files.has(movedFrom)) files.set(movedFrom, undefined);
    files.set(path, content);
  }
  let bytes = 0;
  for (const [path, content] of files) {
    const problem = writeProblem(path, writable);
    if (problem !== undefined) {
      throw new AgentFailure(
        "policy",
        `The work would change ${quotePath(path)}, which ${problem}; nothing was changed.`,
      );
    }
    if (holdsSecret(`${path}\n${content ?? ""}`)) {
      throw new AgentFailure(
        "policy",
        "The work would write a secret of this server into a file; nothing was changed.",
      );
    }
    bytes += Buffer.byteLength(content ?? "");
  }
  if (files.size > agentLimits.filesChangedMax || bytes > agentLimits.changedBytesMax) {
    throw new AgentFailure(
      "budget",
      `The work would change ${files.size} files with ${bytes} bytes; ${agentLimits.filesChangedMax} files and ${agentLimits.changedBytesMax} bytes are allowed. Ask for a smaller part, such as one folder.`,
    );
  }
  return [...files].map(([path, content]) => ({ path, content }));
}
