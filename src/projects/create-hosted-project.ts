import { readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { importFolder } from "../git/import-folder.ts";
import { initBare } from "../git/init-bare.ts";
import { defaultRepositoryLimits } from "../git/repository.ts";
import type { Clock } from "../platform/clock.ts";
import type { Transaction } from "../platform/db/database.ts";
import { newId } from "../platform/id.ts";
import { createProject, type NewProject } from "./create-project.ts";
import type { Project } from "./store.ts";

interface HostedProjectDeps {
  clock: Clock;
  /** Of the built-in git host. */
  repositoriesFolder: string;
  /** The public address of this server. */
  url: string;
}

export type NewHostedProject = Omit<NewProject, "repository" | "hostedRepository"> & {
  /** The folder whose files become the first commit. */
  folder: string;
};

/** Marks the repository of a removed project. */
const removedSuffix = ".removed";

const importer = { name: "Lectern", email: "lectern@localhost" };

interface UnclaimedRepository {
  gitDir: string;
  branch: string;
}

/** Creates a project in the built-in git host, with the folder's files as its first commit. */
export async function createHostedProject(
  deps: HostedProjectDeps,
  tx: Transaction,
  { folder, ...request }: NewHostedProject,
): Promise<Project> {
  const repository = await importRepository(deps, folder, request.branch);
  try {
    return await claimRepository(deps, tx, repository, request);
  } catch (error) {
    await removeRepository(repository);
    throw error;
  }
}

/** Creates a repository with the folder's files as its first commit. Slow, so better not inside a transaction. */
export async function importRepository(
  { clock, repositoriesFolder }: HostedProjectDeps,
  folder: string,
  branch = "main",
): Promise<UnclaimedRepository> {
  const repository = { gitDir: join(repositoriesFolder, `${newId("prj", clock)}.unfinished`), branch };
  try {
    await initBare(repository.gitDir, branch);
    await importFolder(repository, {
      folder,
      branch,
      author: importer,
      message: "Import",
      at: clock.now(),
      limits: defaultRepositoryLimits,
    });
    return repository;
  } catch (error) {
    await removeRepository(repository);
    throw error;
  }
}

/** Creates the project, and moves the repository to its place last. */
export async function claimRepository(
  { clock, repositoriesFolder, url }: HostedProjectDeps,
  tx: Transaction,
  { gitDir, branch }: UnclaimedRepository,
  request: Omit<NewHostedProject, "folder">,
): Promise<Project> {
  const project = await createProject({ clock }, tx, {
    ...request,
    branch,
    repository: `${url}/git/${request.domain}.git`,
    hostedRepository: request.domain,
  });
  const target = join(repositoriesFolder, `${project.domain}.git`);
  await setAside({ clock, repositoriesFolder }, target);
  await rename(gitDir, target);
  return project;
}

export async function removeRepository({ gitDir }: UnclaimedRepository): Promise<void> {
  await rm(gitDir, { recursive: true, force: true });
}

/** Moves the repository of a removed project out of the way, which frees its name at once. */
export async function setAside(
  { clock, repositoriesFolder }: Pick<HostedProjectDeps, "clock" | "repositoriesFolder">,
  gitDir: string,
): Promise<void> {
  await rename(gitDir, join(repositoriesFolder, `${newId("prj", clock)}${removedSuffix}`)).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") {
        throw error;
      }
    },
  );
}

export async function removeSetAsideRepositories(repositoriesFolder: string): Promise<void> {
  const names = await readdir(repositoriesFolder).catch(() => []);
  for (const name of names.filter((each) => each.endsWith(removedSuffix))) {
    await rm(join(repositoriesFolder, name), { recursive: true, force: true });
  }
}
