import { readBlobs } from "../git/blobs.ts";
import { findCommit } from "../git/branches.ts";
import { listTree, type TreeFile } from "../git/list-tree.ts";
import { mirrorOf } from "../git/mirror.ts";
import { readFileOf } from "../git/read-file.ts";
import { defaultRepositoryLimits as limits, type Repository } from "../git/repository.ts";
import { AppError } from "../platform/errors.ts";
import { findTip, type SourceLocation } from "../projects/source/find-tip.ts";
import type { Project } from "../projects/store.ts";
import type { DraftRequest } from "./draft.ts";

export interface DraftSourceDeps {
  /** The repository for reading. Works without a token if the repository is public. */
  locate(project: Project, signal: AbortSignal): Promise<SourceLocation>;
}

/** The newest commit of the branch, from which a new draft starts. */
export async function findBaseCommit(
  { locate }: DraftSourceDeps,
  project: Project,
  signal: AbortSignal,
): Promise<{ repository: Repository; sha: string }> {
  return findTip({ location: await locate(project, signal), branch: project.branch, signal });
}

/** The repository with the draft's base commit. It is fetched again if this machine doesn't have the commit. */
export async function openBase({ locate }: DraftSourceDeps, request: DraftRequest): Promise<Repository> {
  const { project, draft, signal } = request;
  const location = await locate(project, signal);
  if (location.kind === "hosted") {
    return { gitDir: location.gitDir };
  }
  const mirror = mirrorOf(location.mirrorsFolder, location.url);
  const known = await findCommit(mirror, draft.baseSha, { limits, signal }).catch(unlessBusy);
  if (known === undefined) {
    await findTip({ location, branch: draft.baseBranch, signal });
  }
  return mirror;
}

/** A server that is busy has no time for a fetch either. */
function unlessBusy(error: unknown): undefined {
  if (error instanceof AppError) throw error;
}

/** The files of the base commit. Paths are relative to the content directory. */
export async function listBaseFiles(
  repository: Repository,
  project: Pick<Project, "directory">,
  sha: string,
  signal: AbortSignal,
): Promise<TreeFile[]> {
  return (await listTree(repository, { sha, directory: project.directory, limits, signal })).files;
}

export function readBaseFile(
  repository: Repository,
  project: Pick<Project, "directory">,
  { sha, path, bytesMax, signal }: { sha: string; path: string; bytesMax: number; signal: AbortSignal },
): Promise<Buffer | undefined> {
  const inRepository = project.directory === "" ? path : `${project.directory}/${path}`;
  return readFileOf(repository, { sha, path: inRepository, bytesMax, limits, signal });
}

/** Reads many files of the base commit with a single git process. */
export async function readBaseFiles(
  repository: Repository,
  files: readonly TreeFile[],
  signal: AbortSignal,
  onFile: (file: TreeFile, content: Buffer) => void,
): Promise<void> {
  if (files.length > 0) {
    await readBlobs(repository, files, { limits, signal }, async (file, content) => onFile(file, content));
  }
}
