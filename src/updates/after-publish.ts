import { collectArtifacts } from "../platform/artifacts/collect-artifacts.ts";
import type { Connection } from "../platform/db/database.ts";
import type { JobHandler } from "../platform/queue/handler.ts";
import type { Services } from "../platform/services.ts";
import { listAudienceArtifacts } from "../projects/sites/audience-store.ts";
import { listSites } from "../projects/sites/store.ts";
import { findProjectById } from "../projects/store.ts";
import { collectScreenshots } from "./screenshots/screenshot-objects.ts";
import { setStoredBytes } from "./storage-store.ts";
import { listArtifacts, listUpdates } from "./store.ts";

export const collectJobKind = "artifacts.collect";
export const screenshotJobKind = "update.screenshot";
export const announceJobKind = "preview.announce";
export const evaluateJobKind = "answers.evaluate";
export const printJobKind = "site.print";

export const artifactsKept = 20;
export const screenshotsKept = 100;
const graceSeconds = 3600;

type QueueOnly = Pick<Services, "queue">;

/** Enqueues the follow-up work of a publication as separate jobs, so that it cannot fail the update. */
export async function enqueueAfterPublish(
  { queue }: QueueOnly,
  tx: Connection,
  projectId: string,
  updateId: string,
  artifact: string,
): Promise<void> {
  const payload = { updateId, projectId, artifact };
  await queue.enqueue(tx, { id: updateId, kind: screenshotJobKind, group: projectId, payload });
  await enqueueCollection({ queue }, tx, projectId, updateId);
}

/** Removes artifacts that the project no longer needs, and measures its storage. */
export async function enqueueCollection({ queue }: QueueOnly, tx: Connection, projectId: string, updateId: string) {
  await queue.enqueue(tx, { id: updateId, kind: collectJobKind, group: projectId, payload: { projectId } });
}

/** Reports the outcome of a preview on its pull request and commit. */
export async function enqueueAnnouncement({ queue }: QueueOnly, tx: Connection, projectId: string, updateId: string) {
  await queue.enqueue(tx, { id: updateId, kind: announceJobKind, group: projectId, payload: { updateId, projectId } });
}

/** Asks the project's own questions again, using this artifact. */
export async function enqueueEvaluation(
  { queue }: QueueOnly,
  tx: Connection,
  payload: { projectId: string; artifact: string } & ({ updateId: string } | { evaluationId: string }),
): Promise<void> {
  const id = "updateId" in payload ? payload.updateId : payload.evaluationId;
  await queue.enqueue(tx, { id, kind: evaluateJobKind, group: payload.projectId, payload });
}

/** Prints this artifact. Only on request, and never as part of an update. */
export async function enqueuePrint(
  { queue }: QueueOnly,
  tx: Connection,
  payload: { projectId: string; pdfId: string; artifact: string },
): Promise<void> {
  await queue.enqueue(tx, { id: payload.pdfId, kind: printJobKind, group: payload.projectId, payload });
}

/** Keeps everything that is published and the last artifacts of the project's own site, and removes the rest. */
export function collectHandler({ database, objects }: Pick<Services, "database" | "objects">): JobHandler {
  return {
    attemptsMax: 3,
    async run(job) {
      const namespace = String(job.payload.projectId);
      const project = await findProjectById(database.query, namespace);
      if (project === undefined) {
        return;
      }
      const kept = await listArtifacts(database.query, namespace, project.domain, artifactsKept);
      const sites = (await listSites(database.query, namespace)).map((site) => site.artifact);
      const published = [...sites, ...(await listAudienceArtifacts(database.query, namespace))];
      const artifacts = await collectArtifacts(
        objects,
        { namespace, keep: new Set([...kept, ...published]), graceSeconds },
        job.signal,
      );
      const recent = await listUpdates(database.query, namespace, { limit: screenshotsKept });
      const screenshotIds = new Set(recent.map(({ id }) => id));
      const screenshotBytes = await collectScreenshots(objects, namespace, screenshotIds, job.signal);
      await job.finish(async (tx) => {
        // Undefined while another collection or a publication is running; the collection after that one measures the
        // storage.
        if (artifacts !== undefined) {
          await setStoredBytes(tx, namespace, "artifacts", artifacts.bytesKept);
        }
        await setStoredBytes(tx, namespace, "screenshots", screenshotBytes);
      });
    },
    // The next publication tries again.
    giveUp: async () => {},
  };
}
