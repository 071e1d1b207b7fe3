import { GitError } from "./git-error.ts";
import { runGit } from "./run-git.ts";

// Older versions silently ignore http.curloptResolve and safe.bareRepository, which are needed for security.
const versionMin = { major: 2, minor: 38 };
const versionSecondsMax = 10;
const versionBytesMax = 1_000;

/** The version of git on this machine. Throws if git is missing or too old. */
export async function checkGitVersion(searchPath?: string): Promise<string> {
  const output = await runGit({
    args: ["version"],
    secondsMax: versionSecondsMax,
    stdoutBytesMax: versionBytesMax,
    searchPath,
  });
  const [, version = "unknown", major = "0", minor = "0"] = /((\d+)\.(\d+)[\d.]*)/.exec(output.toString()) ?? [];
  if (Number(major) < versionMin.major || (Number(major) === versionMin.major && Number(minor) < versionMin.minor)) {
    throw new GitError(
      "refused",
      `git ${version} is too old; install git ${versionMin.major}.${versionMin.minor} or newer.`,
    );
  }
  return version;
}
