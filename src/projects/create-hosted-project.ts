import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { writeBareLayout } from "../git/bare-layout.ts";
import { importFolder } from "../git/import-folder.ts";
import { type Refs, readRefs } from "../git/refs.ts";
import { defaultRepositoryLimits as limits } from "../git/repository.ts";
import { packReachable } from "../git/write-pack.ts";
import type { Transaction } from "../platform/db/database.ts";
import { newId } from "../platform/id.ts";
import { createProject, type NewProject } from "./create-project.ts";
import { scratchFolder } from "./repositories/change-repository.ts";
import { moveRefs } from "./repositories/move-refs.ts";
import type { RepositoryDeps } from "./repositories/repository-deps.ts";
import { insertRepository, type StoredPack } from "./repositories/store.ts";
import { discardPack, storePack } from "./repositories/stored-packs.ts";
import type { Project } from "./store.ts";

export interface HostedProjectDeps extends RepositoryDeps {
  /** The public address of this server. */
  url: string;
}

export type NewHostedProject = Omit<NewProject, "id" | "repository" | "hostedRepository"> & {
  /** The folder with the files of the first commit. */
  folder: string;
};

/** The author of imports that nobody signed in for: the sample project, and projects from the command line. */
const importer = { name: "Lectern", email: "lectern@localhost" };

/** A repository in the store that doesn't belong to a project yet. */
interface UnclaimedRepository {
  /** The project that the repository will belong to. */
  projectId: string;
  branch: string;
  refs: Refs;
  pack: StoredPack | undefined;
}

/** Creates a project in the built-in git host, with the folder's files as its first commit. */
export async function createHostedProject(
  deps: HostedProjectDeps,
  { folder, ...request }: NewHostedProject,
  record: (tx: Transaction, project: Project) => Promise<void> = async () => {},
): Promise<Project> {
  const repository = await importRepository(deps, folder, { branch: request.branch });
  try {
    return await deps.database.transaction(async (tx) => {
      const project = await claimRepository(deps, tx, repository, request);
      await record(tx, project);
      return project;
    });
  } catch (error) {
    await discardRepository(deps, repository);
    throw error;
  }
}

/** Stores a repository with the folder's files as its first commit. Must not be called inside a transaction. */
export async function importRepository(
  deps: RepositoryDeps,
  folder: string,
  { branch = "main", author = importer }: { branch?: string | undefined; author?: typeof importer } = {},
): Promise<UnclaimedRepository> {
  const { clock, repositoriesFolder } = deps;
  const projectId = newId("prj", clock);
  const scratch = { gitDir: join(repositoriesFolder, scratchFolder, `${randomUUID()}.git`) };
  try {
    await writeBareLayout(scratch, { head: branch, refs: new Map() });
    await importFolder(scratch, { folder, branch, author, message: "Import", at: clock.now(), limits });
    const refs = await readRefs(scratch, { limits });
    const path = await packReachable(scratch, scratch.gitDir, { tips: refs.values() }, { limits });
    const pack = path && (await storePack(deps, projectId, path, new AbortController().signal));
    return { projectId, branch, refs, pack: pack || undefined };
  } finally {
    await rm(scratch.gitDir, { recursive: true, force: true });
  }
}

/** Creates the project that owns the repository. */
export async function claimRepository(
  { clock, url }: Pick<HostedProjectDeps, "clock" | "url">,
  tx: Transaction,
  { projectId, branch, refs, pack }: UnclaimedRepository,
  request: Omit<NewHostedProject, "folder">,
): Promise<Project> {
  const project = await createProject({ clock }, tx, {
    ...request,
    id: projectId,
    branch,
    repository: `${url}/git/${request.domain}.git`,
    hostedRepository: request.domain,
  });
  await insertRepository(tx, { projectId, head: branch, createdAt: project.createdAt });
  const moves = [...refs].map(([ref, to]) => ({ ref, from: undefined, to }));
  await moveRefs(tx, projectId, { moves, pack, now: clock.now() });
  return project;
}

/** Does nothing if the repository was claimed. */
export async function discardRepository(deps: RepositoryDeps, { projectId, pack }: UnclaimedRepository): Promise<void> {
  if (pack !== undefined) {
    await discardPack(deps, projectId, pack);
  }
}
