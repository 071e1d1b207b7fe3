import { constants } from "node:fs";
import { lstat, open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { checkBranchName } from "./branch-name.ts";
import { commitHead, fastImport, quotedName } from "./fast-import.ts";
import { abortError, GitError } from "./git-error.ts";
import type { Listing } from "./list-tree.ts";
import type { Repository, RepositoryUse } from "./repository.ts";
import { isGitFolder, pathProblem, quotePath } from "./tree-path.ts";

export interface ImportRequest extends RepositoryUse {
  /** The folder to import. Its .git folders and node_modules are skipped. */
  folder: string;
  branch: string;
  author: { name: string; email: string };
  message: string;
  /** Milliseconds since the epoch. */
  at: number;
}

interface FolderFile {
  /** Relative to the folder, with slashes. */
  path: string;
  bytes: number;
  isExecutable: boolean;
}

const warningsMax = 50;

/**
 * Commits the files of a folder to a branch of an empty repository. Returns which files were skipped, and why. If this
 * fails, the branch doesn't exist afterwards.
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

/** Lists the files of a local folder within the limits of a repository. Links are not followed. */
async function listFolder(folder: string, use: RepositoryUse): Promise<Listing<FolderFile>> {
  const listing: Listing<FolderFile> = { files: [], bytes: 0, warnings: [] };
  await addFolder(listing, folder, "", use);
  return listing;
}

async function addFolder(listing: Listing<FolderFile>, root: string, path: string, use: RepositoryUse): Promise<void> {
  if (use.signal?.aborted) {
    throw abortError(use.signal.reason);
  }
  const entries = await readdir(join(root, path), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const entryPath = path === "" ? entry.name : `${path}/${entry.name}`;
    if (isGitFolder(entry.name) || entry.name === "node_modules") {
      continue;
    }
    const problem = pathProblem(entryPath);
    if (problem !== undefined) {
      throw new GitError("refused", `The folder contains a path that ${problem}: ${quotePath(entryPath)}; rename it.`);
    }
    if (entry.isDirectory()) {
      await addFolder(listing, root, entryPath, use);
    } else if (entry.isFile()) {
      await addFile(listing, root, entryPath, use);
    } else if (listing.warnings.length < warningsMax) {
      listing.warnings.push(`${quotePath(entryPath)} is not a regular file and was skipped.`);
    }
  }
}

async function addFile(
  listing: Listing<FolderFile>,
  root: string,
  path: string,
  { limits }: RepositoryUse,
): Promise<void> {
  const { size, mode } = await lstat(join(root, path));
  listing.files.push({ path, bytes: size, isExecutable: (mode & 0o111) !== 0 });
  listing.bytes += size;
  if (listing.files.length > limits.filesMax) {
    throw new GitError("too-large", `The folder contains more than ${limits.filesMax} files; import a smaller one.`);
  }
  if (size > limits.fileBytesMax) {
    throw new GitError("too-large", `${quotePath(path)} is ${size} bytes large; the limit is ${limits.fileBytesMax}.`);
  }
  if (listing.bytes > limits.treeBytesMax) {
    throw new GitError("too-large", `The files of the folder exceed ${limits.treeBytesMax} bytes in total.`);
  }
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
    // Never read more than this size, even if the file keeps growing.
    const content = Buffer.alloc(size);
    const { bytesRead } = size === 0 ? { bytesRead: 0 } : await handle.read(content, 0, size, 0);
    return content.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
