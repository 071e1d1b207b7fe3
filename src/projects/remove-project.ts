import type { Connection } from "../platform/db/database.ts";
import type { JobHandler } from "../platform/queue/handler.ts";
import type { Services } from "../platform/services.ts";
import { deleteProject, type Project } from "./store.ts";

/** Work of a feature in the transaction that deletes a project. */
export type OnRemove = (tx: Connection, projectId: string) => Promise<void>;

/** Later work of a feature outside the database, such as deleting files. It may run more than once. */
export type OnRemoved = (project: RemovedProject, signal: AbortSignal) => Promise<void>;

interface RemovedProject {
  id: string;
  /** Undefined for a project in the built-in git host. */
  remote: { organizationId: string; repository: string } | undefined;
}

export interface RemoveProjectDeps extends Pick<Services, "clock" | "queue"> {
  onRemove: readonly OnRemove[];
}

export const removeProjectKind = "project.remove";

/**
 * How long files are kept after a project was removed. A running update or agent job only notices at its next heartbeat
 * that it was canceled, and may store files until then.
 */
const graceMilliseconds = 300_000;

/** Deletes a project from the database. A job deletes its files later. */
export async function removeProject(
  { queue, clock, onRemove }: RemoveProjectDeps,
  tx: Connection,
  { id, organizationId, repository, hostedRepository }: Project,
): Promise<void> {
  for (const remove of onRemove) {
    await remove(tx, id);
  }
  await deleteProject(tx, id);
  await queue.enqueue(tx, {
    id,
    kind: removeProjectKind,
    group: id,
    organizationId,
    payload: { projectId: id, ...(hostedRepository === null ? { organizationId, repository } : {}) },
    runAt: clock.now() + graceMilliseconds,
  });
}

export function removeProjectHandler(onRemoved: readonly OnRemoved[]): JobHandler {
  return {
    attemptsMax: 5,
    async run({ payload: { projectId, organizationId, repository }, signal }) {
      const isRemote = typeof organizationId === "string" && typeof repository === "string";
      const project = { id: String(projectId), remote: isRemote ? { organizationId, repository } : undefined };
      const results = await Promise.allSettled(onRemoved.map((remove) => remove(project, signal)));
      const failed = results.find((result) => result.status === "rejected");
      if (failed !== undefined) {
        throw failed.reason;
      }
    },
    // Some files may remain, but nothing refers to them.
    giveUp: async () => {},
  };
}
