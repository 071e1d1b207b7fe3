import { recordChange } from "../../activity/changes/store.ts";
import { enqueueNow } from "../../activity/events/delivery-store.ts";
import { auditEvent } from "../../contract/event-schemas.ts";
import { dayMilliseconds } from "../../platform/clock.ts";
import type { Transaction } from "../../platform/db/database.ts";
import type { OutgoingDeliveryRow, OutgoingWebhookRow } from "../../platform/db/tables.ts";
import { countDelivery } from "../../platform/measures/count-delivery.ts";
import type { GuardedFetch } from "../../platform/outgoing/guarded-fetch.ts";
import type { JobHandler, RunningJob } from "../../platform/queue/handler.ts";
import type { Services } from "../../platform/services.ts";
import { type RequestOutcome, sendRequest } from "../send-request.ts";
import { failWaiting, listDue, postponeDue, recordAttempt } from "./delivery-store.ts";
import { enqueueLater } from "./enqueue-deliveries.ts";
import { findWebhookById, recordHealth } from "./store.ts";
import { type SentEvent, writeBody } from "./write-body.ts";

export interface OutgoingDeps extends Pick<Services, "clock" | "database" | "queue" | "secrets"> {
  fetch: GuardedFetch;
}

const perRunMax = 20;
const parallelMax = 4;
const retryFirstSeconds = 10;
const retryMaxSeconds = 7_200;
/** The longest wait that a receiver may ask for. */
const askedSecondsMax = 21_600;
const silentWaitMilliseconds = 600_000;
/** How long an event is retried. If all deliveries fail for this long, the webhook is paused. */
const failingMillisecondsMax = dayMilliseconds;

/**
 * Sends the due deliveries of one webhook, a few at a time. A delivery is recorded after it was sent, so a crash in
 * between repeats it with the same ID. A webhook that receives the audit log gets one delivery at a time, in order.
 */
export function webhookDeliveryHandler(deps: OutgoingDeps): JobHandler {
  return {
    attemptsMax: 5,
    run: (job) => deliver(deps, job, String(job.payload.webhookId)),
    // The deliveries are still waiting, and the next sweep tries again.
    giveUp: async () => {},
  };
}

/** Sends an event once, without retries. */
export async function sendOnce(
  { fetch, clock, secrets }: Pick<OutgoingDeps, "fetch" | "clock" | "secrets">,
  webhook: OutgoingWebhookRow,
  { eventId: id, event }: Pick<OutgoingDeliveryRow, "eventId" | "event">,
  signal: AbortSignal,
): Promise<RequestOutcome & { durationMilliseconds: number }> {
  const began = performance.now();
  const { secret, previousSecret: previous, previousUntil: until } = webhook;
  const sealed = [secret, until > clock.now() ? previous : null].filter((text) => text !== null);
  const request = {
    url: secrets.open(webhook.url),
    secrets: sealed.map((text) => secrets.open(text)),
    id,
    body: writeBody(webhook.format, JSON.parse(event) as SentEvent),
  };
  const outcome = await sendRequest({ fetch, clock }, request, signal);
  return { ...outcome, durationMilliseconds: Math.round(performance.now() - began) };
}

/** Whether a webhook receives the audit log, which must arrive in order and without gaps to prove anything. */
export function isOrdered({ events }: Pick<OutgoingWebhookRow, "events">): boolean {
  return (JSON.parse(events) as readonly string[]).includes(auditEvent);
}

async function deliver(deps: OutgoingDeps, job: RunningJob, webhookId: string): Promise<void> {
  const { database, queue, clock } = deps;
  const receiver = await findWebhookById(database.query, webhookId);
  if (receiver === undefined) return;
  const isInOrder = isOrdered(receiver);
  // The database clock, which decides when a job may run, can be ahead of this server's clock.
  const until = Math.max(clock.now(), Number(job.payload.until));
  const due = await listDue(database.query, webhookId, { until, limit: perRunMax, isInOrder });
  const waiting = [...due];
  let isReached = true;
  let isStopped = false;
  const sendNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined && !isStopped; next = waiting.shift()) {
      job.signal.throwIfAborted();
      const webhook = await findWebhookById(database.query, webhookId);
      if (webhook === undefined || webhook.state === "paused" || webhook.state === "off") return;
      const outcome = await sendOnce(deps, webhook, next, job.signal);
      // A receiver that doesn't answer keeps this worker busy, so its other deliveries wait for the next run.
      if (outcome.status === undefined) isReached = false;
      if (!isReached || (isInOrder && outcome.problem !== undefined)) isStopped = true;
      const status = await database.transaction((tx) => recordDelivery(deps, tx, next, outcome));
      countDelivery(webhook.format === "json" ? "webhook" : webhook.format, status === "waiting" ? "retried" : status);
    }
  };
  await Promise.all(Array.from({ length: Math.min(isInOrder ? 1 : parallelMax, due.length) }, sendNext));
  if (due.length === 0) return;
  await job.finish(async (tx) => {
    const id = `${job.id}+`.slice(-100);
    if (!isReached) await postponeDeliveries(deps, tx, webhookId, until);
    else if (!isStopped && due.length === perRunMax) await enqueueNow(queue, tx, webhookId, { id, until });
  });
}

/** The longer a receiver has been silent, the less often it is tried, because every attempt keeps a worker busy. */
async function postponeDeliveries({ queue, clock }: OutgoingDeps, tx: Transaction, webhookId: string, until: number) {
  const webhook = await findWebhookById(tx, webhookId);
  const now = clock.now();
  const silent = now - (webhook?.failingSince ?? now);
  const wait = Math.min(Math.max(silent / 4, retryFirstSeconds * 1_000), silentWaitMilliseconds);
  const to = Math.ceil(now + wait);
  await postponeDue(tx, webhookId, until, to);
  await enqueueLater(queue, tx, webhookId, to);
}

/** Records an attempt and returns the delivery's new status. */
async function recordDelivery(
  { queue, clock }: OutgoingDeps,
  tx: Transaction,
  delivery: OutgoingDeliveryRow,
  outcome: Awaited<ReturnType<typeof sendOnce>>,
): Promise<OutgoingDeliveryRow["status"]> {
  const { webhookId } = delivery;
  // The webhook is read again, because other deliveries of the same run may have changed it.
  const webhook = await findWebhookById(tx, webhookId);
  if (webhook === undefined) return "failed";
  const now = clock.now();
  const { problem, status } = outcome;
  const isInOrder = isOrdered(webhook);
  const isGone = status === 410;
  const canRetry = problem !== undefined && (isInOrder || !isGone);
  const retryAt = canRetry ? nextAttempt(delivery, outcome, { now, isInOrder }) : undefined;
  const after = problem === undefined ? "delivered" : retryAt === undefined ? "failed" : "waiting";
  await recordAttempt(tx, delivery.id, {
    status: after,
    nextAttemptAt: retryAt ?? null,
    attemptedAt: now,
    responseStatus: status ?? null,
    responseBody: outcome.text,
    durationMilliseconds: outcome.durationMilliseconds,
    problem: problem ?? null,
  });
  if (problem === undefined) {
    const fresh = { state: "active", failingSince: null, lastError: null } as const;
    await recordHealth(tx, webhookId, { ...fresh, deliveredAt: now });
  } else {
    const since = webhook.failingSince ?? now;
    const isOver = isGone || now - since >= failingMillisecondsMax;
    const state = isOver ? "paused" : "failing";
    await recordHealth(tx, webhookId, { state, failingSince: since, lastError: problem });
    // Entries of the audit log wait until an admin turns the webhook on again.
    if (isOver && !isInOrder) await failWaiting(tx, webhookId, "Not sent: the webhook was paused.");
    if (!isOver && retryAt !== undefined) await enqueueLater(queue, tx, webhookId, retryAt);
  }
  const { organizationId } = webhook;
  await recordChange(tx, { organizationId, projectId: null, kind: "webhook", subject: webhookId }, now);
  return after;
}

/** Retries with growing delays for a day, then returns undefined. Ordered deliveries are retried without end. */
function nextAttempt(
  { attempts, createdAt }: OutgoingDeliveryRow,
  { retryAfterSeconds = 0 }: RequestOutcome,
  { now, isInOrder }: { now: number; isInOrder: boolean },
): number | undefined {
  const deadline = isInOrder ? Number.POSITIVE_INFINITY : createdAt + failingMillisecondsMax;
  if (now >= deadline) return undefined;
  // Jitter keeps deliveries that failed together from being retried together.
  const seconds = Math.min(retryFirstSeconds * 2 ** attempts, retryMaxSeconds) * (0.75 + Math.random() / 2);
  const asked = Math.min(retryAfterSeconds, askedSecondsMax);
  return Math.min(Math.ceil(now + Math.max(seconds, asked) * 1_000), deadline);
}
