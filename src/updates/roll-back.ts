import { getManifest } from "../platform/artifacts/read-artifact.ts";
import type { Connection } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import { PermanentFailure, type RunningJob } from "../platform/queue/handler.ts";
import type { Services } from "../platform/services.ts";
import { removeAudiences } from "../projects/sites/audience-store.ts";
import type { SiteExtra } from "../projects/sites/site-extra.ts";
import { pointSite } from "../projects/sites/store.ts";
import type { Project } from "../projects/store.ts";
import { artifactsKept, enqueueAfterPublish, enqueueEvaluation } from "./after-publish.ts";
import { findProblemsOfArtifact, recordProblems } from "./problem-store.ts";
import { recordUpdateEvent } from "./record-update-event.ts";
import type { StepLog } from "./steps/step-log.ts";
import { findUpdate, isOvertaken, listArtifacts, moveUpdate } from "./store.ts";
import type { Update } from "./update.ts";

/** The update to roll back to. It must have published the project's own site, and its artifact must still exist. */
export async function getRollbackTarget(
  connection: Connection,
  project: Project,
  updateId: string,
): Promise<Update & { artifact: string }> {
  const update = await findUpdate(connection, updateId);
  if (update === undefined || update.projectId !== project.id) {
    throw new AppError("not_found", "Update not found in this project; list the project's updates to find one.");
  }
  const { artifact } = update;
  if (update.status !== "success" || artifact === null || update.subdomain !== project.domain) {
    throw new AppError("conflict", "You can only roll back to an update that published the project's site.");
  }
  const kept = await listArtifacts(connection, project.id, project.domain, artifactsKept);
  if (!kept.includes(artifact)) {
    throw new AppError(
      "conflict",
      `Only the last ${artifactsKept} published sites are kept, and this update is older; trigger an update of its commit.`,
    );
  }
  return { ...update, artifact };
}

const everyone: NonNullable<SiteExtra["audience"]> = { view: "open", restrictions: null };
const publishedSince = "Nothing was rolled back: a later update has been published in the meantime.";

/** Publishes an earlier artifact again. Returns the update's summary. */
export async function runRollback(
  deps: Pick<Services, "clock" | "objects" | "queue"> & { siteUrl(subdomain: string): string },
  job: RunningJob,
  { project, update }: { project: Project; update: Update },
  stepLog: StepLog,
): Promise<string> {
  const { clock, objects } = deps;
  const { id, projectId, subdomain, branch, artifact, commit } = update;
  if (artifact === null) {
    throw new PermanentFailure("This update has no site to roll back to.");
  }
  // Verify it before publishing: it may have been collected or lost.
  const { extra } = await stepLog.timed(`publish-site: ${artifact.slice(0, 12)} again`, () =>
    getManifest(objects, projectId, artifact, job.signal),
  );
  const summary = `Rolled back to ${commit?.sha.slice(0, 12) ?? "an earlier site"} at ${deps.siteUrl(subdomain)}.`;
  await job.finish(async (tx) => {
    if (await isOvertaken(tx, update, [id], clock.now())) {
      await moveUpdate(tx, id, "success", publishedSince, clock.now());
      await recordUpdateEvent(deps, tx, project, id);
      return;
    }
    const before = await findProblemsOfArtifact(tx, projectId, artifact);
    if (before !== undefined) {
      // The problems of the earlier site apply again.
      const problems = before.problems.map((problem) => ({ ...problem, isNew: false }));
      await recordProblems(tx, [id], problems, before.missingPages);
    }
    await moveUpdate(tx, id, "success", summary, clock.now());
    await recordUpdateEvent(deps, tx, project, id);
    const target = { artifact, commitSha: commit?.sha ?? null, publishedAt: clock.now() };
    const { view, restrictions } = (extra as Partial<SiteExtra> | undefined)?.audience ?? everyone;
    await pointSite(tx, { subdomain, projectId, branch, updateId: id, ...target, audience: view, restrictions });
    // Artifacts for other readers are built again from this commit when they are needed.
    await removeAudiences(tx, subdomain);
    await enqueueAfterPublish(deps, tx, projectId, id, artifact);
    await enqueueEvaluation(deps, tx, { projectId, artifact, updateId: id });
  });
  return summary;
}
