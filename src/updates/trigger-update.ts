import type { UpdateSource } from "../contract/schemas.ts";
import type { Clock } from "../platform/clock.ts";
import type { Connection } from "../platform/db/database.ts";
import type { Queue } from "../platform/queue/queue.ts";
import type { Project } from "../projects/store.ts";
import { insertUpdate } from "./store.ts";
import { newUpdate, type Update } from "./update.ts";

export const updateJobKind = "update.run";

export interface TriggerRequest {
  project: Project;
  source: UpdateSource;
}

/** Records the update and enqueues its work; both exist when the caller's transaction commits, or neither. */
export async function triggerUpdate(
  { queue, clock }: { queue: Queue; clock: Clock },
  tx: Connection,
  { project, source }: TriggerRequest,
): Promise<Update> {
  const update = newUpdate(project, source, clock);
  await insertUpdate(tx, update);
  await queue.enqueue(tx, {
    id: update.id,
    kind: updateJobKind,
    group: project.id,
    payload: { updateId: update.id },
  });
  return update;
}
