import { readOfCommit } from "./branches.ts";
import { nulRecords } from "./nul-records.ts";
import type { Repository, RepositoryUse } from "./repository.ts";
import { readGit } from "./run-git.ts";

const commitsWalkedMax = 5_000;
const namesReadMax = 1_000_000;
const listBytesMax = 1_000_000_000;

/**
 * When each of the paths was last changed, in milliseconds. Walks back from the commit until all paths are found or the limit
 * on commits is reached; paths not found by then are missing from the result.
 */
export async function lastCommitTimes(
  repository: Repository,
  { sha, paths, limits, signal }: { sha: string; paths: readonly string[] } & RepositoryUse,
): Promise<Map<string, number>> {
  const wanted = new Set(paths);
  const times = new Map<string, number>();
  if (wanted.size === 0) {
    return times;
  }
  const command = {
    gitDir: repository.gitDir,
    args: [
      ...["log", `--max-count=${commitsWalkedMax}`, "--format=%x01%ct", "-z", "--name-only", "--no-renames"],
      ...["--no-ext-diff", "--no-textconv", "--no-show-signature", "--end-of-options", sha, "--"],
    ],
    secondsMax: limits.readSecondsMax,
    stdoutBytesMax: listBytesMax,
    signal,
  };
  const readTimes = () =>
    readGit(command, async ({ stdout }) => {
      let time = 0;
      let names = 0;
      for await (const record of nulRecords(stdout)) {
        if (record.startsWith("\u0001")) {
          time = Number(record.slice(1)) * 1_000;
          continue;
        }
        // The first name of a commit follows a line break.
        const path = record.startsWith("\n") ? record.slice(1) : record;
        if (wanted.delete(path)) {
          times.set(path, time);
        }
        names += 1;
        if (wanted.size === 0 || names === namesReadMax) {
          break;
        }
      }
    });
  await readOfCommit(repository, sha, { limits, signal }, readTimes);
  return times;
}
