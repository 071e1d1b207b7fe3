import { GitError } from "./git-error.ts";

const branchBytesMax = 200;
// The rules of `git check-ref-format`. In addition, a name must not start with a dash.
// biome-ignore lint/suspicious/noControlCharactersInRegex: git forbids them in names.
const pattern = /^(?![-/.])(?!.*(\.\.|\/\/|\/\.|@\{|\.lock\/))[^\u0000-\u0020\u007f~^:?*[\\]+(?<!\/|\.|\.lock)$/;

/** Whether this is a syntactically valid branch name. */
export function isBranchName(name: string): boolean {
  // Git reads both names as aliases of the current branch.
  return name !== "@" && name !== "HEAD" && Buffer.byteLength(name) <= branchBytesMax && pattern.test(name);
}

export function checkBranchName(name: string): void {
  if (!isBranchName(name)) {
    throw new GitError("refused", `Invalid branch name: ${JSON.stringify(name.slice(0, branchBytesMax))}.`);
  }
}
