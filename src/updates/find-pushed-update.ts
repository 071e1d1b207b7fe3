import type { Connection } from "../platform/db/database.ts";
import { subdomainOf } from "../projects/sites/site-address.ts";
import { lockProject, type Project } from "../projects/store.ts";
import { findLatestUpdate } from "./store.ts";
import type { Update } from "./update.ts";

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
