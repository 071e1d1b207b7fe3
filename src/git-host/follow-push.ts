import { silentMilliseconds } from "../platform/nodes/report-alive.ts";
import { countNodes } from "../platform/nodes/store.ts";
import type { Services } from "../platform/services.ts";
import type { Watcher } from "../platform/watcher.ts";
import { readRevisions } from "../updates/log-store.ts";
import { findUpdate } from "../updates/store.ts";
import { isEnded, type Update } from "../updates/update.ts";
import type { GitHostLimits } from "./limits.ts";
import { describeOutcome, type PushNews } from "./push-message.ts";
import type { PushRecord, TriggeredUpdate } from "./receive-push.ts";

interface FollowDeps extends Pick<Services, "clock" | "database"> {
  watcher: Watcher;
  limits: Pick<GitHostLimits, "outcomeSecondsMax" | "followedPushesMax">;
  /** Aborts when the server is about to stop. */
  stopping: AbortSignal;
}

/**
 * Shows the person who pushed how the updates end, if that takes only a few seconds. By then the push is stored and
 * only its connection is still in use.
 */
export function createFollowPush(deps: FollowDeps): (record: PushRecord) => NonNullable<PushNews["outcomes"]> {
  const { limits, stopping } = deps;
  let following = 0;
  return ({ triggered }) =>
    async function* outcomes(disconnected) {
      if (triggered.length === 0 || following >= limits.followedPushesMax) return;
      following += 1;
      const timeout = AbortSignal.timeout(limits.outcomeSecondsMax * 1_000);
      const signal = AbortSignal.any([disconnected, stopping, timeout]);
      try {
        yield* describeEnds(deps, triggered, signal);
      } finally {
        following -= 1;
      }
    };
}

async function* describeEnds(deps: FollowDeps, triggered: readonly TriggeredUpdate[], signal: AbortSignal) {
  const { database, clock } = deps;
  const { worker } = await countNodes(database.query, clock.now() - silentMilliseconds);
  if (worker === 0) {
    yield "No worker is running, so the update waits until one starts.";
    return;
  }
  for (const { id, branch } of triggered) {
    const update = await waitForEnd(deps, id, signal);
    if (update === undefined) continue;
    const outcome = describeOutcome(update);
    yield triggered.length === 1 ? outcome : `${branch}: ${outcome}`;
  }
}

/** The update once it has ended, or its current state when the signal aborts. */
async function waitForEnd(
  { database, watcher }: FollowDeps,
  id: string,
  signal: AbortSignal,
): Promise<Update | undefined> {
  for (;;) {
    // The revision is read first, so that changes after this point wake the watcher.
    const revision = (await readRevisions(database.query, [id])).get(id);
    const update = await findUpdate(database.query, id);
    if (update === undefined || revision === undefined || isEnded(update.status) || signal.aborted) {
      return update;
    }
    await watcher.changed(id, revision, signal);
  }
}
