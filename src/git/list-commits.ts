import { checkSha } from "./branches.ts";
import { type Commit, commitFormat, parseCommit, readStart } from "./read-commit.ts";
import type { Repository, RepositoryUse } from "./repository.ts";
import { readGit } from "./run-git.ts";

const fieldCount = 5;
const listBytesMax = 2_000_000;

/** The commits in `to` but not in `from`, oldest first. If there are more than `max`, only the newest ones. */
export async function listCommits(
  { gitDir }: Repository,
  { from, to, max, limits, signal }: { from: string; to: string; max: number } & RepositoryUse,
): Promise<{ commits: Commit[]; isCut: boolean }> {
  checkSha(from);
  checkSha(to);
  const command = {
    gitDir,
    args: [
      ...["log", "-z", `--max-count=${max + 1}`, "--topo-order", "--no-show-signature", "--no-patch", commitFormat],
      ...["--end-of-options", `${from}..${to}`, "--"],
    ],
    secondsMax: limits.readSecondsMax,
    stdoutBytesMax: limits.repositoryBytesMax,
    signal,
  };
  const fields = (await readGit(command, ({ stdout }) => readStart(stdout, listBytesMax))).split("\0");
  const commits: Commit[] = [];
  // A truncated commit lacks the separator after it, and therefore the next field.
  for (let at = 0; at + fieldCount < fields.length; at += fieldCount) {
    commits.push(parseCommit(fields.slice(at, at + fieldCount)));
  }
  const isCut = commits.length > max || fields.length > commits.length * fieldCount + 1;
  return { commits: commits.slice(0, max).reverse(), isCut };
}
