import { checkSha, findCommit, readOfCommit } from "./branches.ts";
import { GitError } from "./git-error.ts";
import { checkDirectory } from "./list-tree.ts";
import { changeRecords } from "./nul-records.ts";
import type { Repository, RepositoryUse } from "./repository.ts";
import { localCommand, readGit } from "./run-git.ts";

export interface ChangedFiles {
  /** Paths from the root of the repository. A renamed file is in both `removed` and `added`. */
  added: string[];
  modified: string[];
  removed: string[];
  renamed: { from: string; to: string }[];
  /** Whether the lists are incomplete. */
  isCut: boolean;
}

interface ChangesRequest extends RepositoryUse {
  from?: string | undefined;
  to: string;
  /** Limits the changes to this folder. */
  directory?: string | undefined;
}

const changedFilesMax = 5_000;
const listBytesMax = 100_000_000;
const emptyTree = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

/** The files that differ between two commits. If `from` is missing or no longer exists, all files count as added. */
export async function changedFiles(repository: Repository, request: ChangesRequest): Promise<ChangedFiles> {
  const { from, to, directory = "" } = request;
  checkDirectory(directory);
  if (from === undefined) {
    return readOfCommit(repository, to, request, () => compareTrees(repository, emptyTree, request));
  }
  checkSha(from);
  try {
    return await readOfCommit(repository, to, request, () => compareTrees(repository, from, request));
  } catch (error) {
    // The branch was replaced, and the old commit no longer exists.
    const isGone =
      error instanceof GitError && error.kind !== "not-found" && !(await findCommit(repository, from, request));
    if (!isGone) throw error;
  }
  return compareTrees(repository, emptyTree, request);
}

async function compareTrees(repository: Repository, before: string, request: ChangesRequest): Promise<ChangedFiles> {
  const { to, directory = "" } = request;
  const command = localCommand(repository, request, listBytesMax, [
    ...["--literal-pathspecs", "diff-tree", "-r", "-z", "--name-status", "--find-renames", "--no-ext-diff"],
    ...["--no-textconv", "--end-of-options", before, to, "--", ...(directory === "" ? [] : [directory])],
  ]);
  const changes: ChangedFiles = { added: [], modified: [], removed: [], renamed: [], isCut: false };
  await readGit(command, async ({ stdout }) => {
    let count = 0;
    for await (const fields of changeRecords(stdout)) {
      if (count === changedFilesMax) {
        changes.isCut = true;
        break;
      }
      addChange(changes, fields);
      count += 1;
    }
  });
  for (const list of [changes.added, changes.removed]) list.sort(compareBytes);
  return changes;
}

/** Compares paths in git's sort order. */
function compareBytes(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

function addChange(changes: ChangedFiles, [status = "", path = "", newPath = ""]: readonly string[]): void {
  // The status of a renamed file is an R followed by the similarity of the two files.
  switch (status.charAt(0)) {
    case "A":
      changes.added.push(path);
      break;
    case "D":
      changes.removed.push(path);
      break;
    // The type changed, for example from a file to a link.
    case "M":
    case "T":
      changes.modified.push(path);
      break;
    case "R":
      changes.removed.push(path);
      changes.added.push(newPath);
      changes.renamed.push({ from: path, to: newPath });
      break;
    default:
      throw new GitError("failed", "git listed changes in an unknown format.");
  }
}
