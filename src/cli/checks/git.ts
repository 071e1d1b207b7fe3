import { GitError } from "../../git/git-error.ts";
import { checkGitVersion } from "../../git/git-version.ts";
import type { Check } from "./check.ts";

export async function checkGit(searchPath?: string): Promise<Check> {
  try {
    return { name: "git", state: "ok", found: await checkGitVersion(searchPath) };
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    const [found = "", fix = "install git"] = error.message.replace(/\.$/, "").split("; ");
    return { name: "git", state: "fail", found, fix };
  }
}
