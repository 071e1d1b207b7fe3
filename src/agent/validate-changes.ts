import { hash } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { removeTree } from "../git/worktree.ts";
import { buildSite } from "../site/building.ts";
import { BuildFailure, type BuildProblem, listNewProblems, type ProjectFile } from "../site/project.ts";
import type { RenderPool } from "../site/rendering.ts";
import type { CheckedChange } from "./check-changes.ts";
import { type PreparedDocs, prepareDocs } from "./steps/prepare-docs.ts";

interface ValidateDeps {
  pool: RenderPool;
  /** Shared with the project's updates, so unchanged pages aren't rendered again. */
  cacheFolder: string;
  /** The content directory in the repository. */
  directory: string;
  signal: AbortSignal;
}

/** The problems that the changes introduce. */
export interface Validation {
  pages: number;
  errors: BuildProblem[];
  warnings: BuildProblem[];
}

/** Builds the documentation with the changes, like an update but without publishing, and reports new problems. */
export async function validateChanges(
  deps: ValidateDeps,
  docs: PreparedDocs,
  changes: readonly CheckedChange[],
): Promise<Validation> {
  const folder = `${docs.folder}.changed`;
  await removeTree(folder);
  try {
    await prepareDocs(docs.repository, { ...deps, sha: docs.sha, folder });
    for (const change of changes) await applyChange(folder, change);
    const after = await findProblems(deps, folder, changedFiles(docs, changes));
    const isClean = after.problems.every(({ severity }) => severity === "note");
    const before = isClean ? [] : (await findProblems(deps, docs.folder, committedFiles(docs))).problems;
    const fresh = listNewProblems(after.problems, before);
    return {
      pages: after.pages,
      errors: fresh.filter(({ severity }) => severity === "error"),
      warnings: fresh.filter(({ severity }) => severity === "warning"),
    };
  } finally {
    await removeTree(folder);
  }
}

// The folder was written by this server and contains no symbolic links, and the path has been checked.
async function applyChange(folder: string, { path, content }: CheckedChange): Promise<void> {
  const file = join(folder, path);
  if (content === undefined) {
    await rm(file, { force: true });
  } else {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
}

async function findProblems(
  { pool, cacheFolder, signal }: ValidateDeps,
  folder: string,
  files: readonly ProjectFile[],
): Promise<{ pages: number; problems: BuildProblem[] }> {
  try {
    const { pages, problems } = await buildSite({ pool }, { folder, files, cacheFolder, signal, onLine: () => {} });
    return { pages: pages.length, problems };
  } catch (error) {
    if (error instanceof BuildFailure) return { pages: 0, problems: error.problems };
    throw error;
  }
}

function committedFiles({ files }: PreparedDocs): ProjectFile[] {
  return files.map(({ path, bytes, blob }) => ({ path, size: bytes, stamp: blob }));
}

function changedFiles(docs: PreparedDocs, changes: readonly CheckedChange[]): ProjectFile[] {
  const files = new Map(committedFiles(docs).map((file) => [file.path, file]));
  for (const { path, content } of changes) {
    if (content === undefined) files.delete(path);
    else files.set(path, { path, size: Buffer.byteLength(content), stamp: blobId(content) });
  }
  return [...files.values()];
}

// Computes git's blob ID, so that a later update with the same file can reuse the cache.
function blobId(content: string): string {
  return hash("sha1", `blob ${Buffer.byteLength(content)}\0${content}`);
}
