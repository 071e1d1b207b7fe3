import { GitError } from "./git-error.ts";
import { runGit } from "./run-git.ts";

const branchBytesMax = 200;
const checkSecondsMax = 10;
// biome-ignore lint/suspicious/noControlCharactersInRegex: git forbids them in names, and so do we.
const pattern = /^(?![-/.])(?!.*(\.\.|\/\/|\/\.|@\{))[^\u0000-\u0020\u007f~^:?*[\\]+(?<!\/|\.|\.lock)$/;

/** Whether this can be the name of a branch, as far as its letters tell. */
export function isBranchName(name: string): boolean {
  // Git takes these two for another name of whatever is checked out.
  return name !== "@" && name !== "HEAD" && Buffer.byteLength(name) <= branchBytesMax && pattern.test(name);
}

/** Refuses what we or git do not take for the name of a branch. */
export async function checkBranchName(name: string, signal?: AbortSignal): Promise<void> {
  const problem = new GitError(
    "refused",
    `This cannot be the name of a branch: ${JSON.stringify(name.slice(0, branchBytesMax))}.`,
  );
  if (!isBranchName(name)) {
    throw problem;
  }
  const args = ["check-ref-format", `refs/heads/${name}`];
  await runGit({ args, secondsMax: checkSecondsMax, stdoutBytesMax: 0, signal }).catch((error: GitError) => {
    throw error.kind === "failed" ? problem : error;
  });
}
