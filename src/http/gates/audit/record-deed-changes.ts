import type { DashboardOperations, uploadOperations } from "../../../contract/dashboard-operations.ts";
import type { ChangeKind } from "../../../platform/changes/change.ts";
import { recordChange } from "../../../platform/changes/store.ts";
import type { Connection } from "../../../platform/db/database.ts";

export interface ChangingDeed {
  organizationId: string;
  projectId: string | null;
  /** The name of the operation. */
  action: string;
}

/** What people change with the dashboard's own operations. Updates, jobs and pull requests tell of their moves themselves. */
const changedBy: Readonly<Partial<Record<keyof DashboardOperations | keyof typeof uploadOperations, ChangeKind>>> = {
  createAccount: "organization",
  acceptInvitation: "organization",
  renameOrganization: "organization",
  changeMemberRole: "organization",
  removeMember: "organization",
  createInvitation: "organization",
  withdrawInvitation: "organization",
  createProject: "project",
  importProject: "project",
  changeProject: "project",
  deleteProject: "project",
  removePreview: "project",
  rotateWebhookSecret: "webhook",
  createKey: "key",
  revokeKey: "key",
};

/** Tells those who look at it of what somebody has done, and of the new entry in the audit log. */
export async function recordDeedChanges(
  tx: Connection,
  { organizationId, projectId, action }: ChangingDeed,
  now: number,
): Promise<void> {
  const kind = changedBy[action as keyof typeof changedBy];
  if (kind !== undefined) {
    await recordChange(tx, { organizationId, projectId, kind, subject: projectId ?? organizationId }, now);
  }
  await recordChange(tx, { organizationId, projectId, kind: "deed", subject: action }, now);
}
