import { constants } from "node:fs";
import { mkdir, open, rm, rmdir, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { readBlobs } from "./blobs.ts";
import type { TreeDifference } from "./diff-trees.ts";
import { GitError } from "./git-error.ts";
import { listTree, type Tree, type TreeFile } from "./list-tree.ts";
import { markUnsure } from "./mirror.ts";
import type { Repository, RepositoryUse } from "./repository.ts";
import { quotePath } from "./tree-path.ts";

interface CheckOutRequest extends RepositoryUse {
  sha: string;
  /** Must not exist yet. */
  folder: string;
  /** Limits the checkout to this folder, which becomes the root. */
  directory?: string | undefined;
}

const batchFilesMax = 64;
const batchBytesMax = 8_000_000;
const fileMode = 0o644;
const newFile = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/**
 * Writes the files of a commit to a new folder. Git only provides the contents and never has a work tree, so
 * attributes, filters, links and hooks of the repository have no effect. All limits are checked before the first write.
 */
export async function checkOut(repository: Repository, request: CheckOutRequest): Promise<Tree> {
  const { folder } = request;
  try {
    const tree = await listTree(repository, request);
    await mkdir(dirname(folder), { recursive: true });
    await mkdir(folder);
    await writeFiles(repository, tree.files, request);
    return tree;
  } catch (error) {
    if (error instanceof GitError && error.kind === "corrupt") {
      await markUnsure(repository);
    }
    throw error;
  }
}

/**
 * Turns the files of one commit into those of another, and returns the written files. After a failure, the folder
 * matches neither commit.
 */
export async function replaceFiles(
  repository: Repository,
  folder: string,
  { removed, written, kept }: TreeDifference & { kept: readonly TreeFile[] },
  use: RepositoryUse,
): Promise<TreeFile[]> {
  // Files are removed first, because a folder may become a file, or a name may change only in case.
  for (const path of [...removed, ...written.map((file) => file.path)]) {
    await unlink(join(folder, path)).catch(ignoreMissing);
  }
  for (const path of removed) {
    await removeEmptyFolders(folder, dirname(path));
  }
  const folders = new Set(["."]);
  for (const { path } of kept) {
    for (let parent = dirname(path); !folders.has(parent); parent = dirname(parent)) folders.add(parent);
  }
  return writeFiles(repository, written, { ...use, folder }, folders);
}

async function removeEmptyFolders(root: string, path: string): Promise<void> {
  if (path === ".") return;
  try {
    await rmdir(join(root, path));
  } catch {
    // The folder still has files, or is already gone.
    return;
  }
  await removeEmptyFolders(root, dirname(path));
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}

export async function removeTree(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}

async function writeFiles(
  repository: Repository,
  files: readonly (Omit<TreeFile, "bytes"> & { bytes?: number })[],
  request: RepositoryUse & { folder: string },
  folders = new Set(["."]),
): Promise<TreeFile[]> {
  const { folder } = request;
  const written: TreeFile[] = [];
  const batch: { path: string; content: Buffer }[] = [];
  let batchBytes = 0;

  async function writeBatch(): Promise<void> {
    await Promise.all(batch.map(({ path, content }) => writeNew(folder, path, content)));
    batch.length = 0;
    batchBytes = 0;
  }

  await readBlobs(repository, files, request, async ({ path, blob }, content) => {
    await makeFolder(folder, dirname(path), folders);
    written.push({ path, blob, bytes: content.length });
    batch.push({ path, content });
    batchBytes += content.length;
    if (batch.length >= batchFilesMax || batchBytes >= batchBytesMax) {
      await writeBatch();
    }
  });
  await writeBatch();
  return written;
}

async function makeFolder(root: string, path: string, made: Set<string>): Promise<void> {
  if (!made.has(path)) {
    await makeFolder(root, dirname(path), made);
    await mkdir(join(root, path)).catch((error) => refuseTwin(error, path));
    made.add(path);
  }
}

async function writeNew(root: string, path: string, content: Buffer): Promise<void> {
  const file = await open(join(root, path), newFile, fileMode).catch((error) => refuseTwin(error, path));
  try {
    await file.writeFile(content);
  } finally {
    await file.close();
  }
}

// The name was free before, so an existing file comes from the same commit, and the file system considers both names
// equal.
function refuseTwin(error: NodeJS.ErrnoException, path: string): never {
  if (error.code === "EEXIST") {
    throw new GitError(
      "refused",
      `The repository contains two files that have the same name on this server: ${quotePath(path)}.`,
    );
  }
  throw error;
}
