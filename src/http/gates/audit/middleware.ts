import { operatorActor, operatorKeyId } from "../../../activity/audit/operator.ts";
import { recordEntries } from "../../../activity/audit/record-entries.ts";
import type { AuditEntry } from "../../../activity/audit/store.ts";
import type { EventDeps } from "../../../activity/events/record-event.ts";
import type { Transaction } from "../../../platform/db/database.ts";
import type { Principal } from "../../call.ts";

/** A successful call of an operation that changes something. */
export interface AuditedAction {
  principal: Principal;
  /** The name of the operation. */
  action: string;
  params: Readonly<Record<string, string>>;
  details: Readonly<Record<string, string>>;
  address: string;
  /** The operation's reply, which may contain the ID of something that the operation created. */
  result?: unknown;
}

export interface AuditDeps extends EventDeps {
  /** The organizations a user is a member of. */
  listOrganizationIds(tx: Transaction, userId: string): Promise<string[]>;
  findKeyName(tx: Transaction, keyId: string): Promise<string | undefined>;
}

/**
 * Writes the action to the audit log of the organization it concerns, in the same transaction as the action. Changes to
 * a user's own account concern no organization in particular: they are logged in all organizations the user is in.
 */
export async function recordAction(
  deps: AuditDeps,
  tx: Transaction,
  { principal, action, params, details, address, result }: AuditedAction,
): Promise<void> {
  const { organizationId = principal.organizationId, projectId = null, ...named } = { ...params, ...details };
  const organizationIds = organizationId === "" ? await organizationsOf(deps, tx, principal) : [organizationId];
  const actor = await actorOf(deps, tx, principal);
  await recordEntries(deps, tx, organizationIds, {
    projectId,
    actor,
    action,
    details: named,
    address,
    made: madeIn(result),
  });
}

/** The ID of the update or job that the operation started, if any. All other IDs are in the details and parameters. */
function madeIn(result: unknown): Record<string, string> {
  const { id, statusId } = (result ?? {}) as { id?: unknown; statusId?: unknown };
  return { ...(typeof id === "string" && { id }), ...(typeof statusId === "string" && { statusId }) };
}

async function organizationsOf(deps: AuditDeps, tx: Transaction, { user }: Principal): Promise<string[]> {
  return user === undefined ? [] : deps.listOrganizationIds(tx, user.id);
}

async function actorOf(
  { findKeyName }: AuditDeps,
  tx: Transaction,
  { user, keyId }: Principal,
): Promise<AuditEntry["actor"]> {
  if (user !== undefined) {
    return { kind: "member", id: user.id, name: user.email };
  }
  if (keyId === operatorKeyId) {
    return operatorActor();
  }
  // A project's keys are deleted with it, possibly while one of their calls is still running.
  return { kind: "key", id: keyId, name: (await findKeyName(tx, keyId)) ?? "Deleted key" };
}
