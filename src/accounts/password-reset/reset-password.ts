import type { EventDeps } from "../../activity/events/record-event.ts";
import type { Clock } from "../../platform/clock.ts";
import { countInWindow } from "../../platform/counters/store.ts";
import type { Connection, Transaction } from "../../platform/db/database.ts";
import { AppError } from "../../platform/errors.ts";
import { forgetGuesses } from "../../platform/slow-guesses.ts";
import { hashToken, newToken } from "../../platform/tokens.ts";
import { normalEmail } from "../invite.ts";
import { listMemberships } from "../member-store.ts";
import { setPassword } from "../set-password.ts";
import { recordForUser, type SignInDeps } from "../sign-in.ts";
import { findPasswordHash, findUserByEmail, findUserById, type User } from "../user-store.ts";
import { findReset, putReset, type ResetLink, takeReset } from "./store.ts";

/**
 * Mails a reset link to the owner of an account, in the transaction that creates it. Returns false if it won't be
 * mailed. Undefined on a server without mail.
 */
export type SendResetLink = (tx: Connection, message: ResetMessage) => Promise<boolean>;

interface ResetMessage {
  /** The ID of the link. Not secret. */
  id: string;
  email: string;
  name: string;
  link: string;
  expiresAt: number;
  /** The name of the admin who created the link; undefined if the owner requested it. */
  requestedBy?: string;
}

const resetMilliseconds = 3_600_000;
const mailsPerHour = 3;

/** Only a hash of the token in the link is stored. Any earlier link for the account stops working. */
export async function createResetLink(
  { clock, url }: { clock: Clock; url: string },
  tx: Connection,
  user: User,
  organizationId: string | null,
): Promise<{ id: string; link: string; expiresAt: number }> {
  const token = newToken();
  const now = clock.now();
  const reset = { userId: user.id, email: user.email, organizationId, createdAt: now };
  const id = hashToken(token);
  await putReset(tx, id, { ...reset, expiresAt: now + resetMilliseconds });
  // Browsers don't send the part after the #, so the token appears in no log and no `Referer`.
  return { id, link: `${url}/dashboard/reset-password#${token}`, expiresAt: now + resetMilliseconds };
}

/**
 * An admin can create a link only for a person who is in no other organization. Otherwise the admin could sign in as
 * that person and reach organizations they don't belong to.
 */
export async function createMemberResetLink(
  deps: { clock: Clock; url: string; sendResetLink?: SendResetLink | undefined },
  tx: Connection,
  { organizationId, userId, requestedBy }: { organizationId: string; userId: string; requestedBy: string },
): Promise<{ email: string; link: string; expiresAt: number; isMailed: boolean }> {
  const user = await findUserById(tx, userId);
  const memberships = (await listMemberships(tx, userId)).map(({ id }) => id);
  if (user === undefined || !memberships.includes(organizationId)) {
    throw new AppError("not_found", "Member not found in this organization.");
  }
  if ((await findPasswordHash(tx, userId)) === null) {
    throw new AppError("conflict", `This member has no password and signs in with single sign-on.`);
  }
  if (memberships.length > 1) {
    throw new AppError(
      "conflict",
      `This member also belongs to another organization, so only the operator of the server can reset their password, with "account reset-password ${user.email}".`,
    );
  }
  const { id, ...created } = await createResetLink(deps, tx, user, organizationId);
  const { email, name } = user;
  const isMailed = (await deps.sendResetLink?.(tx, { id, email, name, ...created, requestedBy })) ?? false;
  return { email, ...created, isMailed };
}

/** Takes the same time and gives the same reply, whether the account exists or not. */
export function mailResetLink(
  deps: SignInDeps & { sendResetLink?: SendResetLink | undefined },
  email: string,
  address: string,
): void {
  const { sendResetLink, log } = deps;
  if (sendResetLink === undefined) {
    throw new AppError("not_found", "This server sends no mail. Ask an admin of your organization for a reset link.");
  }
  writeResetMail(deps, sendResetLink, normalEmail(email), address).catch((error: unknown) =>
    log.warn({ error: String(error) }, "could not send a reset link"),
  );
}

async function writeResetMail(deps: SignInDeps, sendResetLink: SendResetLink, email: string, address: string) {
  const { database, clock } = deps;
  await database.transaction(async (tx) => {
    const user = await findUserByEmail(tx, email);
    if (user === undefined || (await findPasswordHash(tx, user.id)) === null) return;
    const { count } = await countInWindow(tx, "reset-mails", user.id, clock.now(), resetMilliseconds);
    if (count > mailsPerHour) return;
    const actor = { kind: "guest" as const, id: "", name: "Somebody" };
    await recordForUser(deps, tx, user.id, { actor, action: "requestPasswordReset", details: { email }, address });
    await sendResetLink(tx, { email, name: user.name, ...(await createResetLink(deps, tx, user, null)) });
  });
}

export async function getReset(deps: { clock: Clock }, connection: Connection, token: string): Promise<User> {
  return checked(deps, connection, await findReset(connection, hashToken(token)));
}

/** Sets the password. Signing in is a separate step, so the second factor is still required. */
export async function resetPassword(
  deps: EventDeps,
  tx: Transaction,
  token: string,
  passwordHash: string,
  address: string,
): Promise<void> {
  const user = await checked(deps, tx, await takeReset(tx, hashToken(token)));
  await setPassword(tx, user.id, passwordHash, { now: deps.clock.now() });
  await forgetGuesses(tx, user.email);
  const actor = { kind: "member" as const, id: user.id, name: user.email };
  await recordForUser(deps, tx, user.id, { actor, action: "resetPassword", details: {}, address });
}

async function checked({ clock }: { clock: Clock }, connection: Connection, reset: ResetLink | undefined) {
  const user = reset && (await findUserById(connection, reset.userId));
  const isUsable =
    reset !== undefined &&
    reset.expiresAt > clock.now() &&
    user?.email === reset.email &&
    // The member may have joined another organization since the admin created the link.
    (reset.organizationId === null || (await isOnlyIn(connection, reset.userId, reset.organizationId)));
  if (user === undefined || !isUsable) {
    throw new AppError("not_found", "This link has expired or was already used. Ask for a new one.");
  }
  return user;
}

async function isOnlyIn(connection: Connection, userId: string, organizationId: string): Promise<boolean> {
  const memberships = await listMemberships(connection, userId);
  return memberships.length === 1 && memberships[0]?.id === organizationId;
}
