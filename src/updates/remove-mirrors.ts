import { stat } from "node:fs/promises";
import { join } from "node:path";
import { GitError } from "../git/git-error.ts";
import { mirrorOf, removeMirror } from "../git/mirror.ts";
import { defaultRepositoryLimits } from "../git/repository.ts";
import type { Database } from "../platform/db/database.ts";
import { listNames } from "../platform/list-names.ts";
import { listProjects, type Project } from "../projects/store.ts";

interface MirrorDeps {
  database: Database;
  /** Contains one folder of mirrors per organization. */
  mirrorsFolder: string;
}

/** How many mirrors one sweep removes; the next one continues. */
const removalsMax = 100;
/** An update or agent job may still read a mirror that its project no longer refers to. Every fetch renews the time. */
const graceMilliseconds = 3_600_000;
const mirrorPattern = /^([0-9a-f]{64}\.git)(?:$|\.new-|\.removed-)/;

/** Removes a repository's mirror, unless another project of the organization has the same repository. */
export async function removeMirrorOf(
  { database, mirrorsFolder }: MirrorDeps,
  { organizationId, repository }: Pick<Project, "organizationId" | "repository">,
  signal: AbortSignal,
): Promise<void> {
  const folder = join(mirrorsFolder, organizationId);
  const gitDir = mirrorPath(folder, repository);
  if (gitDir === undefined) return;
  const use = { limits: defaultRepositoryLimits, signal };
  await removeMirror({ gitDir }, use, () => isUnused(database, organizationId, folder, gitDir));
}

/** Removes the mirrors that no project refers to. */
export async function sweepMirrors({ database, mirrorsFolder }: MirrorDeps, now: number, signal: AbortSignal) {
  let removals = 0;
  for (const organizationId of await listNames(mirrorsFolder)) {
    const folder = join(mirrorsFolder, organizationId);
    const names = (await listNames(folder)).flatMap((entry) => mirrorPattern.exec(entry)?.[1] ?? []);
    const used = await usedMirrors(database, organizationId, folder);
    for (const gitDir of new Set(names.map((name) => join(folder, name)))) {
      if (used.has(gitDir) || (await modifiedAt(gitDir)) > now - graceMilliseconds) continue;
      if (removals++ === removalsMax) return;
      await removeUnlessBusy(gitDir, () => isUnused(database, organizationId, folder, gitDir), signal);
    }
  }
}

async function removeUnlessBusy(gitDir: string, isUnused: () => Promise<boolean>, signal: AbortSignal): Promise<void> {
  const use = { limits: { ...defaultRepositoryLimits, lockSecondsMax: 0 }, signal };
  try {
    await removeMirror({ gitDir }, use, isUnused);
  } catch (error) {
    // The lock is held, so the mirror is in use.
    if (!(error instanceof GitError && error.kind === "timeout")) throw error;
  }
}

async function isUnused(database: Database, organizationId: string, folder: string, gitDir: string): Promise<boolean> {
  return !(await usedMirrors(database, organizationId, folder)).has(gitDir);
}

async function usedMirrors(database: Database, organizationId: string, folder: string): Promise<Set<string>> {
  const projects = await listProjects(database.query, organizationId);
  const addresses = projects.flatMap(({ repository, hostedRepository, sources, contextRepositories }) => [
    ...(hostedRepository === null ? [repository] : []),
    ...sources.flatMap((source) => source.repository ?? []),
    ...contextRepositories.map((context) => context.repository),
  ]);
  return new Set(addresses.flatMap((address) => mirrorPath(folder, address) ?? []));
}

/** Undefined for a rejected address, which never had a mirror. */
function mirrorPath(folder: string, repository: string): string | undefined {
  try {
    return mirrorOf(folder, repository).gitDir;
  } catch (error) {
    if (error instanceof GitError) return undefined;
    throw error;
  }
}

async function modifiedAt(gitDir: string): Promise<number> {
  // A leftover of an interrupted removal has no mirror next to it.
  return (await stat(gitDir).catch(() => undefined))?.mtimeMs ?? 0;
}
