import type { EventType } from "../../contract/event-schemas.ts";
import type { Connection } from "../../platform/db/database.ts";
import { newId } from "../../platform/id.ts";
import type { Queue } from "../../platform/queue/queue.ts";
import type { Services } from "../../platform/services.ts";
import type { NewEvent } from "./event.ts";
import { countEvents, insertEvent, replaceWaiting } from "./store.ts";

/** For recording events and audit entries. Without a queue, the next sweep dispatches them. */
export interface EventDeps extends Pick<Services, "clock"> {
  queue?: Pick<Queue, "enqueue"> | undefined;
}

export const eventDispatchKind = "events.dispatch";

/** Events caused by readers: there may be any number of them, and a reader may correct them. */
const byReaders: ReadonlySet<EventType> = new Set(["question.unanswered", "feedback.received"]);
const slotMilliseconds = 30_000;
const hourMilliseconds = 3_600_000;
/** The most events per project, type and hour. Analytics also count the events above this limit. */
const readerEventsMax = 100;

/**
 * Records an event, in the transaction in which it happens, and makes sure that it is dispatched soon. Events caused by
 * readers wait up to a minute: a second event about the same subject replaces the first, and all events of a minute
 * share one job.
 */
export async function recordEvent({ clock, queue }: EventDeps, tx: Connection, event: NewEvent): Promise<void> {
  const at = clock.now();
  const id = newId("evt", clock);
  if (!byReaders.has(event.type)) {
    const organizationId = await insertEvent(tx, id, event, { at, dispatchAt: at });
    if (organizationId !== undefined && queue !== undefined) {
      await enqueueDispatch(queue, tx, organizationId, { id, until: at });
    }
    return;
  }
  const since = at - hourMilliseconds;
  if (await replaceWaiting(tx, event, since)) return;
  if ((await countEvents(tx, event.projectId, event.type, since)) >= readerEventsMax) return;
  const until = (Math.floor(at / slotMilliseconds) + 2) * slotMilliseconds;
  const organizationId = await insertEvent(tx, id, event, { at, dispatchAt: until });
  if (organizationId !== undefined && queue !== undefined) {
    await enqueueDispatch(queue, tx, organizationId, { id: `${organizationId}-${until}`, until, runAt: until });
  }
}

/** Dispatches of one organization never run at the same time, so a dispatch that finds nothing left simply ends. */
export async function enqueueDispatch(
  queue: Pick<Queue, "enqueue">,
  tx: Connection,
  organizationId: string,
  { id, until, runAt }: { id: string; until: number; runAt?: number },
): Promise<void> {
  const job = { id, kind: eventDispatchKind, group: organizationId, payload: { organizationId, until } };
  await queue.enqueue(tx, { ...job, ...(runAt !== undefined && { runAt }) });
}
