import { checkBranchName } from "./branch-name.ts";
import { readOfCommit, resolveBranch } from "./branches.ts";
import type { Repository, RepositoryUse } from "./repository.ts";
import { readStart } from "./run-git.ts";

export interface Commit {
  sha: string;
  authorName: string;
  authorEmail: string;
  /** Milliseconds since the epoch. */
  authoredAt: number;
  message: string;
}

/** A commit and its place in the history. */
export interface PlacedCommit extends Commit {
  /** Milliseconds since the epoch. */
  committedAt: number;
  parents: string[];
}

const messageLengthMax = 10_000;
const nameLengthMax = 500;
const commitBytesMax = 200_000;

const commitFields = "%H%x00%an%x00%ae%x00%at%x00%B";
export const commitFormat = `--format=${commitFields}`;
/** The message may be cut, so it is the last field. */
const placedFormat = `--format=%ct%x00%P%x00${commitFields}%x00`;

/** The newest commit of a branch. */
export async function readTip(repository: Repository, branch: string, use: RepositoryUse): Promise<PlacedCommit> {
  checkBranchName(branch);
  try {
    return await readRevision(repository, `refs/heads/${branch}`, use);
  } catch (error) {
    // This throws the right error if the branch doesn't exist.
    await resolveBranch(repository, branch, use);
    throw error;
  }
}

/** Reads the author, times and message of a commit. Overlong values are cut. */
export function readCommit(repository: Repository, sha: string, use: RepositoryUse): Promise<PlacedCommit> {
  return readOfCommit(repository, sha, use, () => readRevision(repository, sha, use));
}

async function readRevision(repository: Repository, revision: string, use: RepositoryUse): Promise<PlacedCommit> {
  const args = ["log", "-1", "--no-show-signature", "--no-patch", placedFormat, "--end-of-options", revision, "--"];
  const fields = await readStart(repository, use, commitBytesMax, args);
  const [seconds, parents = "", ...rest] = fields.split("\0");
  const committedAt = Number(seconds) * 1_000;
  return { ...parseCommit(rest), committedAt, parents: parents.split(" ").filter((parent) => parent !== "") };
}

/** Reads the fields of `commitFormat`. */
export function parseCommit([id = "", name = "", email = "", seconds = "", message = ""]: readonly string[]): Commit {
  const authoredAt = Number(seconds) * 1_000;
  return {
    sha: id,
    authorName: name.slice(0, nameLengthMax),
    authorEmail: email.slice(0, nameLengthMax),
    // A commit can contain any number as its date. An invalid date becomes the epoch.
    authoredAt: Number.isNaN(new Date(authoredAt).getTime()) ? 0 : authoredAt,
    message: message.trimEnd().slice(0, messageLengthMax),
  };
}
