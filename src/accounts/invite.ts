import type { Role } from "../contract/operation.ts";
import type { Clock } from "../platform/clock.ts";
import type { Connection } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import { newId } from "../platform/id.ts";
import { ownCommand } from "../platform/own-command.ts";
import { hashToken, newToken } from "../platform/tokens.ts";
import {
  deleteOpenLinks,
  findInvitation,
  type Invitation,
  insertInvitation,
  takeInvitation,
} from "./invitation-store.ts";

const invitationMilliseconds = 7 * 86_400_000;

type InvitationRequest = Pick<Invitation, "organizationId" | "email" | "role" | "invitedBy">;

/**
 * Mails an invitation, in the transaction that creates it. Returns false if it won't be mailed. Undefined on a server
 * without mail.
 */
export type SendInvitation = (tx: Connection, message: InvitationMessage) => Promise<boolean>;

interface InvitationMessage {
  id: string;
  email: string;
  organizationId: string;
  /** The name of the organization. */
  organization: string;
  /** The name of the member who invites. */
  invitedBy: string;
  role: Role;
  link: string;
}

/** Creates an invitation. Only a hash of the returned token is stored. */
export async function invite({ clock }: { clock: Clock }, tx: Connection, request: InvitationRequest) {
  const token = newToken();
  const now = clock.now();
  const invitation: Invitation = {
    ...request,
    email: request.email === null ? null : normalEmail(request.email),
    id: newId("inv", clock),
    createdAt: now,
    expiresAt: now + invitationMilliseconds,
  };
  await insertInvitation(tx, invitation, hashToken(token));
  return { invitation, token };
}

/** A link for the operator: the first person to open it becomes an admin. Any earlier link stops working. */
export async function createOwnerLink(
  { clock, url }: { clock: Clock; url: string },
  tx: Connection,
  organizationId: string,
): Promise<string> {
  await deleteOpenLinks(tx, organizationId);
  const { token } = await invite({ clock }, tx, { organizationId, email: null, role: "admin", invitedBy: null });
  return invitationLink(url, token);
}

/** Browsers don't send the part after the #, so the token appears in no log and no `Referer`. */
export function invitationLink(url: string, token: string): string {
  return `${url}/dashboard/join#${token}`;
}

export async function getInvitation({ clock }: { clock: Clock }, connection: Connection, token: string) {
  return checked(await findInvitation(connection, hashToken(token)), clock);
}

export async function acceptInvitation({ clock }: { clock: Clock }, tx: Connection, token: string, email: string) {
  const invitation = checked(await takeInvitation(tx, hashToken(token)), clock);
  if (invitation.email !== null && invitation.email !== normalEmail(email)) {
    throw new AppError("conflict", `This invitation is for ${invitation.email}; sign in with that email.`);
  }
  return invitation;
}

/** A link from the command line also opens organizations that require single sign-on, in case the provider is down. */
export function isOperatorLink({ invitedBy, email }: Invitation): boolean {
  return invitedBy === null && email === null;
}

export function normalEmail(email: string): string {
  return email.trim().toLowerCase();
}

function checked<Found extends Invitation>(invitation: Found | undefined, clock: Clock): Found {
  if (invitation === undefined || invitation.expiresAt <= clock.now()) {
    throw new AppError(
      "not_found",
      `This link has expired, was used or was replaced. Ask an admin for a new one, or run on the server: ${ownCommand("account link")}.`,
    );
  }
  return invitation;
}
