import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import type { Queue } from "../platform/queue/queue.ts";
import { findHostedProject } from "../projects/store.ts";
import { actOnPush, removePreview } from "../updates/act-on-push.ts";
import type { Push } from "./routes.ts";

/** What a push to a repository of ours sets off. */
export async function receivePush(
  { database, queue, clock }: { database: Database; queue: Queue; clock: Clock },
  { repository, branch, sha }: Push,
): Promise<void> {
  await database.transaction(async (tx) => {
    const project = await findHostedProject(tx, repository);
    if (project === undefined) {
      return;
    }
    if (sha === undefined) {
      await removePreview({ queue, clock }, tx, project, branch);
    } else {
      await actOnPush({ queue, clock }, tx, { project, branch, source: "internal", author: null });
    }
  });
}
