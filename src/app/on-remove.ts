import { rm } from "node:fs/promises";
import { join } from "node:path";
import { cancelJobs } from "../agent/create-job.ts";
import { exportsPrefix } from "../analytics/export-days.ts";
import { removeVectorsOf } from "../assistant/site-vectors.ts";
import { removeDraftMediaOf } from "../editor/files/sweep-drafts.ts";
import { removeArtifacts } from "../platform/artifacts/collect-artifacts.ts";
import type { Queue } from "../platform/queue/queue.ts";
import type { Services } from "../platform/services.ts";
import type { OnRemove, OnRemoved } from "../projects/remove-project.ts";
import { deleteRepository } from "../projects/repositories/store.ts";
import { removePacksOf } from "../projects/repositories/sweep-repositories.ts";
import { cancelUpdatesOf } from "../updates/cancel-update.ts";
import { pdfsPrefix } from "../updates/pdfs/pdf-store.ts";
import { removeMirrorOf } from "../updates/remove-mirrors.ts";
import { removeTrees } from "../updates/remove-trees.ts";
import { collectScreenshots } from "../updates/screenshots/screenshot-objects.ts";
import type { Folders } from "./folders.ts";

export function onRemove(deps: { queue: Queue }): OnRemove[] {
  return [
    // The repository comes first, as in every transaction that changes one, so that transactions never deadlock.
    deleteRepository,
    (tx, projectId) => cancelUpdatesOf(deps, tx, projectId),
    (tx, projectId) => cancelJobs(deps, tx, projectId),
  ];
}

interface OnRemovedDeps extends Pick<Services, "clock" | "database" | "objects"> {
  folders: Folders;
}

export function onRemoved({ database, objects, clock, folders }: OnRemovedDeps): OnRemoved[] {
  return [
    ({ id }, signal) => removeArtifacts(objects, id, signal),
    async ({ id }, signal) => {
      await collectScreenshots(objects, id, new Set(), signal);
    },
    ({ id }, signal) => objects.removeAll(pdfsPrefix(id), signal),
    ({ id }, signal) => objects.removeAll(exportsPrefix(id), signal),
    ({ id }, signal) => removeDraftMediaOf(objects, id, signal),
    ({ id }) => rm(join(folders.caches, id), { recursive: true, force: true }),
    ({ id }) => removeVectorsOf(folders.vectors, id),
    ({ id }) => removeTrees(folders.trees, id),
    ({ id }, signal) =>
      removePacksOf({ database, objects, clock, repositoriesFolder: folders.repositories }, id, signal),
    async ({ remote }, signal) => {
      if (remote !== undefined) {
        await removeMirrorOf({ database, mirrorsFolder: folders.mirrors }, remote, signal);
      }
    },
  ];
}
