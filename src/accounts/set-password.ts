import type { Connection } from "../platform/db/database.ts";
import { deleteChallenges } from "./challenge-store.ts";
import { deleteResets } from "./password-reset/store.ts";
import { deleteOtherSessions } from "./session-store.ts";
import { updatePasswordHash } from "./user-store.ts";

/** Ends everything that the old password gave access to: other sessions, unfinished sign-ins and reset links. */
export async function setPassword(
  tx: Connection,
  userId: string,
  passwordHash: string,
  { now, keptSessionId = "" }: { now: number; keptSessionId?: string },
): Promise<void> {
  await updatePasswordHash(tx, userId, passwordHash, now);
  await deleteOtherSessions(tx, userId, keptSessionId);
  await deleteChallenges(tx, userId);
  await deleteResets(tx, userId);
}
