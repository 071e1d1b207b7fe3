import { GitError } from "./git-error.ts";
import { runGit } from "./run-git.ts";

const branchBytesMax = 200;
const checkSecondsMax = 10;
// biome-ignore lint/suspicious/noControlCharactersInRegex: git forbids them in names.
const pattern = /^(?![-/.])(?!.*(\.\.|\/\/|\/\.|@\{))[^\u0000-\u0020\u007f~^:?*[\\]+(?<!\/|\.|\.lock)$/;

/** Whether this is syntactically a branch name. */
export function isBranchName(name: string): boolean {
  // Both are aliases for the current branch.
  return name !== "@" && name !== "HEAD" && Buffer.byteLength(name) <= branchBytesMax && pattern.test(name);
}

/** Throws unless both our rules and git accept the name of the branch. */
export async function checkBranchName(name: string, signal?: AbortSignal): Promise<void> {
  const problem = new GitError("refused", `Invalid branch name: ${JSON.stringify(name.slice(0, branchBytesMax))}.`);
  if (!isBranchName(name)) {
    throw problem;
  }
  const args = ["check-ref-format", `refs/heads/${name}`];
  await runGit({ args, secondsMax: checkSecondsMax, stdoutBytesMax: 0, signal }).catch((error: GitError) => {
    throw error.kind === "failed" ? problem : error;
  });
}
