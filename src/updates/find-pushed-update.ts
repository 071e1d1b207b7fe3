import type { Connection } from "../platform/db/database.ts";
import { subdomainOf } from "../projects/sites/site-address.ts";
import { lockProject, type Project } from "../projects/store.ts";
import { actOnPush } from "./act-on-push.ts";
import { findLatestUpdate } from "./store.ts";
import type { TriggerDeps, TriggerRequest } from "./trigger-update.ts";
import { toPushedCommit, type Update } from "./update.ts";

/**
 * The newest update of a branch if this very push triggered it. A push from this server to another host is reported
 * twice: by the push itself and by the host's webhook, in either order. The lock lets the second report see the update
 * of the first.
 */
export async function findPushedUpdate(
  tx: Connection,
  project: Project,
  { branch, sha }: { branch: string; sha: string },
): Promise<Update | undefined> {
  await lockProject(tx, project.id);
  const latest = await findLatestUpdate(tx, project.id, subdomainOf(project, branch));
  return latest?.branch === branch && latest.pushed?.sha === sha ? latest : undefined;
}

/**
 * Acts on a push from this server to another host, unless the host's webhook was faster. A later webhook triggers no
 * second update. Returns the update's ID.
 */
export async function triggerPushedOnce(
  deps: TriggerDeps,
  tx: Connection,
  {
    sha,
    from,
    ...pushed
  }: Omit<TriggerRequest, "userId" | "pushed"> & {
    branch: string;
    sha: string;
    from: string | undefined;
  },
): Promise<string | null> {
  const known = await findPushedUpdate(tx, pushed.project, { branch: pushed.branch, sha });
  if (known !== undefined) return known.id;
  const answer = await actOnPush(deps, tx, { ...pushed, pushed: toPushedCommit({ sha, from }) });
  return "statusId" in answer ? answer.statusId : null;
}
