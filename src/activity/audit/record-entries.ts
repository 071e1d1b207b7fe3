import type { DashboardOperations, uploadOperations } from "../../contract/dashboard-operations.ts";
import { auditEvent } from "../../contract/event-schemas.ts";
import { isoTime } from "../../platform/clock.ts";
import type { ChangeKind } from "../../platform/db/column-types.ts";
import type { Connection } from "../../platform/db/database.ts";
import { newId } from "../../platform/id.ts";
import { recordChange } from "../changes/store.ts";
import { listAuditReceivers, queueDelivery } from "../events/delivery-store.ts";
import type { EventDeps } from "../events/record-event.ts";
import { presentAuditEntry } from "./present-entry.ts";
import { type AuditEntry, insertAuditEntry } from "./store.ts";
import { type AuditTarget, describeTarget } from "./target-store.ts";

export interface NewAuditEntry extends Omit<AuditEntry, "id" | "organizationId" | "at" | "projectName" | "target"> {
  /** Defaults to the target that action, project and details identify. */
  target?: AuditTarget;
  /** IDs of things that the action created. They help to find the target and aren't stored as details. */
  made?: Readonly<Record<string, string>>;
}

/** The kind of data that each dashboard operation changes. Updates, jobs and pull requests record their own changes. */
const changedBy: Readonly<Partial<Record<keyof DashboardOperations | keyof typeof uploadOperations, ChangeKind>>> = {
  createAccount: "organization",
  acceptInvitation: "organization",
  renameOrganization: "organization",
  changeMemberRole: "organization",
  removeMember: "organization",
  changeSignInRules: "organization",
  createInvitation: "organization",
  withdrawInvitation: "organization",
  revokeOrganizationToken: "organization",
  connectInstallation: "organization",
  disconnectInstallation: "organization",
  createProject: "project",
  importProject: "project",
  changeProject: "project",
  deleteProject: "project",
  removePreview: "project",
  rotateWebhookSecret: "webhook",
  createWebhook: "webhook",
  changeWebhook: "webhook",
  removeWebhook: "webhook",
  replaceSigningSecret: "webhook",
  testWebhook: "webhook",
  redeliver: "webhook",
  createKey: "key",
  revokeKey: "key",
};

/** Writes the same entry to the audit log of each organization and notifies its open dashboards. */
export async function recordEntries(
  deps: EventDeps,
  tx: Connection,
  organizationIds: readonly string[],
  { made = {}, ...entry }: NewAuditEntry,
): Promise<void> {
  const { action, details } = entry;
  const { clock } = deps;
  const at = clock.now();
  const changed = changedBy[action as keyof typeof changedBy];
  for (const organizationId of organizationIds) {
    const described = await describeTarget(tx, { ...entry, organizationId, details: { ...details, ...made } });
    const { projectId } = described;
    const recorded = { ...described, ...entry, projectId, id: newId("aud", clock), organizationId, at };
    await insertAuditEntry(tx, recorded);
    await sendEntry(deps, tx, recorded);
    if (changed !== undefined) {
      await recordChange(tx, { organizationId, projectId, kind: changed, subject: projectId ?? organizationId }, at);
    }
    await recordChange(tx, { organizationId, projectId, kind: "audit", subject: action }, at);
  }
}

/**
 * Queues an entry for the webhooks that receive the audit log, in the transaction that records the entry. A paused webhook
 * gets the entry when an admin turns it on again.
 */
async function sendEntry(deps: EventDeps, tx: Connection, entry: AuditEntry): Promise<void> {
  const { id, organizationId, projectId, at } = entry;
  const webhookIds = await listAuditReceivers(tx, organizationId, projectId);
  if (webhookIds.length === 0) return;
  const event = JSON.stringify({ id, type: auditEvent, timestamp: isoTime(at), data: presentAuditEntry(entry) });
  // Stored without the project: a project's deliveries are deleted with it, and this entry may say who deleted the
  // project.
  const delivery = { projectId: null, eventId: id, eventType: auditEvent, event, isRedelivery: 0 };
  for (const webhookId of webhookIds) await queueDelivery(deps, tx, { ...delivery, webhookId });
}
