import { readOfCommit } from "./branches.ts";
import { nulRecords } from "./nul-records.ts";
import type { Repository, RepositoryUse } from "./repository.ts";
import { localCommand, readGit } from "./run-git.ts";

const commitsWalkedMax = 5_000;
const namesReadMax = 1_000_000;
const listBytesMax = 1_000_000_000;

interface TimesRequest extends RepositoryUse {
  sha: string;
  paths: readonly string[];
  /** Known edit times of an earlier commit. If that commit is an ancestor, only the commits since then are read. */
  earlier?: { sha: string; editTimes: ReadonlyMap<string, number> } | undefined;
}

/**
 * The time when each path was last changed, in milliseconds. Walks back from the commit until all paths are found or
 * the limit on commits is reached. Paths that aren't found by then are missing from the result.
 */
export async function lastCommitTimes(
  repository: Repository,
  { sha, paths, earlier, ...use }: TimesRequest,
): Promise<Map<string, number>> {
  const since = earlier && (await walkCommits(repository, [sha, `^${earlier.sha}`], paths, use));
  // If the earlier commit is an ancestor, it is the parent of one of the listed commits. Otherwise the branch was
  // replaced.
  if (since === undefined || (sha !== earlier?.sha && !since.parents.has(earlier?.sha ?? ""))) {
    return (await walkCommits(repository, [sha], paths, use)).times;
  }
  const times = new Map<string, number>();
  for (const path of paths) {
    const known = earlier?.editTimes.get(path);
    const time = since.times.get(path) ?? known;
    // A merged branch may have older commits than the branch into which it was merged.
    if (time !== undefined) times.set(path, Math.max(time, known ?? time));
  }
  return times;
}

async function walkCommits(
  repository: Repository,
  revisions: readonly [sha: string, ...without: string[]],
  paths: readonly string[],
  use: RepositoryUse,
): Promise<{ times: Map<string, number>; parents: Set<string> }> {
  const wanted = new Set(paths);
  const times = new Map<string, number>();
  const parents = new Set<string>();
  if (wanted.size === 0) {
    return { times, parents };
  }
  const command = localCommand(repository, use, listBytesMax, [
    ...["log", `--max-count=${commitsWalkedMax}`, "--format=%x01%ct %P", "-z", "--name-only", "--no-renames"],
    ...["--no-ext-diff", "--no-textconv", "--no-show-signature", "--end-of-options", ...revisions, "--"],
  ]);
  const readTimes = () =>
    readGit(command, async ({ stdout }) => {
      let time = 0;
      let names = 0;
      for await (const record of nulRecords(stdout)) {
        if (record.startsWith("\u0001")) {
          const [seconds, ...shas] = record.slice(1).split(" ");
          time = Number(seconds) * 1_000;
          for (const parent of shas) parents.add(parent);
          continue;
        }
        // The first name after a commit starts with a line break.
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
  await readOfCommit(repository, revisions[0], use, readTimes);
  return { times, parents };
}
