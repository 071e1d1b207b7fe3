import { checkBranchName } from "./branch-name.ts";
import { GitError } from "./git-error.ts";
import type { Remote } from "./remote.ts";
import type { Repository, RepositoryUse } from "./repository.ts";
import { localCommand, runGit } from "./run-git.ts";

const listBytesMax = 4_000_000;
const branchesShownMax = 10;

/** The commit at the tip of a branch of a remote repository, or the object that a tag names. */
export async function getRemoteTip(remote: Remote, branch: string, use: RepositoryUse, isTag = false): Promise<string> {
  const ref = refOf(branch, isTag);
  const lines = await listRemote(remote, ref, use);
  const tip = lines.map((line) => line.split("\t")).find(([, name]) => name === ref)?.[0];
  if (tip !== undefined) {
    return tip;
  }
  const all = await listRemote(remote, "refs/heads/*", use);
  const branches = all.flatMap((line) => /^[0-9a-f]{40}\trefs\/heads\/(.+)$/.exec(line)?.[1] ?? []);
  if (branches.length === 0) {
    throw new GitError("not-found", "The repository is empty; push a first commit, or check its URL.");
  }
  if (isTag) throw new GitError("not-found", `The repository has no tag ${branch}.`);
  const shown = branches.slice(0, branchesShownMax).join(", ") + (branches.length > branchesShownMax ? ", …" : "");
  throw new GitError("not-found", `The repository has no branch ${branch}; it has ${shown}.`);
}

async function listRemote(remote: Remote, pattern: string, { limits, signal }: RepositoryUse): Promise<string[]> {
  const output = await runGit({
    args: ["ls-remote", "--quiet", "--end-of-options", remote.url, pattern],
    config: remote.config,
    secrets: remote.secrets,
    secondsMax: limits.fetchSecondsMax,
    stdoutBytesMax: listBytesMax,
    signal,
  });
  return output.toString().split("\n");
}

/** The commit at the tip of a branch of a local repository. */
export async function resolveBranch(repository: Repository, branch: string, use: RepositoryUse): Promise<string> {
  checkBranchName(branch);
  const sha = await findCommit(repository, `refs/heads/${branch}`, use);
  if (sha === undefined) {
    throw new GitError("not-found", `The repository has no branch ${branch}; push it first.`);
  }
  return sha;
}

/** The commit of a branch or tag of a local repository. */
export async function resolveRef(
  repository: Repository,
  name: string,
  isTag: boolean,
  use: RepositoryUse,
): Promise<string> {
  if (!isTag) return resolveBranch(repository, name, use);
  checkBranchName(name);
  const sha = await findCommit(repository, refOf(name, true), use);
  if (sha === undefined) throw new GitError("not-found", `The repository has no tag ${name}; push it first.`);
  return sha;
}

export function refOf(name: string, isTag: boolean): string {
  return `${isTag ? "refs/tags" : "refs/heads"}/${name}`;
}

/** The commit that a full ref name or commit ID refers to; undefined if there is none. */
export function findCommit(repository: Repository, revision: string, use: RepositoryUse): Promise<string | undefined> {
  return findObject(repository, `${revision}^{commit}`, use);
}

/** The object that a full ref name refers to: a commit, or the object of an annotated tag. */
export function findRefObject(repository: Repository, ref: string, use: RepositoryUse): Promise<string | undefined> {
  return findObject(repository, ref, use);
}

/** The tree of a commit. Two commits with the same files have the same tree. */
export function findTree(repository: Repository, revision: string, use: RepositoryUse): Promise<string | undefined> {
  return findObject(repository, `${revision}^{tree}`, use);
}

function findObject(repository: Repository, expression: string, use: RepositoryUse): Promise<string | undefined> {
  return findLine(repository, ["rev-parse", "--verify", "--quiet", "--end-of-options", expression], use);
}

const shaPattern = /^[0-9a-f]{40}$/;

export function checkSha(...shas: readonly string[]): void {
  if (!shas.every((sha) => shaPattern.test(sha))) {
    throw new GitError("refused", "A commit ID must have 40 hexadecimal digits.");
  }
}

/**
 * Reads data of a commit. Only if that fails, git is asked whether the commit exists, because starting git takes longer
 * than most of its work.
 */
export async function readOfCommit<Result>(
  repository: Repository,
  sha: string,
  use: RepositoryUse,
  read: () => Promise<Result>,
): Promise<Result> {
  checkSha(sha);
  try {
    return await read();
  } catch (error) {
    const mayBeMissing = error instanceof GitError && (error.kind === "failed" || error.kind === "corrupt");
    if (mayBeMissing && (await findCommit(repository, sha, use)) === undefined) {
      throw new GitError("not-found", `The repository has no commit ${sha}.`, { cause: error });
    }
    throw error;
  }
}

const lineBytesMax = 4_096;

/**
 * The single line that git prints. If git fails without an error message, which means "not found", returns `undefined`.
 */
async function findLine(repository: Repository, args: string[], use: RepositoryUse): Promise<string | undefined> {
  try {
    return (await runGit(localCommand(repository, use, lineBytesMax, args))).toString().trim();
  } catch (error) {
    if (error instanceof GitError && error.kind === "failed" && error.stderr === "") {
      return undefined;
    }
    throw error;
  }
}

/** The best common ancestor of two commits; undefined if there is none. */
export async function findMergeBase(
  repository: Repository,
  one: string,
  other: string,
  use: RepositoryUse,
): Promise<string | undefined> {
  checkSha(one, other);
  return findLine(repository, ["merge-base", "--end-of-options", one, other], use);
}
