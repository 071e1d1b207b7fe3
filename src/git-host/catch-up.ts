import { join } from "node:path";
import { resolveBranch } from "../git/branches.ts";
import { GitError } from "../git/git-error.ts";
import { defaultRepositoryLimits } from "../git/repository.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import type { Log } from "../platform/log.ts";
import type { Queue } from "../platform/queue/queue.ts";
import { listHostedProjects } from "../projects/store.ts";
import { listUpdates } from "../updates/store.ts";
import { receivePush } from "./receive-push.ts";

interface CatchUpDeps {
  database: Database;
  queue: Queue;
  clock: Clock;
  log: Log;
  repositoriesFolder: string;
}

/**
 * If the server crashed after storing a push but before triggering the update, only the trigger is lost. At start, compare
 * every branch with its recent updates and trigger what is missing.
 */
export async function catchUpPushes(deps: CatchUpDeps, signal: AbortSignal): Promise<void> {
  for (const project of await listHostedProjects(deps.database.query)) {
    signal.throwIfAborted();
    const repository = project.hostedRepository ?? "";
    const gitDir = join(deps.repositoriesFolder, `${repository}.git`);
    try {
      const sha = await resolveBranch({ gitDir }, project.branch, { limits: defaultRepositoryLimits, signal });
      const updates = await listUpdates(deps.database.query, project.id, { limit: recentUpdates });
      // An update without a commit hasn't fetched yet and will pick up the newest one.
      const isKnown = updates.some(
        ({ commit, branch }) => branch === project.branch && (commit === null || commit.sha === sha),
      );
      if (!isKnown) {
        await receivePush(deps, { repository, branch: project.branch, sha });
      }
    } catch (error) {
      if (!(error instanceof GitError)) {
        throw error;
      }
      deps.log.warn({ error, projectId: project.id }, "cannot read a hosted repository");
    }
  }
}

const recentUpdates = 20;
