import { checkSha } from "./commit-id.ts";
import { damagedError, GitError } from "./git-error.ts";
import { nulRecords } from "./nul-records.ts";
import type { Repository, RepositoryLimits, RepositoryUse } from "./repository.ts";
import { readGit } from "./run-git.ts";
import { pathProblem, quotePath } from "./tree-path.ts";

export interface TreeFile {
  /** Relative to the directory that was listed. */
  path: string;
  blob: string;
  bytes: number;
}

export interface Tree {
  files: TreeFile[];
  bytes: number;
  /** What was left out, and why. */
  warnings: string[];
}

interface TreeRequest extends RepositoryUse {
  sha: string;
  /** Only this folder of the commit; without it, all of it. */
  directory?: string | undefined;
}

const entryPattern = /^(?<mode>\d{6}) (?<type>\w+) (?<blob>[0-9a-f]{40}) +(?<size>\d+|-|BAD)\t(?<path>.+)$/s;
const linkMode = "120000";
const warningsMax = 50;
// The longest line of a listing; the bound on their number is `filesMax`.
const entryBytesMax = 1_200;
const readAheadBytes = 1_000_000;

/** Lists the files of a commit, and refuses a tree that breaks a bound or holds an unsafe name before all of it is read. */
export async function listTree(
  { gitDir }: Repository,
  { sha, directory = "", limits, signal }: TreeRequest,
): Promise<Tree> {
  checkSha(sha);
  checkDirectory(directory);
  const command = {
    gitDir,
    args: ["ls-tree", "-r", "-l", "-z", "--full-tree", "--end-of-options", `${sha}:${directory}`],
    secondsMax: limits.readSecondsMax,
    stdoutBytesMax: readAheadBytes + limits.filesMax * entryBytesMax,
    signal,
  };
  const tree: Tree = { files: [], bytes: 0, warnings: [] };
  let entries = 0;
  await readGit(command, async ({ stdout }) => {
    for await (const record of nulRecords(stdout)) {
      entries += 1;
      if (entries > limits.filesMax) {
        throw tooLarge(`The repository holds more than ${limits.filesMax} files`);
      }
      addEntry(tree, record, limits);
    }
  });
  return tree;
}

/** Refuses what is no plain folder inside of a repository. The empty one stands for the whole repository. */
export function checkDirectory(directory: string): void {
  const problem = directory === "" ? undefined : pathProblem(directory);
  if (problem !== undefined) {
    throw new GitError(
      "refused",
      `The content directory ${quotePath(directory)} ${problem}; name a folder of the repository.`,
    );
  }
}

function addEntry(tree: Tree, record: string, limits: RepositoryLimits): void {
  const { mode, type, blob, size, path } = entryPattern.exec(record)?.groups ?? {};
  if (mode === undefined || blob === undefined || path === undefined) {
    throw new GitError("failed", "git listed a commit in a form that is not known.");
  }
  const problem = pathProblem(path);
  if (problem !== undefined) {
    throw new GitError("refused", `The repository holds a file whose name ${problem}: ${quotePath(path)}.`);
  }
  if (mode === linkMode) {
    warn(tree, `${quotePath(path)} is a symbolic link and was left out; commit the file itself.`);
    return;
  }
  if (type !== "blob") {
    warn(tree, `${quotePath(path)} is a submodule and was left out; commit its files themselves.`);
    return;
  }
  if (size === "BAD") {
    throw damagedError();
  }
  const bytes = Number(size);
  if (bytes > limits.fileBytesMax) {
    throw tooLarge(`${quotePath(path)} has ${bytes} bytes, and a file may have at most ${limits.fileBytesMax}`);
  }
  tree.files.push({ path, blob, bytes });
  tree.bytes += bytes;
  if (tree.bytes > limits.treeBytesMax) {
    throw tooLarge(`The files of the repository have more than ${limits.treeBytesMax} bytes in all`);
  }
}

function warn({ warnings }: Tree, warning: string): void {
  if (warnings.length < warningsMax) {
    warnings.push(warning);
  } else if (warnings.length === warningsMax) {
    warnings.push("More links and submodules were left out.");
  }
}

function tooLarge(problem: string): GitError {
  return new GitError("too-large", `${problem}; keep large files elsewhere, or set a content directory.`);
}
