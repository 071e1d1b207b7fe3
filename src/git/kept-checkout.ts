import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { diffTrees, type TreeDifference } from "./diff-trees.ts";
import { type Tree, type TreeFile, treeOf } from "./list-tree.ts";
import type { Repository, RepositoryUse } from "./repository.ts";
import { checkOut, removeTree, replaceFiles } from "./worktree.ts";

interface KeptRequest extends RepositoryUse {
  sha: string;
  /** Limits the checkout to this folder, which becomes the root. */
  directory: string;
  /** Must not exist yet. Only the caller uses the folder until it is kept or removed. */
  folder: string;
  /** The place where an earlier checkout may be kept. */
  keptFolder: string;
}

interface KeptCheckOut {
  /** The folder with the files. */
  files: string;
  tree: Tree;
  /** The earlier checkout that was brought up to date; undefined if every file was written. */
  earlier: EarlierCheckOut | undefined;
}

export interface EarlierCheckOut {
  sha: string;
  editTimes: ReadonlyMap<string, number>;
  difference: TreeDifference;
}

interface KeptState {
  sha: string;
  directory: string;
  /** The path, blob and size of each file. */
  files: [string, string, number][];
  warnings: string[];
  editTimes: [string, number][];
}

const filesName = "files";
const stateName = "checkout.json";

/**
 * Checks out a commit by changing the files of an earlier checkout: if one of 25,000 pages changed, one file is
 * written. If anything is wrong with the earlier checkout, it is discarded and the commit is checked out from scratch.
 */
export async function checkOutKept(repository: Repository, request: KeptRequest): Promise<KeptCheckOut> {
  const { folder, keptFolder, directory } = request;
  const files = join(folder, filesName);
  const state = await takeState(folder, keptFolder);
  if (state?.directory === directory) {
    const changed = await changeTree(repository, files, state, request);
    const known = { sha: state.sha, editTimes: new Map(state.editTimes) };
    if (changed !== undefined)
      return { files, tree: changed.tree, earlier: { ...known, difference: changed.difference } };
  }
  await removeTree(folder);
  return { files, tree: await checkOut(repository, { ...request, folder: files }), earlier: undefined };
}

/** Keeps a checkout for the next update. Only complete checkouts are kept, together with their state. */
export async function keepCheckOut(
  { folder, keptFolder }: Pick<KeptRequest, "folder" | "keptFolder">,
  {
    sha,
    directory,
    tree,
    editTimes,
  }: Pick<KeptState, "sha" | "directory"> & {
    tree: Tree;
    editTimes: ReadonlyMap<string, number>;
  },
): Promise<void> {
  const state: KeptState = {
    sha,
    directory,
    files: tree.files.map(({ path, blob, bytes }) => [path, blob, bytes]),
    warnings: tree.warnings,
    editTimes: [...editTimes],
  };
  try {
    await writeFile(join(folder, stateName), JSON.stringify(state));
    await mkdir(dirname(keptFolder), { recursive: true });
    await rename(folder, keptFolder);
  } catch {
    // Another update was faster, or the folders are on different disks. The next checkout starts from scratch.
    await removeTree(folder);
  }
}

/** Takes the kept checkout. A rename is atomic, so two updates never get the same checkout. */
async function takeState(folder: string, keptFolder: string): Promise<KeptState | undefined> {
  try {
    await mkdir(dirname(folder), { recursive: true });
    await rename(keptFolder, folder);
    const state = JSON.parse(await readFile(join(folder, stateName), "utf8")) as KeptState;
    // From here on, the files no longer match the state, so the state is removed.
    await rm(join(folder, stateName));
    return state;
  } catch {
    return undefined;
  }
}

/** Brings the files up to date; undefined if the difference can't be applied. */
async function changeTree(
  repository: Repository,
  files: string,
  state: KeptState,
  request: KeptRequest,
): Promise<{ tree: Tree; difference: TreeDifference } | undefined> {
  const { sha, directory, limits, signal } = request;
  try {
    const difference = await diffTrees(repository, { from: state.sha, to: sha, directory, limits, signal });
    if (difference === undefined) return undefined;
    const gone = new Set([...difference.removed, ...difference.written.map(({ path }) => path)]);
    const kept = state.files.flatMap(([path, blob, bytes]): TreeFile[] =>
      gone.has(path) ? [] : [{ path, blob, bytes }],
    );
    const written = await replaceFiles(repository, files, { ...difference, kept }, request);
    return { tree: treeOf([...kept, ...written], state.warnings, limits), difference };
  } catch {
    signal?.throwIfAborted();
    // The commit no longer exists, a name is taken, or a limit is exceeded. The checkout from scratch will report the
    // problem.
    return undefined;
  }
}
