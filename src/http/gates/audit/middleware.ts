import { listMemberships } from "../../../accounts/member-store.ts";
import { findKeyName } from "../../../keys/store.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Transaction } from "../../../platform/db/database.ts";
import type { Principal } from "../../call.ts";
import type { Deed } from "../../register-operation.ts";
import { operatorActor, operatorKeyId } from "./operator.ts";
import { recordEntries } from "./record-entries.ts";
import type { AuditEntry } from "./store.ts";

/**
 * Writes who did what into the log of the organization it was done in, in the transaction that does it. What people do with
 * their accounts is of no organization: it stands in the logs of all they are in.
 */
export async function recordDeed(
  deps: { clock: Clock },
  tx: Transaction,
  { principal, action, params, details, address }: Deed,
): Promise<void> {
  const { organizationId = principal.organizationId, projectId = null, ...named } = { ...params, ...details };
  const organizationIds = organizationId === "" ? await organizationsOf(tx, principal) : [organizationId];
  const actor = await actorOf(tx, principal);
  await recordEntries(deps, tx, organizationIds, { projectId, actor, action, details: named, address });
}

async function organizationsOf(tx: Transaction, { user }: Principal): Promise<string[]> {
  return user === undefined ? [] : (await listMemberships(tx, user.id)).map(({ id }) => id);
}

async function actorOf(tx: Transaction, { user, keyId }: Principal): Promise<AuditEntry["actor"]> {
  if (user !== undefined) {
    return { kind: "member", id: user.id, name: user.email };
  }
  if (keyId === operatorKeyId) {
    return operatorActor();
  }
  // A key goes with its project, also while a call that it began is under way.
  return { kind: "key", id: keyId, name: (await findKeyName(tx, keyId)) ?? "A key that is gone" };
}
