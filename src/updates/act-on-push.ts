import type { Connection } from "../platform/db/database.ts";
import { sourcesOfBranch } from "../projects/project-sources.ts";
import { previewSubdomain } from "../projects/sites/site-address.ts";
import { findSite, removeSite } from "../projects/sites/store.ts";
import { lockProject, type Project } from "../projects/store.ts";
import { cancelUpdate } from "./cancel-update.ts";
import { forgetFailures, hasUpdates, listOpenUpdates } from "./store.ts";
import { type TriggerDeps, type TriggerRequest, triggerUpdate } from "./trigger-update.ts";
import { lockOpen } from "./update-batch.ts";

/** The status ID of the triggered update, or why there is none. */
export type PushAnswer = { statusId: string } | { ignored: string };

type PushedBranch = Omit<TriggerRequest, "userId"> & { branch: string };

/**
 * A push to the project's branch, to the branch of a source or to a branch with a preview triggers an update. Any other
 * branch may get a preview.
 */
export async function actOnPush(
  deps: TriggerDeps,
  tx: Connection,
  pushed: PushedBranch,
  { opensPreview = false } = {},
): Promise<PushAnswer> {
  const { project, branch, source } = pushed;
  // Pushes take turns, so that only one is the first, and none updates a preview that is being removed.
  await lockProject(tx, project.id);
  if (branch === project.branch) {
    // A project's very first update is its onboarding.
    return trigger(deps, tx, { ...pushed, source: (await hasUpdates(tx, project.id)) ? source : "onboarding" });
  }
  // The site may contain another branch as well, for example an earlier version.
  const isSource = sourcesOfBranch(project.sources, branch, (repository) => repository === null).length > 0;
  const updated = isSource && (await trigger(deps, tx, { ...pushed, branch: project.branch, pushed: null }));
  if ((opensPreview && !updated) || (await hasPreview(tx, project, branch))) {
    return trigger(deps, tx, pushed);
  }
  if (updated) return updated;
  return {
    ignored: `The branch ${branch} is not published: the project publishes ${project.branch}, and ${branch} has no preview.`,
  };
}

/** Creates a preview of a branch. An existing preview is left alone, since every push updates it. */
export async function openPreview(deps: TriggerDeps, tx: Connection, opened: PushedBranch): Promise<PushAnswer> {
  const { project, branch } = opened;
  await lockProject(tx, project.id);
  if (branch === project.branch) {
    return { ignored: `${branch} is the project's own branch, which has a site and needs no preview.` };
  }
  if (await hasPreview(tx, project, branch)) {
    return { ignored: `The branch ${branch} already has a preview; each push updates it.` };
  }
  return trigger(deps, tx, opened);
}

/** Removes a branch's preview, and cancels its open updates. */
export async function removePreview(
  deps: TriggerDeps,
  tx: Connection,
  project: Project,
  branch: string,
): Promise<PushAnswer> {
  if (branch === project.branch) {
    return { ignored: `${branch} is the project's own branch; its site stays.` };
  }
  const subdomain = previewSubdomain(branch, project.domain);
  await lockProject(tx, project.id);
  const open = (await listOpenUpdates(tx, project.id, subdomain)).filter((update) => update.branch === branch);
  for (const { id } of await lockOpen(tx, open)) {
    await cancelUpdate(deps, tx, id);
  }
  await forgetFailures(tx, project.id, subdomain);
  const site = await findSite(tx, subdomain);
  if (site?.branch !== branch) {
    return { ignored: `The branch ${branch} has no preview.` };
  }
  await removeSite(tx, subdomain);
  return { ignored: `The preview of the branch ${branch} was removed.` };
}

async function trigger(deps: TriggerDeps, tx: Connection, request: TriggerRequest): Promise<PushAnswer> {
  const { id } = await triggerUpdate(deps, tx, request);
  return { statusId: id };
}

async function hasPreview(tx: Connection, project: Project, branch: string): Promise<boolean> {
  const subdomain = previewSubdomain(branch, project.domain);
  // Also look for a preview that is still being built: it may have fetched the branch before this push.
  const shown = [await findSite(tx, subdomain), ...(await listOpenUpdates(tx, project.id, subdomain))];
  return shown.some((each) => each?.branch === branch);
}
