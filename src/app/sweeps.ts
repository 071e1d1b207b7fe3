import { sweepAddresses } from "../accounts/address-store.ts";
import { sweepSessionsByRules } from "../accounts/rules/store.ts";
import { sweepAuditEntries } from "../activity/audit/store.ts";
import { sweepChanges } from "../activity/changes/store.ts";
import { catchUpEvents } from "../activity/events/dispatch-events.ts";
import { sweepEvents } from "../activity/events/store.ts";
import { sweepRequests } from "../agent/requests/request-store.ts";
import { sweepAgentJobs } from "../agent/store.ts";
import { endVisits } from "../analytics/end-visits.ts";
import { exportDays, removeExports } from "../analytics/export-days.ts";
import { sweepDays, sweepMarks } from "../analytics/store.ts";
import { sweepVectors } from "../assistant/site-vectors.ts";
import { deleteThreads } from "../assistant/store.ts";
import { planAgain } from "../automations/run-due.ts";
import { sweepDrafts } from "../editor/files/sweep-drafts.ts";
import { liveLimits } from "../editor/live/live-limits.ts";
import { sweepPresence } from "../editor/live/presence-store.ts";
import { recordMilliseconds } from "../http/gates/idempotency/answer-once.ts";
import { sweepRecords } from "../http/gates/idempotency/store.ts";
import { sweepRatings } from "../insight/rating-store.ts";
import { catchUpMails } from "../mail/send-mails.ts";
import { sweepMails } from "../mail/store.ts";
import { mailSummaries } from "../notifications/weekly-summary.ts";
import { dayMilliseconds, dayOf } from "../platform/clock.ts";
import { sweepWindows } from "../platform/counters/store.ts";
import { deleteExpired } from "../platform/db/rows.ts";
import { sweepNodes } from "../platform/nodes/store.ts";
import { sweepRetries } from "../platform/queue/retry-store.ts";
import type { Sweep } from "../platform/sweeps/run-sweeps.ts";
import type { CheckDomainDeps } from "../projects/domains/check-domain.ts";
import { sweepDomains } from "../projects/domains/check-domain.ts";
import { systemDns } from "../projects/domains/find-proof.ts";
import { sweepRepositories } from "../projects/repositories/sweep-repositories.ts";
import { siteAddressing } from "../projects/sites/site-address.ts";
import { catchUpSites } from "../updates/catch-up-sites.ts";
import { refreshSite } from "../updates/refresh-site.ts";
import { sweepMirrors } from "../updates/remove-mirrors.ts";
import { sweepUpdates } from "../updates/store.ts";
import { deleteSalts } from "../visitors/api/store.ts";
import { sweepDeliveries as sweepOutgoing } from "../webhooks/outgoing/delivery-store.ts";
import { catchUpDeliveries } from "../webhooks/outgoing/enqueue-deliveries.ts";
import { deliveryMilliseconds } from "../webhooks/receive-webhook.ts";
import { sweepDeliveries } from "../webhooks/store.ts";
import type { App } from "./app.ts";
import { foldersOf } from "./folders.ts";
import { sweepProbes } from "./readiness.ts";

const addressesKeptMilliseconds = 90 * dayMilliseconds;
const mailsKeptMilliseconds = 30 * dayMilliseconds;
const changesKeptMilliseconds = 3_600_000;
const eventsKeptMilliseconds = 30 * dayMilliseconds;
const requestsKeptMilliseconds = 90 * dayMilliseconds;
const endedJobsKeptMilliseconds = 7 * dayMilliseconds;

/** All sweeps, by the names under which they appear in the log and the metrics. */
export function sweepsOf(app: App): Record<string, Sweep> {
  const { config, database, queue, objects, clock } = app;
  const { query } = database;
  const domainDeps: CheckDomainDeps & App = {
    ...app,
    addressing: siteAddressing(config),
    dns: systemDns,
    onMove: (tx, projectId) => refreshSite(app, tx, projectId),
  };
  const folders = foldersOf(config);
  return {
    "rate-limits": (now) => sweepWindows(query, now),
    "idempotency-records": (now) => sweepRecords(query, now - recordMilliseconds),
    "webhook-deliveries": (now) => sweepDeliveries(query, now - deliveryMilliseconds),
    threads: (now) => deleteThreads(query, now - config.threadDays * dayMilliseconds),
    "visitor-salts": (now) => deleteSalts(query, dayOf(now - dayMilliseconds)),
    insight: (now) => sweepRatings(query, dayOf(now - config.insightDays * dayMilliseconds)),
    analytics: async (now) => {
      await endVisits(database, now);
      await sweepMarks(query, dayOf(now - dayMilliseconds), now - dayMilliseconds);
      await sweepDays(query, dayOf(now - config.insightDays * dayMilliseconds));
    },
    "analytics-exports": async (now, signal) => {
      if (config.analytics.isExported) await exportDays({ query, objects }, now, signal);
      const before = dayOf(now - config.insightDays * dayMilliseconds);
      const questionsBefore = dayOf(now - config.threadDays * dayMilliseconds);
      await removeExports({ query, objects }, { before, questionsBefore }, signal);
    },
    sessions: async (now) => {
      await deleteExpired(query, "sessions", "expiresAt", now);
      await sweepSessionsByRules(query, now);
    },
    readers: async (now) => {
      await deleteExpired(query, "readerSessions", "expiresAt", now);
      await deleteExpired(query, "readerCodes", "expiresAt", now);
      await deleteExpired(query, "previewLinks", "expiresAt", now);
    },
    "sign-in-challenges": (now) => deleteExpired(query, "signInChallenges", "expiresAt", now),
    "password-resets": (now) => deleteExpired(query, "passwordResets", "expiresAt", now),
    invitations: (now) => deleteExpired(query, "invitations", "expiresAt", now),
    "installation-setups": (now) => deleteExpired(query, "installationSetups", "expiresAt", now),
    "known-addresses": (now) => sweepAddresses(query, now - addressesKeptMilliseconds),
    "audit-entries": (now) => sweepAuditEntries(query, now - config.auditDays * dayMilliseconds),
    events: async (now) => {
      await sweepEvents(query, now - eventsKeptMilliseconds);
      await catchUpEvents(app, now);
    },
    "outgoing-deliveries": async (now) => {
      await sweepOutgoing(query, now - eventsKeptMilliseconds);
      await catchUpDeliveries(app, now);
    },
    mails: async (now) => {
      await sweepMails(query, now - mailsKeptMilliseconds);
      await catchUpMails(app, now);
    },
    "weekly-summaries": (now, signal) => mailSummaries({ ...app, ...config }, now, signal),
    changes: (now) => sweepChanges(query, now - changesKeptMilliseconds),
    drafts: (now, signal) => sweepDrafts({ database, objects }, now, signal),
    "draft-presence": (now) => sweepPresence(query, now - liveLimits.presenceKeptMilliseconds),
    nodes: (now) => sweepNodes(query, now - dayMilliseconds),
    slots: (now) => deleteExpired(query, "sharedSlots", "leaseUntil", now),
    "store-probes": (now, signal) => sweepProbes(objects, now - dayMilliseconds, signal),
    jobs: (now) => queue.sweep(now - endedJobsKeptMilliseconds),
    updates: (now, signal) => sweepUpdates(query, now - config.updateDays * dayMilliseconds, signal),
    "agent-jobs": (now, signal) => sweepAgentJobs(query, now - config.jobDays * dayMilliseconds, signal),
    "agent-requests": (now) => sweepRequests(query, now - requestsKeptMilliseconds),
    "job-retries": (now) => sweepRetries(query, now - endedJobsKeptMilliseconds),
    automations: (now) => planAgain(query, now),
    "sites-behind": (now, signal) => catchUpSites({ database, queue, clock }, now, signal),
    mirrors: (now, signal) => sweepMirrors({ database, mirrorsFolder: folders.mirrors }, now, signal),
    domains: (now, signal) => sweepDomains(domainDeps, now, signal),
    repositories: (now, signal) => sweepRepositories({ ...app, repositoriesFolder: folders.repositories }, now, signal),
    vectors: (_now, signal) => sweepVectors(database, folders.vectors, signal),
  };
}
