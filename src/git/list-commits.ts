import { checkSha } from "./branches.ts";
import { type Commit, commitFormat, parseCommit } from "./read-commit.ts";
import type { Repository, RepositoryUse } from "./repository.ts";
import { localCommand, readStart, runGit } from "./run-git.ts";

const fieldCount = 5;
const listBytesMax = 2_000_000;

/** The IDs of the newest commits that are reachable from `tips` but not from `known`. */
export async function listCommitIds(
  repository: Repository,
  { tips, known, max, ...use }: { tips: readonly string[]; known: readonly string[]; max: number } & RepositoryUse,
): Promise<string[]> {
  if (tips.length === 0) return [];
  checkSha(...tips, ...known);
  const input = [...tips, ...known.map((sha) => `^${sha}`)].map((line) => `${line}\n`).join("");
  const command = localCommand(repository, use, listBytesMax, ["rev-list", `--max-count=${max}`, "--stdin"]);
  return (await runGit(command, input)).toString().split("\n").slice(0, -1);
}

/**
 * The commits in `to` but not in `from`, oldest first. If there are more than `max`, only the newest ones are listed.
 */
export async function listCommits(
  repository: Repository,
  { from, to, max, ...use }: { from: string; to: string; max: number } & RepositoryUse,
): Promise<{ commits: Commit[]; isCut: boolean }> {
  checkSha(from, to);
  const text = await readStart(repository, use, listBytesMax, [
    ...["log", "-z", `--max-count=${max + 1}`, "--topo-order", "--no-show-signature", "--no-patch", commitFormat],
    ...["--end-of-options", `${from}..${to}`, "--"],
  ]);
  const { commits, isCut } = parseCommits(text);
  return { commits: commits.slice(0, max).reverse(), isCut: isCut || commits.length > max };
}

/** The newest commits before or at `sha` that changed a file, newest first. */
export async function listFileCommits(
  repository: Repository,
  { sha, path, max, ...use }: { sha: string; path: string; max: number } & RepositoryUse,
): Promise<Commit[]> {
  checkSha(sha);
  const text = await readStart(repository, use, listBytesMax, [
    ...["--literal-pathspecs", "log", "-z", `--max-count=${max}`, "--no-show-signature", "--no-patch", commitFormat],
    ...["--end-of-options", sha, "--", path],
  ]);
  return parseCommits(text).commits;
}

function parseCommits(text: string): { commits: Commit[]; isCut: boolean } {
  const fields = text.split("\0");
  const commits: Commit[] = [];
  // After a truncated commit, the separator and therefore the next field are missing.
  for (let at = 0; at + fieldCount < fields.length; at += fieldCount) {
    commits.push(parseCommit(fields.slice(at, at + fieldCount)));
  }
  return { commits, isCut: fields.length > commits.length * fieldCount + 1 };
}
