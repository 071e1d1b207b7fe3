import type { Clock } from "../../../platform/clock.ts";
import type { Connection } from "../../../platform/db/database.ts";
import { newId } from "../../../platform/id.ts";
import { recordDeedChanges } from "./record-deed-changes.ts";
import { type AuditEntry, insertAuditEntry } from "./store.ts";

export type NewAuditEntry = Omit<AuditEntry, "id" | "organizationId" | "at">;

/** Writes the same into the logs of these organizations, and tells those who look at them. */
export async function recordEntries(
  { clock }: { clock: Clock },
  tx: Connection,
  organizationIds: readonly string[],
  entry: NewAuditEntry,
): Promise<void> {
  const { projectId, action } = entry;
  const at = clock.now();
  for (const organizationId of organizationIds) {
    await insertAuditEntry(tx, { ...entry, id: newId("aud", clock), organizationId, at });
    await recordDeedChanges(tx, { organizationId, projectId, action }, at);
  }
}
