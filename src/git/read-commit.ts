import { readOfCommit } from "./branches.ts";
import type { Repository, RepositoryUse } from "./repository.ts";
import { readGit } from "./run-git.ts";

export interface Commit {
  sha: string;
  authorName: string;
  authorEmail: string;
  /** Milliseconds since the epoch. */
  authoredAt: number;
  message: string;
}

const messageLengthMax = 10_000;
const nameLengthMax = 500;
const commitBytesMax = 200_000;

export const commitFormat = "--format=%H%x00%an%x00%ae%x00%at%x00%B";

/** Reads the author, time and message of a commit. Overlong values are cut. */
export async function readCommit(
  repository: Repository,
  sha: string,
  { limits, signal }: RepositoryUse,
): Promise<Commit> {
  const command = {
    gitDir: repository.gitDir,
    args: ["log", "-1", "--no-show-signature", "--no-patch", `${commitFormat}%x00`, "--end-of-options", sha, "--"],
    secondsMax: limits.readSecondsMax,
    stdoutBytesMax: limits.repositoryBytesMax,
    signal,
  };
  const fields = await readOfCommit(repository, sha, { limits, signal }, () =>
    readGit(command, ({ stdout }) => readStart(stdout, commitBytesMax)),
  );
  return parseCommit(fields.split("\0"));
}

/** Reads the fields of `commitFormat`. */
export function parseCommit([id = "", name = "", email = "", seconds = "", message = ""]: readonly string[]): Commit {
  const authoredAt = Number(seconds) * 1_000;
  return {
    sha: id,
    authorName: name.slice(0, nameLengthMax),
    authorEmail: email.slice(0, nameLengthMax),
    // Commits can contain any number; an invalid date becomes the epoch.
    authoredAt: Number.isNaN(new Date(authoredAt).getTime()) ? 0 : authoredAt,
    message: message.trimEnd().slice(0, messageLengthMax),
  };
}

/** Reads at most `bytesMax` bytes of an output. */
export async function readStart(output: AsyncIterable<Buffer>, bytesMax: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of output) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > bytesMax) {
      break;
    }
  }
  return Buffer.concat(chunks).toString("utf8", 0, bytesMax);
}
