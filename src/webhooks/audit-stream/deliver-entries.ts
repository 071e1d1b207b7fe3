import type { GuardedFetch } from "../../git/guarded-fetch.ts";
import { deleteFromOutbox, enqueueDelivery, listWaiting, readOutbox } from "../../platform/audit/outbox-store.ts";
import { presentAuditEntry } from "../../platform/audit/present-entry.ts";
import type { AuditEntry } from "../../platform/audit/store.ts";
import { type Clock, dayMilliseconds, isoTime } from "../../platform/clock.ts";
import type { Database } from "../../platform/db/database.ts";
import type { AuditStreamRow } from "../../platform/db/tables/accounts.ts";
import { countDelivery } from "../../platform/measures/count-delivery.ts";
import type { JobHandler, RunningJob } from "../../platform/queue/handler.ts";
import type { Queue } from "../../platform/queue/queue.ts";
import type { Secrets } from "../../platform/secrets.ts";
import { sendRequest } from "../send-request.ts";
import { findStream, updateStream } from "./store.ts";

export interface DeliveryDeps {
  database: Database;
  queue: Queue;
  secrets: Secrets;
  clock: Clock;
  fetch: GuardedFetch;
}

const batchEntries = 50;
const batchesMax = 20;
const retryFirstSeconds = 10;
const retryMaxSeconds = 3_600;
/** For how long a failing receiver is tried again. */
const failingMillisecondsMax = dayMilliseconds;

/**
 * Sends the entries that wait to the organization's webhook, one after the other: the next one only goes out when the receiver
 * has taken the one before. An entry leaves the outbox after it was taken, so a crash in between repeats it.
 */
export function deliveryHandler(deps: DeliveryDeps): JobHandler {
  return {
    attemptsMax: 5,
    run: (job) => deliver(deps, job, String(job.payload.organizationId)),
    // The entries stay in the outbox, and the next sweep tries again.
    giveUp: async () => {},
  };
}

/** Starts deliveries that nothing else started. */
export async function catchUpStreams({ database, queue }: Pick<DeliveryDeps, "database" | "queue">, now: number) {
  for (const organizationId of await listWaiting(database.query, now)) {
    const id = `${organizationId}-${now}`;
    await database.transaction((tx) => enqueueDelivery(queue, tx, organizationId, { id }));
  }
}

async function deliver(deps: DeliveryDeps, job: RunningJob, organizationId: string): Promise<void> {
  const { database, queue, clock } = deps;
  for (let batch = 0; batch < batchesMax; batch += 1) {
    const entries = await readOutbox(database.query, organizationId, batchEntries);
    if (entries.length === 0) return;
    for (const entry of entries) {
      job.signal.throwIfAborted();
      const stream = await findStream(database.query, organizationId);
      if (stream === undefined || stream.state === "stopped" || stream.retry_at > clock.now()) return;
      const failure = await send(deps, stream, entry, job.signal);
      if (failure !== undefined) return recordFailure(deps, job, stream, failure);
      countDelivery("audit", "delivered");
      await database.transaction(async (tx) => {
        await deleteFromOutbox(tx, organizationId, entry.id);
        const fresh = { state: "active", failures: 0, failing_since: null, retry_at: 0, last_error: null } as const;
        await updateStream(tx, organizationId, { ...fresh, delivered_at: clock.now() });
      });
    }
  }
  // Other jobs get their turn before the rest.
  await job.finish((tx) => enqueueDelivery(queue, tx, organizationId, { id: `${job.id}+`.slice(-100) }));
}

function send(deps: DeliveryDeps, stream: AuditStreamRow, entry: AuditEntry, signal: AbortSignal) {
  const { id, at } = entry;
  return sendEvent(deps, stream, { id, type: "audit.entry", at, data: presentAuditEntry(entry) }, signal);
}

interface StreamEvent {
  id: string;
  type: "audit.entry" | "audit.test";
  at: number;
  data: unknown;
}

/** What went wrong; undefined if the receiver took the event. */
export async function sendEvent(
  deps: Pick<DeliveryDeps, "fetch" | "clock" | "secrets">,
  { url, secret }: Pick<AuditStreamRow, "url" | "secret">,
  { id, type, at, data }: StreamEvent,
  signal: AbortSignal,
): Promise<{ problem: string; isGone: boolean } | undefined> {
  const body = JSON.stringify({ type, timestamp: isoTime(at), data });
  const { problem, status } = await sendRequest(deps, { url, secrets: [deps.secrets.open(secret)], id, body }, signal);
  return problem === undefined ? undefined : { problem, isGone: status === 410 };
}

async function recordFailure(
  { queue, clock }: DeliveryDeps,
  job: RunningJob,
  stream: AuditStreamRow,
  { problem, isGone }: { problem: string; isGone: boolean },
): Promise<void> {
  const now = clock.now();
  const since = stream.failing_since ?? now;
  const failures = stream.failures + 1;
  const isOver = isGone || now - since >= failingMillisecondsMax;
  countDelivery("audit", isOver ? "failed" : "retried");
  const seconds = Math.min(retryFirstSeconds * 2 ** (failures - 1), retryMaxSeconds);
  const retryAt = now + seconds * 1_000;
  countDelivery("audit", isOver ? "failed" : "retried");
  const { organization_id: organizationId } = stream;
  await job.finish(async (tx) => {
    await updateStream(tx, organizationId, {
      state: isOver ? "stopped" : "failing",
      failures,
      failing_since: since,
      retry_at: retryAt,
      last_error: problem,
    });
    if (!isOver)
      await enqueueDelivery(queue, tx, organizationId, { id: `${organizationId}-${retryAt}`, runAt: retryAt });
  });
}
