import { dayMilliseconds } from "../platform/clock.ts";
import type { Connection } from "../platform/db/database.ts";
import type { Services } from "../platform/services.ts";
import { subdomainOf } from "../projects/sites/site-address.ts";
import { findProjectById, lockProject, type Project } from "../projects/store.ts";
import { type FailedUpdate, listFailedUpdates, recordCatchUp } from "./catch-up-store.ts";
import { appendLog } from "./log-store.ts";
import { findLatestUpdate } from "./store.ts";
import { triggerRollback, triggerUpdate } from "./trigger-update.ts";
import type { Update } from "./update.ts";

type CatchUpDeps = Pick<Services, "clock" | "database" | "queue">;

/** How often a site is retried in a row, by the cause of the failure. The delays add up to about a day and a half. */
const catchUpsMax = { outage: 10, internal: 5, deaths: 2 } as const;
const delayFirstMilliseconds = 600_000;
const delayMaxMilliseconds = 6 * 3_600_000;
/** Older failures are left alone, so that an upgrade or a long pause doesn't start a flood. */
const ageMaxMilliseconds = 7 * dayMilliseconds;
const sitesPerSweepMax = 200;

/**
 * Triggers an update for every site whose newest update failed for a reason that the author can't fix. While an update
 * runs, it waits up to an hour for an outage to end. The retries here come after that.
 */
export async function catchUpSites(deps: CatchUpDeps, now: number, signal: AbortSignal): Promise<void> {
  const failed = await listFailedUpdates(deps.database.query, now - ageMaxMilliseconds, sitesPerSweepMax);
  for (const update of failed.filter((each) => isDue(each, now))) {
    signal.throwIfAborted();
    await deps.database.transaction((tx) => catchUp(deps, tx, update));
  }
}

function isDue({ catchUps, cause, endedAt }: FailedUpdate, now: number): boolean {
  const delay = catchUps === 0 ? 0 : Math.min(delayFirstMilliseconds * 2 ** (catchUps - 1), delayMaxMilliseconds);
  return catchUps < catchUpsMax[cause] && endedAt + delay <= now;
}

async function catchUp(deps: CatchUpDeps, tx: Connection, failed: FailedUpdate): Promise<void> {
  const { id, projectId, subdomain, catchUps } = failed;
  const project = await findProjectById(tx, projectId);
  if (project === undefined) {
    return;
  }
  await lockProject(tx, projectId);
  const latest = await findLatestUpdate(tx, projectId, subdomain);
  // A newer update may have been triggered, or the branch may have moved to another address.
  if (latest?.id !== id || subdomainOf(project, latest.branch) !== subdomain) {
    return;
  }
  const next = await triggerAgain(deps, tx, project, latest);
  await recordCatchUp(tx, next.id, catchUps + 1);
  await appendLog(tx, next.id, [`This update replaces ${id}, which failed: ${latest.summary}`], deps.clock.now());
}

function triggerAgain(deps: CatchUpDeps, tx: Connection, project: Project, failed: Update): Promise<Update> {
  const { kind, artifact, branch, author, pushed } = failed;
  return kind === "rollback" && artifact !== null
    ? triggerRollback(deps, tx, project, { ...failed, artifact })
    : triggerUpdate(deps, tx, { project, branch, author, pushed, source: "internal", trigger: "retry" });
}
