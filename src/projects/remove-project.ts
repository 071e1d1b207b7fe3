import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { cancelJobs } from "../agent/cancel-jobs.ts";
import { removeArtifacts } from "../platform/artifacts/collect-artifacts.ts";
import type { ObjectStore } from "../platform/artifacts/object-store.ts";
import type { Clock } from "../platform/clock.ts";
import type { Connection } from "../platform/db/database.ts";
import type { JobHandler } from "../platform/queue/handler.ts";
import type { Queue } from "../platform/queue/queue.ts";
import { collectScreenshots } from "../updates/screenshots/screenshot-objects.ts";
import { listOpenUpdateIds } from "../updates/store.ts";
import { updateJobKind } from "../updates/trigger-update.ts";
import { removedSuffix } from "./create-hosted-project.ts";
import { deleteProject, type Project } from "./store.ts";

export const removeProjectKind = "project.remove";

/** An update or agent job that runs now learns at its next sign of life that it was cancelled; until then it may still store files. */
const graceMilliseconds = 300_000;

/** Takes a project out of the database, and leaves its files to a job. */
export async function removeProject(
  { queue, clock }: { queue: Queue; clock: Clock },
  tx: Connection,
  project: Project,
): Promise<void> {
  for (const id of await listOpenUpdateIds(tx, project.id)) {
    await queue.cancel(tx, updateJobKind, id);
  }
  await cancelJobs({ queue }, tx, project.id);
  await deleteProject(tx, project.id);
  await queue.enqueue(tx, {
    id: project.id,
    kind: removeProjectKind,
    group: project.id,
    payload: { projectId: project.id },
    runAt: clock.now() + graceMilliseconds,
  });
}

export interface RemovedFilesDeps {
  objects: ObjectStore;
  cachesFolder: string;
  repositoriesFolder: string;
}

/** Removes what a project has left outside the database: published sites, screenshots, caches, its repository. */
export function removeProjectHandler({ objects, cachesFolder, repositoriesFolder }: RemovedFilesDeps): JobHandler {
  return {
    attemptsMax: 5,
    async run({ payload, signal }) {
      const projectId = String(payload.projectId);
      await removeArtifacts(objects, projectId, signal);
      await collectScreenshots(objects, projectId, new Set(), signal);
      await rm(join(cachesFolder, projectId), { recursive: true, force: true });
      const repositories = await readdir(repositoriesFolder).catch(() => []);
      for (const name of repositories.filter((each) => each.endsWith(removedSuffix))) {
        await rm(join(repositoriesFolder, name), { recursive: true, force: true });
      }
    },
    // Nobody can reach what is left.
    giveUp: async () => {},
  };
}
