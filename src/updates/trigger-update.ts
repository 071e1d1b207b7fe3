import type { Connection } from "../platform/db/database.ts";
import type { Services } from "../platform/services.ts";
import type { Project } from "../projects/store.ts";
import { recordUpdateUser } from "./people-store.ts";
import { insertUpdate } from "./store.ts";
import { type Author, type NewUpdate, newUpdate, type Update } from "./update.ts";

export const updateJobKind = "update.run";

export interface TriggerRequest extends Omit<NewUpdate, "subdomain"> {
  /** The pusher's account on the git host. */
  author?: Author | null;
  /** The account that requested the update without a push. */
  userId?: string | undefined;
}

export type TriggerDeps = Pick<Services, "clock" | "queue">;

/** Records the update and enqueues its job, both in the caller's transaction. */
export async function triggerUpdate(deps: TriggerDeps, tx: Connection, request: TriggerRequest): Promise<Update> {
  const { author = null, userId = author?.userId } = request;
  const update = { ...newUpdate(request, deps.clock), author };
  await recordAndEnqueue(deps, tx, update);
  if (userId !== undefined) await recordUpdateUser(tx, update.id, userId);
  return update;
}

/** Publishes the artifact of an earlier update again, without building it. */
export async function triggerRollback(
  deps: TriggerDeps,
  tx: Connection,
  project: Project,
  earlier: Update & { artifact: string },
): Promise<Update> {
  const { subdomain, branch, artifact, commit, author, builtSha, sources } = earlier;
  const update: Update = {
    ...newUpdate({ project, source: "internal", subdomain, branch, trigger: "rollback" }, deps.clock),
    kind: "rollback",
    artifact,
    sources,
    // The artifact contains the files of the commit that was actually built.
    ...(builtSha === null
      ? { commit, author }
      : { commit: { sha: builtSha, ref: branch, message: null, filesChanged: null } }),
  };
  await recordAndEnqueue(deps, tx, update);
  return update;
}

async function recordAndEnqueue({ queue }: TriggerDeps, tx: Connection, update: Update): Promise<void> {
  await insertUpdate(tx, update);
  const { id, projectId: group } = update;
  await queue.enqueue(tx, { id, kind: updateJobKind, group, payload: { updateId: id } });
}
