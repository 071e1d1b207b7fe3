import { sweepAddresses } from "../accounts/address-store.ts";
import { sweepInvitations } from "../accounts/invitation-store.ts";
import { sweepSessions } from "../accounts/session-store.ts";
import { sweepVectors } from "../assistant/remove-vectors.ts";
import { deleteThreads } from "../assistant/store.ts";
import { sweepSetups } from "../code-hosts/installations/setup-store.ts";
import { recordMilliseconds } from "../http/gates/idempotency/answer-once.ts";
import { sweepRecords } from "../http/gates/idempotency/store.ts";
import { deleteInsight } from "../insight/store.ts";
import { sweepAuditEntries } from "../platform/audit/store.ts";
import { sweepChanges } from "../platform/changes/store.ts";
import { dayMilliseconds, dayOf } from "../platform/clock.ts";
import { sweepWindows } from "../platform/counters/store.ts";
import type { Sweep } from "../platform/sweeps/run-sweeps.ts";
import { sweepMirrors } from "../updates/remove-mirrors.ts";
import { deleteSalts } from "../visitors/api/store.ts";
import { deliveryMilliseconds } from "../webhooks/receive-webhook.ts";
import { sweepDeliveries } from "../webhooks/store.ts";
import type { App } from "./app.ts";
import { foldersOf } from "./folders.ts";

const addressesKeptMilliseconds = 90 * dayMilliseconds;
const changesKeptMilliseconds = 3_600_000;
const endedJobsKeptMilliseconds = 7 * dayMilliseconds;

/** By the name that the log and the metrics show. */
export function sweepsOf({ config, database, queue }: App): Record<string, Sweep> {
  const { query } = database;
  const folders = foldersOf(config);
  return {
    "rate-limits": (now) => sweepWindows(query, now),
    "idempotency-records": (now) => sweepRecords(query, now - recordMilliseconds),
    "webhook-deliveries": (now) => sweepDeliveries(query, now - deliveryMilliseconds),
    threads: (now) => deleteThreads(query, now - config.threadDays * dayMilliseconds),
    "visitor-salts": (now) => deleteSalts(query, dayOf(now - dayMilliseconds)),
    insight: (now) => deleteInsight(query, dayOf(now - config.insightDays * dayMilliseconds)),
    sessions: (now) => sweepSessions(query, now),
    invitations: (now) => sweepInvitations(query, now),
    "installation-setups": (now) => sweepSetups(query, now),
    "known-addresses": (now) => sweepAddresses(query, now - addressesKeptMilliseconds),
    "audit-entries": (now) => sweepAuditEntries(query, now - config.auditDays * dayMilliseconds),
    changes: (now) => sweepChanges(query, now - changesKeptMilliseconds),
    jobs: (now) => queue.sweep(now - endedJobsKeptMilliseconds),
    mirrors: (now, signal) => sweepMirrors({ database, mirrorsFolder: folders.mirrors }, now, signal),
    vectors: (_now, signal) => sweepVectors(database, folders.vectors, signal),
  };
}
