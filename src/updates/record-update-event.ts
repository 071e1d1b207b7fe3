import { type EventDeps, recordEvent } from "../activity/events/record-event.ts";
import { isoTime, isoTimeOrNull } from "../platform/clock.ts";
import type { Connection } from "../platform/db/database.ts";
import type { Project } from "../projects/store.ts";
import { findUpdate } from "./store.ts";

const messageLengthMax = 500;

/** Reports the end of an update, in the transaction that ends it. */
export async function recordUpdateEvent(deps: EventDeps, tx: Connection, project: Pick<Project, "domain">, id: string) {
  const update = await findUpdate(tx, id);
  if (update === undefined || (update.status !== "success" && update.status !== "failure")) return;
  const { status, summary, branch, subdomain, source, trigger, createdAt, endedAt, commit, author, problems } = update;
  await recordEvent(deps, tx, {
    type: status === "success" ? "update.succeeded" : "update.failed",
    projectId: update.projectId,
    subject: id,
    data: {
      update: {
        id,
        status,
        summary,
        branch,
        subdomain,
        isPreview: subdomain !== project.domain,
        source,
        trigger,
        createdAt: isoTime(createdAt),
        endedAt: isoTimeOrNull(endedAt),
        commit: commit && { sha: commit.sha, message: commit.message?.slice(0, messageLengthMax) ?? null },
        author: author?.name ?? null,
        problems,
      },
    },
  });
}
