import { randomBytes } from "node:crypto";
import type { Limit } from "../contract/operation.ts";
import { countRequest } from "../http/gates/rate-limits/count-request.ts";
import { type NewAuditEntry, recordEntries } from "../platform/audit/record-entries.ts";
import type { Clock } from "../platform/clock.ts";
import { countInWindow } from "../platform/counters/store.ts";
import type { Connection, Database } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import { newId } from "../platform/id.ts";
import type { Log } from "../platform/log.ts";
import { waitText } from "../platform/span-text.ts";
import { setCookie } from "./cookies.ts";
import { normalEmail } from "./invite.ts";
import { listMemberships } from "./member-store.ts";
import { verifyPassword } from "./password.ts";
import { hashToken, insertSession } from "./session-store.ts";
import { findPasswordHash, findUserByEmail, type User } from "./user-store.ts";

export interface SignInDeps {
  database: Database;
  clock: Clock;
  log: Log;
  /** The public address of this server. */
  url: string;
}

/** Where a session is started from. */
export interface Client {
  address: string;
  userAgent: string;
}

const sessionSeconds = 30 * 86_400;
const tokenBytes = 24;
/** Applies per account, no matter how many addresses the attempts come from. */
const signInsPerAccount: Limit = { name: "sign-in-account", by: "address", max: 50, windowSeconds: 900 };
const hourMilliseconds = 3_600_000;
/** Which failed attempts within an hour are recorded, so that guessing passwords cannot flood the audit log. */
const recordedFailures = [1, 10, 100];

/** Checks the password and starts a session. */
export async function signInWithPassword(
  deps: SignInDeps,
  credentials: { email: string; password: string },
  client: Client,
): Promise<{ user: User; cookie: string }> {
  const { database, log } = deps;
  const email = normalEmail(credentials.email);
  await limitAccount(deps, email);
  const user = await findUserByEmail(database.query, email);
  const hash = user === undefined ? null : await findPasswordHash(database.query, user.id);
  const isCorrect = await verifyPassword(hash, credentials.password);
  if (user === undefined || !isCorrect) {
    // Not awaited: the response time must not reveal whether the account exists.
    recordFailedSignIn(deps, user, client.address).catch((error) =>
      log.warn({ error }, "could not record a failed sign-in"),
    );
    throw new AppError("unauthenticated", "Wrong email or password.");
  }
  return { user, cookie: await database.transaction((tx) => startSession(deps, tx, user, client)) };
}

/** Returns the session's cookie. Only a hash of the token in it is stored. */
export async function startSession(
  { clock, url }: { clock: Clock; url: string },
  tx: Connection,
  user: User,
  { address, userAgent }: Client,
): Promise<string> {
  const token = randomBytes(tokenBytes).toString("base64url");
  const now = clock.now();
  await insertSession(tx, {
    id: newId("ses", clock),
    token_hash: hashToken(token),
    user_id: user.id,
    address,
    user_agent: userAgent,
    expires_at: now + sessionSeconds * 1_000,
    created_at: now,
    updated_at: now,
  });
  const actor = { kind: "member" as const, id: user.id, name: user.email };
  await recordForUser({ clock }, tx, user.id, { actor, action: "signIn", details: {}, address });
  return setCookie("session_token", token, sessionSeconds, url.startsWith("https:"));
}

async function limitAccount({ database, clock }: SignInDeps, email: string): Promise<void> {
  const [counted] = await countRequest({ database, clock }, [{ limit: signInsPerAccount, subject: hashToken(email) }]);
  if (counted?.exceeded) {
    const { resetSeconds: retryAfterSeconds } = counted;
    throw new AppError("limited", `Too many attempts; try again in ${waitText(retryAfterSeconds)}.`, {
      retryAfterSeconds,
    });
  }
}

async function recordFailedSignIn(
  { database, clock }: SignInDeps,
  user: User | undefined,
  address: string,
): Promise<void> {
  if (user === undefined) {
    return;
  }
  await database.transaction(async (tx) => {
    const { count } = await countInWindow(tx, "sign-in-failed", user.id, clock.now(), hourMilliseconds);
    if (recordedFailures.includes(count)) {
      const actor = { kind: "guest" as const, id: "", name: "Somebody" };
      const details = { email: user.email, attempts: String(count) };
      await recordForUser({ clock }, tx, user.id, { actor, action: "signInFailed", details, address });
    }
  });
}

/** An account belongs to no organization itself, so the entry goes into the log of each one the user is a member of. */
async function recordForUser(
  deps: { clock: Clock },
  tx: Connection,
  userId: string,
  entry: Omit<NewAuditEntry, "projectId">,
): Promise<void> {
  const organizationIds = (await listMemberships(tx, userId)).map(({ id }) => id);
  await recordEntries(deps, tx, organizationIds, { ...entry, projectId: null });
}
