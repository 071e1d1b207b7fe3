import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { checkBranchName } from "./branch-name.ts";
import { findCommit, findTree } from "./branches.ts";
import { commitHead, fastImport, quotedName } from "./fast-import.ts";
import { GitError } from "./git-error.ts";
import { hasRepository, initBare } from "./init-bare.ts";
import { type FolderFile, listFolder } from "./list-folder.ts";
import { withLock } from "./lock.ts";
import type { Repository, RepositoryUse } from "./repository.ts";
import { runGit } from "./run-git.ts";
import { quotePath } from "./tree-path.ts";
import { updateBranch } from "./update-branch.ts";

export interface ImportRequest extends RepositoryUse {
  /** Its files are imported, except .git folders and node_modules. */
  folder: string;
  branch: string;
  author: { name: string; email: string };
  message: string;
  /** Milliseconds since the epoch. */
  at: number;
}

interface Imported {
  sha: string;
  files: number;
  /** False if the branch already had exactly these files; then there is no new commit. */
  isChanged: boolean;
  warnings: string[];
}

const importRef = "refs/lectern/import";

/**
 * Commits the files of a folder to a branch, and creates the repository if necessary. The files replace the whole content
 * of the branch.
 */
export async function importFolder(repository: Repository, request: ImportRequest): Promise<Imported> {
  const { branch, limits, signal } = request;
  await checkBranchName(branch, signal);
  const { files, warnings } = await listFolder(request.folder, request);
  if (files.length === 0) {
    throw new GitError("not-found", "The folder contains no files to import.");
  }
  return withLock(`${repository.gitDir}.lock`, { secondsMax: limits.lockSecondsMax, signal }, async () => {
    if (!(await hasRepository(repository))) {
      await initBare(repository.gitDir, branch, signal);
    }
    const parent = await findCommit(repository, `refs/heads/${branch}`, request);
    await fastImport(repository, importStream(files, parent, request), request);
    const commit = await findCommit(repository, importRef, request);
    if (commit === undefined) {
      throw new GitError("corrupt", "The imported commit cannot be read back.");
    }
    const isChanged = parent === undefined || (await hasOtherFiles(repository, parent, commit, request));
    if (isChanged) {
      await updateBranch(repository, { branch, from: parent, to: commit, limits, signal });
    }
    await forgetImport(repository, request);
    return { sha: isChanged ? commit : parent, files: files.length, isChanged, warnings };
  });
}

async function* importStream(
  files: readonly FolderFile[],
  parent: string | undefined,
  { folder, author, message, at, limits }: ImportRequest,
): AsyncGenerator<string | Buffer> {
  yield commitHead({ ref: importRef, author, message, at, parent });
  yield "deleteall\n";
  for (const { path, isExecutable } of files) {
    const content = await readWithin(join(folder, path), path, limits.fileBytesMax);
    yield `M ${isExecutable ? "100755" : "100644"} inline ${quotedName(path)}\ndata ${content.length}\n`;
    yield content;
    yield "\n";
  }
  yield "done\n";
}

async function readWithin(file: string, path: string, bytesMax: number): Promise<Buffer> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const { size } = await handle.stat();
    if (size > bytesMax) {
      throw new GitError("too-large", `${quotePath(path)} grew beyond ${bytesMax} bytes while it was being read.`);
    }
    // Never read more than this, even if the file keeps growing.
    const content = Buffer.alloc(size);
    const { bytesRead } = size === 0 ? { bytesRead: 0 } : await handle.read(content, 0, size, 0);
    return content.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

async function hasOtherFiles(repository: Repository, a: string, b: string, use: RepositoryUse): Promise<boolean> {
  return (await findTree(repository, a, use)) !== (await findTree(repository, b, use));
}

async function forgetImport({ gitDir }: Repository, { limits, signal }: RepositoryUse): Promise<void> {
  const args = ["update-ref", "-d", importRef];
  await runGit({ gitDir, args, secondsMax: limits.readSecondsMax, stdoutBytesMax: 0, signal });
}
