import type { Connection } from "../platform/db/database.ts";
import { subdomainOf } from "../projects/sites/site-address.ts";
import { lockProject, type Project } from "../projects/store.ts";
import { findLatestUpdate } from "./store.ts";
import type { Update } from "./update.ts";

/**
 * The newest update of a branch if this very push triggered it. A push from this server to another host is also
 * reported by the host's webhook, in either order; the lock lets the second one see what the first one did.
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
