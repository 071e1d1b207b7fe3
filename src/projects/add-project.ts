import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DashboardProject } from "../contract/dashboard-operations.ts";
import { GitError } from "../git/git-error.ts";
import type { Transaction } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import type { Services } from "../platform/services.ts";
import { limitPreviews } from "./access/store.ts";
import { claimRepository, discardRepository, importRepository } from "./create-hosted-project.ts";
import { createProject, type NewProject } from "./create-project.ts";
import { newWebhookSecret } from "./new-webhook-secret.ts";
import { type PresentDeps, type ProjectUpdates, presentProject } from "./present-project.ts";
import type { RepositoryDeps } from "./repositories/repository-deps.ts";
import type { Project } from "./store.ts";
import { writeStarter } from "./write-starter.ts";

export interface AddProjectDeps extends RepositoryDeps, Pick<Services, "queue" | "secrets"> {
  /** The server's public address. */
  url: string;
  updates: ProjectUpdates;
}

export interface AddedProject {
  project: Project;
  /** The ID of the project's first update. */
  statusId: string;
}

type Named = Pick<NewProject, "organizationId" | "name" | "domain" | "directory">;

interface RemoteProject extends Named, Pick<NewProject, "repository" | "branch"> {
  repositoryToken?: string | undefined;
}

/** Adds a project whose repository is on another host. */
export async function addRemoteProject(
  deps: AddProjectDeps,
  tx: Transaction,
  { repositoryToken = "", ...request }: RemoteProject,
): Promise<AddedProject> {
  const { secrets } = deps;
  const project = await createProject(deps, tx, {
    ...request,
    repositoryToken: repositoryToken === "" ? null : secrets.seal(repositoryToken),
    webhookSecret: secrets.seal(newWebhookSecret()),
  });
  return withFirstUpdate(deps, tx, project);
}

interface HostedProject extends Named {
  /** The person who adds the project is the author of its first commit. */
  author: { name: string; email: string };
}

/**
 * Adds a project from a folder. Its files become the first commit of a hosted repository before the transaction starts.
 */
export async function addHostedProject<Result>(
  deps: AddProjectDeps,
  folder: string,
  { author, ...request }: HostedProject,
  inTransaction: (add: (tx: Transaction) => Promise<AddedProject>) => Promise<Result>,
): Promise<Result> {
  const repository = await importRepository(deps, folder, { author }).catch(rethrowGitProblem);
  try {
    return await inTransaction(async (tx) =>
      withFirstUpdate(deps, tx, await claimRepository(deps, tx, repository, request)),
    );
  } catch (error) {
    await discardRepository(deps, repository);
    throw error;
  }
}

/** Reports problems that git finds in the folder as errors that the user can fix. */
function rethrowGitProblem(error: unknown): never {
  if (
    error instanceof GitError &&
    (error.kind === "refused" || error.kind === "too-large" || error.kind === "not-found")
  ) {
    throw new AppError("bad_request", error.message, { cause: error });
  }
  throw error;
}

/** Builds the reply and notes the project for the audit log. */
export async function presentAdded(
  deps: PresentDeps,
  tx: Transaction,
  { project, statusId }: AddedProject,
  note: (details: Readonly<Record<string, string>>) => void,
): Promise<{ project: DashboardProject; statusId: string }> {
  note({ projectId: project.id, name: project.name, domain: project.domain });
  return { project: await presentProject(deps, tx, project, "admin"), statusId };
}

/** Runs the work with a temporary folder that contains the starter project. */
export function withStarter<Result>(name: string, work: (folder: string) => Promise<Result>): Promise<Result> {
  return withFolder("lectern-starter-", async (folder) => {
    await writeStarter(folder, name);
    return work(folder);
  });
}

/** Runs the work with a temporary folder, which is removed afterwards. */
export async function withFolder<Result>(prefix: string, work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function withFirstUpdate(deps: AddProjectDeps, tx: Transaction, project: Project): Promise<AddedProject> {
  await limitPreviews(tx, project.id, deps.clock.now());
  return { project, statusId: await deps.updates.startFirst(tx, project) };
}
