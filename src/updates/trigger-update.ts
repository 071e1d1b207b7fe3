import type { UpdateSource } from "../contract/schemas.ts";
import type { Clock } from "../platform/clock.ts";
import type { Connection } from "../platform/db/database.ts";
import type { Queue } from "../platform/queue/queue.ts";
import { previewSubdomain } from "../projects/sites/site-address.ts";
import type { Project } from "../projects/store.ts";
import { insertUpdate } from "./store.ts";
import { type Author, newUpdate, type Update } from "./update.ts";

export const updateJobKind = "update.run";

export interface TriggerRequest {
  project: Project;
  source: UpdateSource;
  /** Another branch than the project's is a preview, on an address of its own. */
  branch?: string;
  /** As the git host names them, where a push of theirs triggered it. */
  author?: Author;
}

interface TriggerDeps {
  queue: Queue;
  clock: Clock;
}

/** Records the update and enqueues its work; both exist when the caller's transaction commits, or neither. */
export async function triggerUpdate(deps: TriggerDeps, tx: Connection, request: TriggerRequest): Promise<Update> {
  const { project, source, branch = project.branch, author = null } = request;
  const subdomain = branch === project.branch ? project.domain : previewSubdomain(branch, project.domain);
  const update = { ...newUpdate({ project, source, subdomain, branch }, deps.clock), author };
  await recordAndEnqueue(deps, tx, update);
  return update;
}

/** Publishes again what an earlier update has published, without building it. */
export async function triggerRollback(
  deps: TriggerDeps,
  tx: Connection,
  project: Project,
  earlier: Update & { artifact: string },
): Promise<Update> {
  const { subdomain, branch, artifact, commit, author } = earlier;
  const update: Update = {
    ...newUpdate({ project, source: "internal", subdomain, branch }, deps.clock),
    kind: "rollback",
    artifact,
    commit,
    author,
  };
  await recordAndEnqueue(deps, tx, update);
  return update;
}

async function recordAndEnqueue({ queue }: TriggerDeps, tx: Connection, update: Update): Promise<void> {
  await insertUpdate(tx, update);
  await queue.enqueue(tx, {
    id: update.id,
    kind: updateJobKind,
    group: update.projectId,
    payload: { updateId: update.id },
  });
}
