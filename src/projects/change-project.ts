import type { Clock } from "../platform/clock.ts";
import type { Connection } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import {
  checkedBranch,
  checkedCustomDomain,
  checkedDirectory,
  checkedName,
  checkedRepository,
} from "./create-project.ts";
import { deleteDomains, insertDomain, type Project, type ProjectChanges, updateProject } from "./store.ts";

/** What somebody wants changed; what is left out stays as it is. The token is sealed. */
export interface ChangeRequest extends Omit<ProjectChanges, "webhookSecret"> {
  customDomains?: readonly string[] | undefined;
}

export async function changeProject(
  { clock }: { clock: Clock },
  tx: Connection,
  project: Project,
  { customDomains, ...request }: ChangeRequest,
): Promise<void> {
  const { name, repository, branch, directory, repositoryToken, isStrict } = request;
  if (project.hostedRepository !== null && (repository !== undefined || repositoryToken !== undefined)) {
    throw new AppError("bad_request", "The repository of this project is in the built-in git host; it has no other.");
  }
  await updateProject(tx, project.id, {
    ...(name === undefined ? {} : { name: checkedName(name) }),
    ...(repository === undefined ? {} : { repository: checkedRepository(repository) }),
    ...(branch === undefined ? {} : { branch: checkedBranch(branch) }),
    ...(directory === undefined ? {} : { directory: checkedDirectory(directory) }),
    ...(repositoryToken === undefined ? {} : { repositoryToken }),
    ...(isStrict === undefined ? {} : { isStrict }),
  });
  if (customDomains !== undefined) {
    await replaceDomains(tx, project.id, customDomains, clock.now());
  }
}

async function replaceDomains(
  tx: Connection,
  projectId: string,
  customDomains: readonly string[],
  now: number,
): Promise<void> {
  await deleteDomains(tx, projectId);
  for (const [index, domain] of [...new Set(customDomains.map(checkedCustomDomain))].entries()) {
    // The first is the address that pages name, so their order is kept.
    if (!(await insertDomain(tx, projectId, domain, now + index))) {
      throw new AppError("conflict", `The custom domain "${domain}" belongs to another project.`);
    }
  }
}
