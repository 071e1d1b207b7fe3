import type { UsedCredential } from "../contract/sign-in-operations.ts";
import type { SignInChallengeRow } from "../platform/db/tables.ts";
import { AppError } from "../platform/errors.ts";
import { codeCounters, slowGuesses } from "../platform/slow-guesses.ts";
import { deleteChallenge, spendChallenge, updateChallenge } from "./challenge-store.ts";
import { findKnownBrowser } from "./known-browser.ts";
import { findPendingSignIn, removePendingCookie, startPendingSignIn } from "./pending-sign-in.ts";
import { canUsePasskeys } from "./second-factor/can-use-passkeys.ts";
import { acceptCode } from "./second-factor/check-code.ts";
import { findPasskey, listPasskeys, type Passkey, recordPasskeyUse } from "./second-factor/passkey-store.ts";
import { type Browser, recordFailedSignIn, type SignInDeps, startKnownSession } from "./sign-in.ts";
import { findUserById, type User } from "./user-store.ts";

/**
 * Starts signing in with a passkey. As a second factor it must belong to the account whose password was checked;
 * otherwise any passkey will do.
 */
export async function startPasskeySignIn(
  deps: SignInDeps,
  isSecondFactor: boolean,
  cookies: string | undefined,
): Promise<{ options: Record<string, unknown>; cookies: string[] }> {
  if (!canUsePasskeys(deps.url)) {
    throw new AppError("not_found", "Passkeys need the server to have a host name and HTTPS.");
  }
  const { signInOptions } = await import("./second-factor/verify-passkey.ts");
  if (!isSecondFactor) {
    const options = await signInOptions(deps.url, []);
    const { challenge } = options;
    const cookie = await startPendingSignIn(deps, { purpose: "sign_in", userId: null, challenge });
    return { options: { ...options }, cookies: [cookie] };
  }
  const pending = await findPendingSignIn(deps, cookies);
  if (pending?.userId == null) throw expired();
  const options = await signInOptions(deps.url, await listPasskeys(deps.database.query, pending.userId));
  if (!(await updateChallenge(deps.database.query, pending.hash, options.challenge))) throw expired();
  return { options: { ...options }, cookies: [] };
}

/** The last step of signing in. Sessions start only here. */
export async function finishSignIn(
  deps: SignInDeps,
  { code, credential }: { code?: string; credential?: UsedCredential },
  browser: Browser,
): Promise<{ user: User; cookies: string[] }> {
  const pending = await findPendingSignIn(deps, browser.cookies);
  if (pending === undefined) throw expired();
  const { user, cookies } = await (credential === undefined
    ? finishWithCode(deps, pending, code ?? "", browser)
    : finishWithPasskey(deps, pending, credential, browser));
  return { user, cookies: [...cookies, removePendingCookie(deps)] };
}

async function finishWithCode(deps: SignInDeps, pending: SignInChallengeRow, code: string, browser: Browser) {
  const { database } = deps;
  const user = await findUserById(database.query, pending.userId ?? "");
  if (user === undefined) throw expired();
  const counters = codeCounters(user.email, findKnownBrowser(deps, browser.cookies, user.id));
  const cookies = await slowGuesses(deps, counters, () =>
    database.transaction(async (tx) => {
      const kind = await acceptCode(deps, tx, user.id, code);
      if (kind === undefined) {
        recordFailedSignIn(deps, user, browser.address);
        throw new AppError("unauthenticated", "That code is wrong, or it was used before.");
      }
      if (!(await deleteChallenge(tx, pending.hash))) throw expired();
      return startKnownSession(deps, tx, user, browser, `password and ${kind}`);
    }),
  );
  return { user, cookies };
}

async function finishWithPasskey(
  deps: SignInDeps,
  pending: SignInChallengeRow,
  credential: UsedCredential,
  browser: Browser,
) {
  const { database, clock } = deps;
  const { passkey, signCount } = await checkPasskey(deps, pending, credential);
  const user = await findUserById(database.query, passkey.userId);
  if (user === undefined) throw unknownPasskey();
  const cookies = await database.transaction(async (tx) => {
    if (!(await deleteChallenge(tx, pending.hash))) throw expired();
    await recordPasskeyUse(tx, passkey.id, signCount, clock.now());
    const method = pending.purpose === "sign_in" ? "passkey" : "password and passkey";
    return startKnownSession(deps, tx, user, browser, method);
  });
  return { user, cookies };
}

async function checkPasskey(
  { database: { query }, url }: SignInDeps,
  { hash, challenge, userId: expectedUserId }: SignInChallengeRow,
  credential: UsedCredential,
): Promise<{ passkey: Passkey; signCount: number }> {
  // Deleted before it is checked, so that every reply needs its own challenge.
  if (challenge === null || !(await spendChallenge(query, hash, challenge))) throw expired();
  const passkey = await findPasskey(query, credential.id);
  const { userHandle } = credential.response;
  const owner = userHandle === undefined ? passkey?.userId : Buffer.from(userHandle, "base64url").toString();
  if (passkey === undefined || owner !== passkey.userId || (expectedUserId ?? owner) !== owner) throw unknownPasskey();
  const { verifyUsedCredential } = await import("./second-factor/verify-passkey.ts");
  const signCount = await verifyUsedCredential(url, credential, challenge, passkey);
  if (signCount === undefined) throw unknownPasskey();
  return { passkey, signCount };
}

function expired(): AppError {
  return new AppError("unauthenticated", "This sign-in has expired. Start again.");
}

function unknownPasskey(): AppError {
  return new AppError("unauthenticated", "This passkey could not be verified. Try another way to sign in.");
}
