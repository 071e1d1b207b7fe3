import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { importFolder } from "../git/import-folder.ts";
import { initBare } from "../git/init-bare.ts";
import { defaultRepositoryLimits } from "../git/repository.ts";
import type { Clock } from "../platform/clock.ts";
import type { Transaction } from "../platform/db/database.ts";
import { newId } from "../platform/id.ts";
import { createProject, type NewProject } from "./create-project.ts";
import type { Project } from "./store.ts";

export interface HostedProjectDeps {
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

const importer = { name: "Lectern", email: "lectern@localhost" };

/** A project whose repository is here: the folder's files are its first commit, and `git push` goes to it from then on. */
export async function createHostedProject(
  { clock, repositoriesFolder, url }: HostedProjectDeps,
  tx: Transaction,
  { folder, ...request }: NewHostedProject,
): Promise<Project> {
  const project = await createProject({ clock }, tx, {
    ...request,
    repository: `${url}/git/${request.domain}.git`,
    hostedRepository: request.domain,
  });
  const gitDir = join(repositoriesFolder, `${project.domain}.git`);
  // Made under another name: if anything fails, the transaction leaves no project and we leave no repository.
  const unfinished = join(repositoriesFolder, `${newId("prj", clock)}.unfinished`);
  try {
    await initBare(unfinished, project.branch);
    await importFolder(
      { gitDir: unfinished },
      {
        folder,
        branch: project.branch,
        author: importer,
        message: "Import",
        at: clock.now(),
        limits: defaultRepositoryLimits,
      },
    );
    await rename(unfinished, gitDir);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
  return project;
}
