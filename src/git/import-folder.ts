import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { checkBranchName } from "./branch-name.ts";
import { commitHead, fastImport, quotedName } from "./fast-import.ts";
import { GitError } from "./git-error.ts";
import { type FolderFile, listFolder } from "./list-folder.ts";
import type { Repository, RepositoryUse } from "./repository.ts";
import { quotePath } from "./tree-path.ts";

export interface ImportRequest extends RepositoryUse {
  /** The folder to import. Its .git folders and node_modules are skipped. */
  folder: string;
  branch: string;
  author: { name: string; email: string };
  message: string;
  /** Milliseconds since the epoch. */
  at: number;
}

/**
 * Commits the files of a folder to a branch of an empty repository. Returns which files were skipped, and why. If it
 * fails, the branch doesn't exist.
 */
export async function importFolder(repository: Repository, request: ImportRequest): Promise<{ warnings: string[] }> {
  checkBranchName(request.branch);
  const { files, warnings } = await listFolder(request.folder, request);
  if (files.length === 0) {
    throw new GitError("not-found", "The folder contains no files to import.");
  }
  await fastImport(repository, importStream(files, request), request);
  return { warnings };
}

async function* importStream(
  files: readonly FolderFile[],
  { folder, branch, author, message, at, limits }: ImportRequest,
): AsyncGenerator<string | Buffer> {
  yield commitHead({ ref: `refs/heads/${branch}`, author, message, at, parent: undefined });
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
