import { checkBranchName } from "./branch-name.ts";
import { checkSha } from "./branches.ts";
import { GitError } from "./git-error.ts";
import type { Repository, RepositoryUse } from "./repository.ts";
import { localCommand, runGit } from "./run-git.ts";

/** Full name → commit or tag. */
export type Refs = ReadonlyMap<string, string>;

export interface RefMove {
  /** The full name, such as `refs/heads/main`. */
  ref: string;
  /** Undefined if the ref didn't exist before. */
  from: string | undefined;
  to: string | undefined;
}

export const branchPrefix = "refs/heads/";

/** The limit for all branches, tags and hidden refs of a repository. */
const refsMax = 20_000;
const refBytesMax = 1_000;
const replacementCharacter = "\uFFFD";
const noCommit = "0".repeat(40);

/** @param filters Patterns and options of `git for-each-ref`. Without them, all refs are read. */
export async function readRefs(
  repository: Repository,
  use: RepositoryUse,
  filters: readonly string[] = [],
): Promise<Map<string, string>> {
  const args = ["for-each-ref", "--format=%(objectname) %(refname)", ...filters];
  const output = await runGit(localCommand(repository, use, refsMax * refBytesMax, args));
  const lines = output.toString().split("\n").slice(0, -1);
  if (lines.some((line) => line.includes(replacementCharacter))) {
    throw new GitError("refused", "The names of branches and tags must be UTF-8.");
  }
  if (lines.length > refsMax) {
    throw new GitError("too-large", `A repository can have at most ${refsMax} branches and tags; delete some.`);
  }
  return new Map(lines.map((line) => [line.slice(line.indexOf(" ") + 1), line.slice(0, line.indexOf(" "))]));
}

export function compareRefs(before: Refs, after: Refs): RefMove[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names]
    .map((ref) => ({ ref, from: before.get(ref), to: after.get(ref) }))
    .filter(({ from, to }) => from !== to);
}

/** Moves a branch if it still points to `from`. With `from` undefined, the branch must not exist yet. */
export async function updateBranch(
  repository: Repository,
  { branch, from = noCommit, to, ...use }: { branch: string; from?: string | undefined; to: string } & RepositoryUse,
): Promise<void> {
  checkBranchName(branch);
  checkSha(from, to);
  const args = ["update-ref", branchPrefix + branch, to, from];
  await runGit(localCommand(repository, use, 0, args)).catch((error: GitError) => {
    const { stderr } = error;
    if (/but expected|already exists|unable to resolve reference/.test(stderr)) {
      throw new GitError("refused", `The branch ${branch} changed in the meantime; try again.`, { stderr });
    }
    throw error;
  });
}

/** Moves refs back. `moves` must be moves that were made before. */
export async function undoMoves(repository: Repository, moves: readonly RefMove[], use: RepositoryUse): Promise<void> {
  const commands = moves.map(({ ref, from, to = "" }) =>
    from === undefined ? `delete ${ref}\0${to}\0` : `update ${ref}\0${from}\0${to}\0`,
  );
  await runGit(localCommand(repository, use, 0, ["update-ref", "--stdin", "-z"]), commands.join(""));
}

/** The content of the file in which git keeps refs that have no file of their own. */
export function packedRefs(refs: Refs): Buffer {
  const entries = [...refs].map(([name, sha]) => ({ name: Buffer.from(name), line: Buffer.from(`${sha} ${name}\n`) }));
  // The file must be sorted by bytes, because git searches it in this order.
  entries.sort((one, other) => Buffer.compare(one.name, other.name));
  return Buffer.concat([Buffer.from("# pack-refs with: sorted \n"), ...entries.map(({ line }) => line)]);
}
