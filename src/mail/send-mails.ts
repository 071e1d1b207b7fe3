import type { Connection } from "../platform/db/database.ts";
import type { MailRow } from "../platform/db/tables.ts";
import type { MailSettings } from "../platform/mail-settings.ts";
import { countDelivery } from "../platform/measures/count-delivery.ts";
import type { JobHandler, RunningJob } from "../platform/queue/handler.ts";
import type { Services } from "../platform/services.ts";
import { enqueueAttempt } from "./enqueue-mail.ts";
import type { Mail } from "./mail.ts";
import { MailFailure, sendBySmtp } from "./send-by-smtp.ts";
import { endMail, findMail, listOverdue, postponeMail } from "./store.ts";

interface SendDeps extends Pick<Services, "clock" | "database" | "log" | "queue" | "secrets"> {
  /** Undefined if the operator turned mail off after the mail was queued. */
  mail: MailSettings | undefined;
}

const retryFirstSeconds = 15;
const retryMaxSeconds = 1_800;
/** After the mail server failed, all other mails wait this long instead of trying one by one. */
const restSeconds = 30;
const overdueMilliseconds = 3_600_000;
const overdueMax = 100;

/**
 * Sends one mail, with retries at growing delays until it expires. If the process crashes after the mail server has
 * accepted the mail, but before that is recorded, the mail is sent again with the same Message-ID.
 */
export function mailHandler(deps: SendDeps): JobHandler {
  let restUntil = 0;
  const send = async (job: RunningJob, row: MailRow, settings: MailSettings, sealed: string) => {
    const { secrets, log } = deps;
    try {
      await sendBySmtp(settings, JSON.parse(secrets.open(sealed)) as Mail, job.signal);
    } catch (error) {
      if (!(error instanceof MailFailure)) throw error;
      const details = { mail: row.kind, failures: row.failures + 1, problem: error.message };
      if (error.of === "recipient") {
        log.warn(details, "a mail was refused");
        countDelivery("mail", "failed");
        return job.finish((tx) => endMail(tx, row.id, "refused"));
      }
      if (error.of === "server") restUntil = performance.now() + restSeconds * 1_000;
      log.warn(details, "a mail could not be sent; trying again");
      countDelivery("mail", "retried");
      return postpone(deps, job, row, { failures: row.failures + 1, afterSeconds: backoffSeconds(row.failures) });
    }
    countDelivery("mail", "delivered");
    return job.finish((tx) => endMail(tx, row.id, "sent"));
  };
  return {
    attemptsMax: 5,
    async run(job) {
      const { database, clock, mail } = deps;
      const row = await findMail(database.query, String(job.payload.mailId));
      if (row === undefined || row.sealed === null) return;
      const now = clock.now();
      if (row.expiresAt <= now || mail === undefined) {
        countDelivery("mail", "failed");
        return job.finish((tx) => endMail(tx, row.id, "expired"));
      }
      const restMilliseconds = restUntil - performance.now();
      if (restMilliseconds > 0) {
        const afterSeconds = restMilliseconds / 1_000 + Math.random() * restSeconds;
        return postpone(deps, job, row, { failures: row.failures, afterSeconds });
      }
      await send(job, row, mail, row.sealed);
    },
    // Whatever kept the server from sending it isn't the mail's fault, so it is tried until it expires.
    async giveUp(tx, job) {
      const row = await findMail(tx, String(job.payload.mailId));
      if (row === undefined || row.outcome !== null) return;
      if (row.expiresAt <= deps.clock.now()) return endMail(tx, row.id, "expired");
      const failures = row.failures + 1;
      await enqueueLater(deps, tx, row, { failures, afterSeconds: backoffSeconds(row.failures) });
    },
  };
}

/** Creates new jobs for waiting mails, because jobs aren't copied when a server is moved or restored. */
export async function catchUpMails({ database, queue }: Pick<SendDeps, "database" | "queue">, now: number) {
  for (const row of await listOverdue(database.query, now - overdueMilliseconds, overdueMax)) {
    const attempt = `overdue-${Math.floor(now / overdueMilliseconds)}`;
    await database.transaction((tx) => enqueueAttempt(queue, tx, row, { attempt, runAt: now }));
  }
}

interface Later {
  failures: number;
  afterSeconds: number;
}

function postpone(deps: SendDeps, job: RunningJob, row: MailRow, later: Later): Promise<void> {
  return job.finish((tx) => enqueueLater(deps, tx, row, later));
}

async function enqueueLater(
  { queue, clock }: SendDeps,
  tx: Connection,
  row: MailRow,
  { failures, afterSeconds }: Later,
): Promise<void> {
  // The last attempt is when the mail expires.
  const runAt = Math.min(Math.ceil(clock.now() + afterSeconds * 1_000), row.expiresAt);
  await postponeMail(tx, row.id, { failures, retryAt: runAt });
  await enqueueAttempt(queue, tx, row, { attempt: runAt, runAt });
}

function backoffSeconds(failures: number): number {
  return Math.min(retryFirstSeconds * 2 ** failures, retryMaxSeconds) * (0.5 + Math.random() / 2);
}
