import { type NewAuditEntry, recordEntries } from "../activity/audit/record-entries.ts";
import type { EventDeps } from "../activity/events/record-event.ts";
import { setCookie } from "../platform/cookies.ts";
import { countInWindow } from "../platform/counters/store.ts";
import type { Connection } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import { newId } from "../platform/id.ts";
import type { Services } from "../platform/services.ts";
import { signInCounters, slowGuesses } from "../platform/slow-guesses.ts";
import { hashToken, newToken } from "../platform/tokens.ts";
import { isKnownAddress, rememberAddress } from "./address-store.ts";
import { normalEmail } from "./invite.ts";
import { findKnownBrowser, knownBrowserCookie } from "./known-browser.ts";
import { listMemberships } from "./member-store.ts";
import { type Lane, verifyPassword } from "./password.ts";
import { startPendingSignIn } from "./pending-sign-in.ts";
import { findFactorKinds, type SecondFactorKinds } from "./second-factor/store.ts";
import { insertSession } from "./session-store.ts";
import { findPasswordHash, findUserByEmail, type User } from "./user-store.ts";

export interface SignInDeps extends EventDeps, Pick<Services, "database" | "log" | "secrets"> {
  /** The public address of this server. */
  url: string;
}

/** The client that starts a session. */
export interface Client {
  address: string;
  userAgent: string;
  /** Set if the provider or the operator has just confirmed the person's identity. */
  providerAt?: number | null;
}

export interface Browser extends Client {
  cookies: string | undefined;
}

const sessionSeconds = 30 * 86_400;
const hourMilliseconds = 3_600_000;
/** Only these failed attempts within an hour are recorded, so that guessing passwords doesn't flood the audit log. */
const recordedFailures = [1, 10, 100];

interface PasswordSignIn {
  user: User;
  /** Set-Cookie headers for the browser. */
  cookies: string[];
  /** Set if a second factor is required before the session starts. */
  secondFactor?: SecondFactorKinds;
}

/** Checks the password. Starts a session, unless the account has a second factor. */
export async function signInWithPassword(
  deps: SignInDeps,
  credentials: { email: string; password: string },
  browser: Browser,
): Promise<PasswordSignIn> {
  const { database } = deps;
  const { address, cookies } = browser;
  const email = normalEmail(credentials.email);
  // For an account that doesn't exist, the same reads and counts are made.
  const user = await findUserByEmail(database.query, email);
  const browserId = findKnownBrowser(deps, cookies, user?.id);
  const isKnown = await isKnownAddress(database.query, user?.id ?? "", address);
  const counters = signInCounters({ email, address, browserId, isKnownAddress: isKnown });
  const lane = browserId !== undefined || isKnown ? "known" : "other";
  return slowGuesses(deps, counters, async () => {
    const checked = await checkPassword(deps, user, credentials.password, { address, lane });
    const secondFactor = await findFactorKinds(database.query, checked.id);
    if (secondFactor.hasAuthenticator || secondFactor.hasPasskey) {
      const cookie = await startPendingSignIn(deps, { purpose: "second_factor", userId: checked.id, challenge: null });
      return { user: checked, cookies: [cookie], secondFactor };
    }
    const start = (tx: Connection) => startKnownSession(deps, tx, checked, browser, "password");
    return { user: checked, cookies: await database.transaction(start) };
  });
}

async function checkPassword(
  deps: SignInDeps,
  user: User | undefined,
  password: string,
  { address, lane }: { address: string; lane: Lane },
): Promise<User> {
  const hash = await findPasswordHash(deps.database.query, user?.id ?? "");
  const isCorrect = await verifyPassword(hash, password, lane);
  if (user !== undefined && isCorrect) return user;
  recordFailedSignIn(deps, user, address);
  throw new AppError("unauthenticated", "Wrong email or password.");
}

/**
 * Starts a session and remembers the browser and its address, so that other people's guesses don't slow it down later.
 */
export async function startKnownSession(
  deps: Pick<SignInDeps, "clock" | "url" | "secrets" | "queue">,
  tx: Connection,
  user: User,
  browser: Browser,
  method: string,
): Promise<string[]> {
  await rememberAddress(tx, user.id, browser.address, deps.clock.now());
  return [await startSession(deps, tx, user, browser, method), knownBrowserCookie(deps, browser.cookies, user.id)];
}

/** Returns the session's cookie. Only a hash of its token is stored. */
export async function startSession(
  { clock, url, queue }: Pick<SignInDeps, "clock" | "url" | "queue">,
  tx: Connection,
  user: User,
  { address, userAgent, providerAt = null }: Client,
  method?: string,
): Promise<string> {
  const token = newToken();
  const now = clock.now();
  await insertSession(tx, {
    id: newId("ses", clock),
    tokenHash: hashToken(token),
    userId: user.id,
    address,
    userAgent,
    providerAt,
    expiresAt: now + sessionSeconds * 1_000,
    createdAt: now,
    updatedAt: now,
  });
  const actor = { kind: "member" as const, id: user.id, name: user.email };
  await recordForUser({ clock, queue }, tx, user.id, {
    actor,
    action: "signIn",
    details: method === undefined ? {} : { method },
    address,
  });
  return setCookie("session_token", token, sessionSeconds, url);
}

/** Not awaited: the response time must not reveal whether the account exists. */
export function recordFailedSignIn(deps: SignInDeps, user: User | undefined, address: string): void {
  if (user === undefined) return;
  countFailedSignIn(deps, user, address).catch((error) =>
    deps.log.warn({ error }, "could not record a failed sign-in"),
  );
}

async function countFailedSignIn({ database, clock, queue }: SignInDeps, user: User, address: string): Promise<void> {
  await database.transaction(async (tx) => {
    const { count } = await countInWindow(tx, "sign-in-failed", user.id, clock.now(), hourMilliseconds);
    if (recordedFailures.includes(count)) {
      const actor = { kind: "guest" as const, id: "", name: "Somebody" };
      const details = { email: user.email, attempts: String(count) };
      await recordForUser({ clock, queue }, tx, user.id, { actor, action: "signInFailed", details, address });
    }
  });
}

/**
 * An account doesn't belong to an organization, so the entry is added to the log of each organization the user is a
 * member of.
 */
export async function recordForUser(
  deps: EventDeps,
  tx: Connection,
  userId: string,
  entry: Omit<NewAuditEntry, "projectId">,
): Promise<void> {
  const organizationIds = (await listMemberships(tx, userId)).map(({ id }) => id);
  await recordEntries(deps, tx, organizationIds, { ...entry, projectId: null });
}
