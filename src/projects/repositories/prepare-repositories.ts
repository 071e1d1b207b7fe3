import { hasRepository } from "../../git/init-bare.ts";
import type { Log } from "../../platform/log.ts";
import { listHostedProjects } from "../store.ts";
import { cacheFolder, openRepository } from "./open-repository.ts";
import type { RepositoryDeps } from "./repository-deps.ts";
import { findVersion } from "./store.ts";
import { removeUnusedCaches } from "./sweep-repositories.ts";

/** At start: takes over repositories that version 0.2 kept in this machine's folder only, and tidies the folder. */
export async function prepareRepositories(deps: RepositoryDeps & { log: Log }, signal: AbortSignal): Promise<void> {
  const { query } = deps.database;
  for (const project of await listHostedProjects(query)) {
    signal.throwIfAborted();
    const isAdopted = (await findVersion(query, project.id)) !== undefined;
    if (isAdopted || !(await hasRepository({ gitDir: cacheFolder(deps, project) }))) {
      continue;
    }
    try {
      await openRepository(deps, project, signal);
      deps.log.info({ projectId: project.id }, "moved a hosted repository to the artifact store");
    } catch (error) {
      signal.throwIfAborted();
      // The next use of the repository tries again.
      deps.log.error({ error, projectId: project.id }, "could not move a hosted repository to the artifact store");
    }
  }
  await removeUnusedCaches(deps, signal);
}
