import type { Dirent } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { abortError, GitError } from "./git-error.ts";
import type { Listing } from "./list-tree.ts";
import type { RepositoryUse } from "./repository.ts";
import { isGitFolder, pathProblem, quotePath } from "./tree-path.ts";

export interface FolderFile {
  /** Relative to the folder, with slashes. */
  path: string;
  bytes: number;
  isExecutable: boolean;
}

const warningsMax = 50;

/** Lists the files of a local folder within the limits of a repository. Links are not followed. */
export async function listFolder(folder: string, use: RepositoryUse): Promise<Listing<FolderFile>> {
  const listing: Listing<FolderFile> = { files: [], bytes: 0, warnings: [] };
  await addFolder(listing, folder, "", use);
  return listing;
}

async function addFolder(listing: Listing<FolderFile>, root: string, path: string, use: RepositoryUse): Promise<void> {
  if (use.signal?.aborted) {
    throw abortError(use.signal.reason);
  }
  const entries = await readdir(join(root, path), { withFileTypes: true });
  for (const entry of entries.sort(byName)) {
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

function byName(a: Dirent, b: Dirent): number {
  return a.name < b.name ? -1 : 1;
}
