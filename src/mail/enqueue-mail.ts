import { countInWindow } from "../platform/counters/store.ts";
import type { Connection } from "../platform/db/database.ts";
import type { MailRow } from "../platform/db/tables.ts";
import { isMailAddress } from "../platform/mail-settings.ts";
import type { Queue } from "../platform/queue/queue.ts";
import type { Services } from "../platform/services.ts";
import type { Mail, MailKind } from "./mail.ts";
import { insertMail } from "./store.ts";

export const mailKind = "mail.send";
/** The limit for all mails to one address. */
export const mailsPerHour = 20;

const hourMilliseconds = 3_600_000;

export interface MailDeps extends Pick<Services, "clock" | "secrets"> {
  queue: Pick<Queue, "enqueue">;
}

export interface NewMail extends Mail {
  kind: MailKind;
  /** Undefined for mails about an account. */
  organizationId?: string;
  /** The mail isn't worth sending after this time. */
  expiresAt: number;
}

/**
 * Writes a mail and the job that sends it, in the caller's transaction. Returns false if this mail was already
 * written, the address can't receive mail, or it has reached its hourly limit.
 */
export async function enqueueMail(deps: MailDeps, tx: Connection, mail: NewMail): Promise<boolean> {
  const { queue, secrets, clock } = deps;
  const { id, kind, organizationId = null, expiresAt, ...rest } = mail;
  const now = clock.now();
  if (!isMailAddress(mail.to.email)) return false;
  const { count } = await countInWindow(tx, "mails", mail.to.email, now, hourMilliseconds);
  if (count > mailsPerHour) return false;
  const sealed = secrets.seal(JSON.stringify({ id, ...rest }));
  const isNew = await insertMail(tx, { id, kind, organizationId, sealed, createdAt: now, expiresAt });
  if (isNew) await enqueueAttempt(queue, tx, { id, organizationId }, { attempt: 0, runAt: now });
  return isNew;
}

/** All mails are in one group, so a mail server that hangs keeps at most one job busy. */
export async function enqueueAttempt(
  queue: Pick<Queue, "enqueue">,
  tx: Connection,
  { id: mailId, organizationId }: Pick<MailRow, "id" | "organizationId">,
  { attempt, runAt }: { attempt: number | string; runAt: number },
): Promise<void> {
  const job = { id: `${mailId}+${attempt}`, kind: mailKind, group: "mail", payload: { mailId }, runAt };
  await queue.enqueue(tx, organizationId === null ? job : { ...job, organizationId });
}
