import { recordDeedChanges } from "../changes/record-deed-changes.ts";
import type { Principal } from "../http/call.ts";
import type { Deed } from "../http/register-operation.ts";
import type { Clock } from "../platform/clock.ts";
import type { Transaction } from "../platform/db/database.ts";
import { newId } from "../platform/id.ts";
import { type AuditEntry, findKeyName, insertAuditEntry } from "./store.ts";

/** Writes who did what into the log of the organization it was done in, in the transaction that does it. */
export async function recordDeed(
  { clock }: { clock: Clock },
  tx: Transaction,
  { principal, action, params, details, address }: Deed,
): Promise<void> {
  const { organizationId = principal.organizationId, projectId = null, ...named } = { ...params, ...details };
  if (organizationId === "") {
    return;
  }
  const now = clock.now();
  await insertAuditEntry(tx, {
    id: newId("aud", clock),
    organizationId,
    projectId,
    actor: await actorOf(tx, principal),
    action,
    details: named,
    address,
    at: now,
  });
  await recordDeedChanges(tx, { organizationId, projectId, action }, now);
}

async function actorOf(tx: Transaction, { user, keyId }: Principal): Promise<AuditEntry["actor"]> {
  if (user !== undefined) {
    return { kind: "member", id: user.id, name: user.email };
  }
  const name = await findKeyName(tx, keyId);
  return name === undefined ? { kind: "operator", id: "", name: "Command line" } : { kind: "key", id: keyId, name };
}
