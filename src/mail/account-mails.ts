import type { SendInvitation } from "../accounts/invite.ts";
import type { SendResetLink } from "../accounts/password-reset/reset-password.ts";
import type { Role } from "../contract/operation.ts";
import { type Clock, dayMilliseconds } from "../platform/clock.ts";
import { countInWindow } from "../platform/counters/store.ts";
import { headerText } from "../platform/mail-settings.ts";
import type { SendReaderLink } from "../readers/mail-link.ts";
import { enqueueMail, type MailDeps } from "./enqueue-mail.ts";

interface AccountMails {
  sendResetLink: SendResetLink;
  sendInvitation: SendInvitation;
  sendReaderLink: SendReaderLink;
}

const hourMilliseconds = 3_600_000;
/** The limit per organization. Links beyond it aren't mailed but shown for copying. */
const invitationsPerHour = 50;

/** Mails with links to join and to choose a new password. */
export function accountMails(deps: MailDeps & { clock: Clock; url: string }): AccountMails {
  const { host } = new URL(deps.url);
  return {
    sendResetLink: (tx, { id, email, name, link, expiresAt, requestedBy }) =>
      enqueueMail(deps, tx, {
        kind: "reset",
        id: `reset-${id}`,
        to: { email, name },
        expiresAt,
        content: {
          subject: "Choose a new password",
          paragraphs: [
            requestedBy === undefined
              ? `Someone asked to reset the password of your account on ${host}.`
              : `${headerText(requestedBy)} created this link for you to choose a new password on ${host}.`,
            "The link works once, for an hour. Your password stays the same until you use it.",
          ],
          action: { label: "Choose a new password", url: link },
          footer: [
            requestedBy === undefined
              ? "If it wasn’t you, ignore this mail: nobody else can use the link without it."
              : "If you didn’t expect this, ask them before you use it.",
          ],
        },
      }),
    sendReaderLink: (tx, { id, email, organizationId, siteName, link, expiresAt }) =>
      enqueueMail(deps, tx, {
        kind: "reader",
        organizationId,
        id: `reader-${id}`,
        to: { email, name: "" },
        expiresAt,
        content: {
          subject: `Sign in to ${headerText(siteName)}`,
          paragraphs: [
            `Someone asked for a link to read ${headerText(siteName)} with this address.`,
            "The link works once, for 15 minutes.",
          ],
          action: { label: "Sign in", url: link },
          footer: ["If it wasn’t you, ignore this mail: nobody else can use the link without it."],
        },
      }),
    async sendInvitation(tx, { id, email, organizationId, organization, invitedBy, role, link }) {
      const now = deps.clock.now();
      // Invitations are the only mails to people without an account, so they are limited to prevent spam.
      const { count } = await countInWindow(tx, "invitation-mails", organizationId, now, hourMilliseconds);
      if (count > invitationsPerHour) return false;
      return enqueueMail(deps, tx, {
        kind: "invitation",
        organizationId,
        id: `invitation-${id}`,
        to: { email, name: "" },
        expiresAt: now + dayMilliseconds,
        content: {
          subject: `${headerText(invitedBy)} invited you to ${headerText(organization)}`,
          paragraphs: [
            `${headerText(invitedBy)} invited you to ${headerText(organization)} on ${host}, where they write their documentation. ${abilities[role]}`,
            "The link works once, for 7 days.",
          ],
          action: { label: "Accept the invitation", url: link },
          footer: ["If you don’t know them, ignore this mail."],
        },
      });
    },
  };
}

const abilities: Readonly<Record<Role, string>> = {
  viewer: "As a viewer, you can read everything.",
  editor: "As an editor, you can change the docs.",
  admin: "As an admin, you can also manage members, keys and settings.",
};
