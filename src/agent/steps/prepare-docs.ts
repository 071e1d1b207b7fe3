import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { readSettingsFiles } from "../../docs-edits/settings-files.ts";
import { readBlobs } from "../../git/blobs.ts";
import { findCommit } from "../../git/branches.ts";
import { changedFiles } from "../../git/changed-files.ts";
import { type FileHistory, readFileHistory } from "../../git/file-history.ts";
import { GitError } from "../../git/git-error.ts";
import { listTree, type TreeFile } from "../../git/list-tree.ts";
import { defaultRepositoryLimits, type Repository } from "../../git/repository.ts";
import { checkOut } from "../../git/worktree.ts";
import { findTip, type SourceLocation } from "../../projects/source/find-tip.ts";
import { agentLimits } from "../agent-limits.ts";

interface FoundStart {
  repository: Repository;
  sha: string;
  /** Whether the commit is the tip of the job's own branch. */
  isOnBranch: boolean;
}

export interface PreparedDocs {
  repository: Repository;
  sha: string;
  /** The committed content directory, read-only. */
  folder: string;
  files: TreeFile[];
  /** docs.json and the files it includes with `$ref`. */
  settingsParts: ReadonlySet<string>;
  /** Symbolic links and submodules, which aren't checked out. */
  links: ReadonlySet<string>;
}

const limits = defaultRepositoryLimits;

/**
 * The commit to start from: the tip of the job's own branch if it exists, otherwise the tip of the requested branch.
 */
export async function findStart(
  location: SourceLocation,
  { own, base }: { own: string | undefined; base: string },
  signal: AbortSignal,
): Promise<FoundStart> {
  if (own !== undefined) {
    try {
      return { ...(await findTip({ location, branch: own, signal })), isOnBranch: true };
    } catch (error) {
      // The branch was merged and deleted, so this is a new change.
      if (!(error instanceof GitError) || error.kind !== "not-found") throw error;
    }
  }
  return { ...(await findTip({ location, branch: base, signal })), isOnBranch: false };
}

export async function hasCommit(repository: Repository, sha: string, signal: AbortSignal): Promise<boolean> {
  return (await findCommit(repository, sha, { limits, signal })) !== undefined;
}

/** Checks out the documentation of a commit to a new folder. */
export async function prepareDocs(
  repository: Repository,
  { sha, folder, directory, signal }: { sha: string; folder: string; directory: string; signal: AbortSignal },
): Promise<PreparedDocs> {
  const { files, links } = await checkOut(repository, { sha, folder, directory, limits, signal });
  return {
    repository,
    sha,
    folder,
    files,
    links: new Set(links),
    settingsParts: await listSettingsParts(folder, files),
  };
}

async function listSettingsParts(folder: string, files: readonly TreeFile[]): Promise<ReadonlySet<string>> {
  const sizes = new Map(files.map(({ path, bytes }) => [path, bytes]));
  const { files: parts } = await readSettingsFiles({
    read: async (path) => {
      const isSmall = (sizes.get(path) ?? Number.POSITIVE_INFINITY) <= agentLimits.fileBytesMax;
      return isSmall ? readFile(join(folder, path), "utf8") : undefined;
    },
  });
  return new Set(parts);
}

/** Reads the moved and removed files. They help to fix links, but an error here must not fail the job. */
export async function readMovedFiles(
  { repository, sha }: PreparedDocs,
  directory: string,
  signal: AbortSignal,
): Promise<FileHistory> {
  try {
    return await readFileHistory(repository, { sha, directory, limits, signal });
  } catch (error) {
    if (!(error instanceof GitError) || signal.aborted) throw error;
    return { renames: new Map(), removed: new Set() };
  }
}

/**
 * The files of the content directory that differ from an earlier commit; undefined if that commit no longer exists or
 * too many files differ.
 */
export async function readChangedPaths(
  { repository, sha }: PreparedDocs,
  { from, directory, signal }: { from: string; directory: string; signal: AbortSignal },
): Promise<ReadonlySet<string> | undefined> {
  if (!(await hasCommit(repository, from, signal))) return undefined;
  const { added, modified, removed, isCut } = await changedFiles(repository, {
    from,
    to: sha,
    directory,
    limits,
    signal,
  });
  const prefix = directory === "" ? "" : `${directory}/`;
  return isCut ? undefined : new Set([...added, ...modified, ...removed].map((path) => path.slice(prefix.length)));
}

interface Guidance {
  path: string;
  text: string;
}

const guidanceNames = ["AGENTS.md", "CLAUDE.md"];
const guidanceFolder = /^\.lectern\/[^/]+\.md$/;
const guidanceFilesMax = 20;
const guidanceBytesMax = 64_000;

/** Reads the writing guidelines at the root of the repository and in the content directory. */
export async function readGuidance(
  repository: Repository,
  { sha, directory, signal }: { sha: string; directory: string; signal: AbortSignal },
): Promise<Guidance[]> {
  const use = { limits: defaultRepositoryLimits, signal };
  const { files } = await listTree(repository, { sha, ...use });
  const isWanted = (path: string) => guidanceNames.includes(path) || guidanceFolder.test(path);
  const inDocs = (path: string) => (path.startsWith(`${directory}/`) ? path.slice(directory.length + 1) : path);
  const found = files
    .filter(({ path, bytes }) => bytes <= guidanceBytesMax && (isWanted(path) || isWanted(inDocs(path))))
    .slice(0, guidanceFilesMax);
  const guidance: Guidance[] = [];
  await readBlobs(repository, found, use, async ({ path }, content) => {
    guidance.push({ path, text: content.toString("utf8") });
  });
  return guidance;
}
