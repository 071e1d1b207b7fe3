import { checkSha } from "./branches.ts";
import { damagedError, GitError } from "./git-error.ts";
import { nulRecords } from "./nul-records.ts";
import type { Repository, RepositoryLimits, RepositoryUse } from "./repository.ts";
import { localCommand, readGit } from "./run-git.ts";
import { pathProblem, quotePath } from "./tree-path.ts";

export interface TreeFile {
  /** Relative to the listed directory. */
  path: string;
  blob: string;
  bytes: number;
}

export interface Listing<File> {
  files: File[];
  bytes: number;
  /** Which entries were skipped, and why. */
  warnings: string[];
}

export interface Tree extends Listing<TreeFile> {
  /** Symbolic links and submodules, if the tree was read from a commit. */
  links?: string[];
}

/** A folder of a commit. */
export interface TreeRequest extends RepositoryUse {
  sha: string;
  /** Limits it to this folder. */
  directory?: string | undefined;
}

const entryPattern = /^(?<mode>\d{6}) (?<type>\w+) (?<blob>[0-9a-f]{40}) +(?<size>\d+|-|BAD)\t(?<path>.+)$/s;
const linkMode = "120000";
const warningsMax = 50;
// The maximum length of one line of a listing. The number of lines is limited by `filesMax`.
const entryBytesMax = 1_200;
const readAheadBytes = 1_000_000;

/** Lists the files of a commit. Fails at the first unsafe name, or as soon as a limit is exceeded. */
export async function listTree(repository: Repository, request: TreeRequest): Promise<Tree> {
  const { sha, directory = "", limits } = request;
  checkSha(sha);
  checkDirectory(directory);
  const args = ["ls-tree", "-r", "-l", "-z", "--full-tree", "--end-of-options", `${sha}:${directory}`];
  const command = localCommand(repository, request, readAheadBytes + limits.filesMax * entryBytesMax, args);
  const tree: Tree = { files: [], bytes: 0, warnings: [], links: [] };
  let entries = 0;
  await readGit(command, async ({ stdout }) => {
    for await (const record of nulRecords(stdout)) {
      entries += 1;
      if (entries > limits.filesMax) {
        throw tooManyFiles(limits);
      }
      addEntry(tree, record, limits);
    }
  });
  return tree;
}

/** Creates a tree from files whose names are already known to be safe. */
export function treeOf(files: readonly TreeFile[], warnings: string[], limits: RepositoryLimits): Tree {
  if (files.length > limits.filesMax) {
    throw tooManyFiles(limits);
  }
  const tree: Tree = { files: [], bytes: 0, warnings };
  for (const file of files) {
    addFile(tree, file, limits);
  }
  return tree;
}

/** Throws unless this is a safe folder path. The empty path is the root of the repository. */
export function checkDirectory(directory: string): void {
  const problem = directory === "" ? undefined : pathProblem(directory);
  if (problem !== undefined) {
    throw new GitError(
      "refused",
      `The content directory ${quotePath(directory)} ${problem}; use a folder of the repository.`,
    );
  }
}

function addEntry(tree: Tree, record: string, limits: RepositoryLimits): void {
  const { mode, type, blob, size, path } = entryPattern.exec(record)?.groups ?? {};
  if (mode === undefined || blob === undefined || path === undefined) {
    throw new GitError("failed", "git listed a commit in an unknown format.");
  }
  const problem = pathProblem(path);
  if (problem !== undefined) {
    throw new GitError("refused", `The repository contains a file whose path ${problem}: ${quotePath(path)}.`);
  }
  if (mode === linkMode || type !== "blob") tree.links?.push(path);
  if (mode === linkMode) {
    warn(tree, `${quotePath(path)} is a symbolic link and was skipped; commit the file itself.`);
    return;
  }
  if (type !== "blob") {
    warn(tree, `${quotePath(path)} is a submodule and was skipped; commit its files instead.`);
    return;
  }
  if (size === "BAD") {
    throw damagedError();
  }
  addFile(tree, { path, blob, bytes: Number(size) }, limits);
}

function addFile(tree: Tree, file: TreeFile, limits: RepositoryLimits): void {
  if (file.bytes > limits.fileBytesMax) {
    throw tooLarge(`${quotePath(file.path)} is ${file.bytes} bytes large; the limit is ${limits.fileBytesMax}`);
  }
  tree.files.push(file);
  tree.bytes += file.bytes;
  if (tree.bytes > limits.treeBytesMax) {
    throw tooLarge(`The files of the repository exceed ${limits.treeBytesMax} bytes in total`);
  }
}

function warn({ warnings }: Tree, warning: string): void {
  if (warnings.length < warningsMax) {
    warnings.push(warning);
  } else if (warnings.length === warningsMax) {
    warnings.push("More links and submodules were skipped.");
  }
}

function tooManyFiles({ filesMax }: RepositoryLimits): GitError {
  return tooLarge(`The repository contains more than ${filesMax} files`);
}

function tooLarge(problem: string): GitError {
  return new GitError("too-large", `${problem}; keep large files elsewhere, or set a content directory.`);
}
