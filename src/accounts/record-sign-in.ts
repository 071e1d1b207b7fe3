import { type NewAuditEntry, recordEntries } from "../platform/audit/record-entries.ts";
import { countInWindow } from "../platform/counters/store.ts";
import type { Clock } from "../platform/clock.ts";
import type { Connection, Database } from "../platform/db/database.ts";
import { listMemberships } from "./member-store.ts";
import { findUser, findUserByEmail } from "./user-store.ts";

const hourMilliseconds = 3_600_000;
/** The failures of an hour that are written down: the first, and when it turns out that somebody goes on. */
const toldFailures = [1, 10, 100];

/** Writes down that a session has begun, in the transaction that begins it. */
export async function recordSignIn(
  deps: { clock: Clock },
  tx: Connection,
  { userId, address }: { userId: string; address: string },
): Promise<void> {
  const user = await findUser(tx, userId);
  if (user !== undefined) {
    const actor = { kind: "member" as const, id: user.id, name: user.email };
    await recordForAccount(deps, tx, user.id, { actor, action: "signIn", details: {}, address });
  }
}

/**
 * Writes down that somebody could not sign in to an account. However often it is tried, the log gets few entries: whoever
 * guesses passwords must not be able to fill it.
 */
export async function recordFailedSignIn(
  deps: { database: Database; clock: Clock },
  email: string,
  address: string,
): Promise<void> {
  const user = await findUserByEmail(deps.database.query, email);
  if (user === undefined) {
    return;
  }
  await deps.database.transaction(async (tx) => {
    const { count } = await countInWindow(tx, "sign-in-failed", user.id, deps.clock.now(), hourMilliseconds);
    if (toldFailures.includes(count)) {
      const actor = { kind: "guest" as const, id: "", name: "Somebody" };
      const details = { email, attempts: String(count) };
      await recordForAccount(deps, tx, user.id, { actor, action: "signInFailed", details, address });
    }
  });
}

async function recordForAccount(
  deps: { clock: Clock },
  tx: Connection,
  userId: string,
  entry: Omit<NewAuditEntry, "projectId">,
): Promise<void> {
  const organizationIds = (await listMemberships(tx, userId)).map(({ id }) => id);
  await recordEntries(deps, tx, organizationIds, { ...entry, projectId: null });
}
