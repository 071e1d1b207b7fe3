import type { DashboardOperations, uploadOperations } from "../../contract/dashboard-operations.ts";
import type { ChangeKind } from "../changes/change.ts";
import { recordChange } from "../changes/store.ts";
import type { Clock } from "../clock.ts";
import type { Connection } from "../db/database.ts";
import { newId } from "../id.ts";
import { type AuditEntry, insertAuditEntry } from "./store.ts";

export type NewAuditEntry = Omit<AuditEntry, "id" | "organizationId" | "at">;

/** What each dashboard operation changes. Updates, jobs and pull requests record their own changes. */
const changedBy: Readonly<Partial<Record<keyof DashboardOperations | keyof typeof uploadOperations, ChangeKind>>> = {
  createAccount: "organization",
  acceptInvitation: "organization",
  renameOrganization: "organization",
  changeMemberRole: "organization",
  removeMember: "organization",
  createInvitation: "organization",
  withdrawInvitation: "organization",
  connectInstallation: "organization",
  disconnectInstallation: "organization",
  createProject: "project",
  importProject: "project",
  changeProject: "project",
  deleteProject: "project",
  removePreview: "project",
  rotateWebhookSecret: "webhook",
  createKey: "key",
  revokeKey: "key",
};

/** Writes the same entry to the audit log of each organization and notifies its open dashboards. */
export async function recordEntries(
  { clock }: { clock: Clock },
  tx: Connection,
  organizationIds: readonly string[],
  entry: NewAuditEntry,
): Promise<void> {
  const { projectId, action } = entry;
  const at = clock.now();
  const changed = changedBy[action as keyof typeof changedBy];
  for (const organizationId of organizationIds) {
    await insertAuditEntry(tx, { ...entry, id: newId("aud", clock), organizationId, at });
    if (changed !== undefined) {
      await recordChange(tx, { organizationId, projectId, kind: changed, subject: projectId ?? organizationId }, at);
    }
    await recordChange(tx, { organizationId, projectId, kind: "audit", subject: action }, at);
  }
}
