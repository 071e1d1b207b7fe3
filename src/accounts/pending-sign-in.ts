import type { Clock } from "../platform/clock.ts";
import { readCookie, setCookie } from "../platform/cookies.ts";
import type { Services } from "../platform/services.ts";
import { hashToken, newToken } from "../platform/tokens.ts";
import { findChallenge, putChallenge } from "./challenge-store.ts";

type PendingDeps = Pick<Services, "clock" | "database"> & { url: string };

const pendingSeconds = 600;

/**
 * Stores the state of a sign-in, and returns a cookie that identifies it. The cookie gives no access: the session
 * starts with a new token when the sign-in is finished.
 */
export async function startPendingSignIn(
  { database, clock, url }: PendingDeps,
  pending: { purpose: "sign_in" | "second_factor"; userId: string | null; challenge: string | null },
): Promise<string> {
  const token = newToken();
  await putChallenge(database.query, { ...pending, hash: hashToken(token), expiresAt: pendingEnd(clock) });
  return setCookie("pending_sign_in", token, pendingSeconds, url);
}

export async function findPendingSignIn({ database, clock, url }: PendingDeps, cookies: string | undefined) {
  const token = readCookie(cookies, "pending_sign_in", url);
  const found = token && (await findChallenge(database.query, hashToken(token), clock.now()));
  return found && found.purpose !== "new_passkey" ? found : undefined;
}

export function removePendingCookie({ url }: Pick<PendingDeps, "url">): string {
  return setCookie("pending_sign_in", "", 0, url);
}

/** Starts adding a passkey. A session can add one at a time, so starting again replaces the earlier challenge. */
export async function startPasskeySetup(
  { database, clock }: Pick<PendingDeps, "database" | "clock">,
  { id, sessionId }: { id: string; sessionId: string },
  challenge: string,
): Promise<void> {
  await putChallenge(database.query, {
    hash: hashToken(sessionId),
    purpose: "new_passkey",
    userId: id,
    challenge,
    expiresAt: pendingEnd(clock),
  });
}

function pendingEnd(clock: Clock): number {
  return clock.now() + pendingSeconds * 1_000;
}
