import { createHash } from "node:crypto";
import { recordChange } from "../activity/changes/store.ts";
import type { EventConsumer } from "../activity/events/dispatch-events.ts";
import type { StoredEvent } from "../activity/events/event.ts";
import { type PresentEventDeps, presentEvent } from "../activity/events/present-event.ts";
import { describeEvent } from "../contract/describe-event.ts";
import { kindsOfEvents, type NotificationKind } from "../contract/notification-kinds.ts";
import { enqueueMail, type MailDeps } from "../mail/enqueue-mail.ts";
import type { MailContent } from "../mail/mail.ts";
import { dayMilliseconds } from "../platform/clock.ts";
import type { Connection } from "../platform/db/database.ts";
import type { MailSettings } from "../platform/mail-settings.ts";
import { findUpdateUser } from "../updates/people-store.ts";
import { findProblems } from "../updates/problem-store.ts";
import { listChoosers, readChoices } from "./choice-store.ts";
import { listRecipients, type MailRecipient } from "./store.ts";
import { unsubscribeUrl } from "./unsubscribe-token.ts";

interface MailEventDeps extends MailDeps, PresentEventDeps {
  /** Undefined if the server sends no mail. */
  mail: MailSettings | undefined;
}

const problemsShown = 5;
const problemLengthMax = 200;

/** Notifies everyone who has the dashboard open, and mails people who chose mail. */
export function notifyOfEvent(deps: MailEventDeps): EventConsumer {
  return async (tx, event) => {
    const { organizationId, projectId, id: subject } = event;
    await recordChange(tx, { organizationId, projectId, kind: "notification", subject }, deps.clock.now());
    if (deps.mail !== undefined) await mailEvent(deps, tx, event);
  };
}

async function mailEvent(deps: MailEventDeps, tx: Connection, event: StoredEvent): Promise<void> {
  const { projectId } = event;
  const kind = kindsOfEvents[event.type];
  const choosers = new Set(
    event.type === "comment.mentioned"
      ? await mentionedByMail(tx, event.subject, projectId)
      : await listChoosers(tx, projectId, kind, "mail"),
  );
  const author = event.type === "update.failed" ? await findUpdateUser(tx, event.subject) : undefined;
  if (author !== undefined && !choosers.has(author) && (await readChoices(tx, author, projectId))[kind] === "mine") {
    choosers.add(author);
  }
  const recipients = await listRecipients(tx, event, [...choosers]);
  if (recipients.length === 0) return;
  const problems = event.type === "update.failed" ? await listProblems(tx, event.subject) : [];
  for (const recipient of recipients) {
    const isOwn = recipient.userId === author;
    const content = writeContent(deps, event, { kind, recipient, isOwn, problems });
    await enqueueMail(deps, tx, {
      kind: "notification",
      organizationId: event.organizationId,
      id: mailIdOf(event, recipient.userId),
      to: recipient,
      expiresAt: deps.clock.now() + dayMilliseconds,
      content,
      unsubscribeUrl: unsubscribeUrl(deps, { userId: recipient.userId, projectId, kind }),
    });
  }
}

/** A mention notifies one person, by mail unless they chose otherwise. */
async function mentionedByMail(tx: Connection, userId: string, projectId: string): Promise<string[]> {
  return (await readChoices(tx, userId, projectId)).mention === "mail" ? [userId] : [];
}

/** The ID is the same for every failure of a commit, so a retry doesn't send another mail. */
function mailIdOf(event: StoredEvent, userId: string): string {
  const subject =
    event.type === "update.failed"
      ? [event.type, event.projectId, event.data.update.branch, event.data.update.commit?.sha ?? event.subject]
      : [event.id];
  const hash = createHash("sha256")
    .update(JSON.stringify([...subject, userId]))
    .digest("hex");
  return `notification-${hash}`;
}

async function listProblems(tx: Connection, updateId: string): Promise<string[]> {
  const problems = ((await findProblems(tx, updateId)) ?? []).filter(({ severity }) => severity === "error");
  const shown = problems.slice(0, problemsShown).map(({ file, line, message }) => {
    const place = file == null ? "" : `${file}${line == null ? "" : `:${line}`}: `;
    return `${place}${message}`.slice(0, problemLengthMax);
  });
  const left = problems.length - shown.length;
  return left === 0 ? shown : [...shown, `and ${left} more`];
}

function writeContent(
  deps: MailEventDeps,
  event: StoredEvent,
  about: { kind: NotificationKind; recipient: MailRecipient; isOwn: boolean; problems: readonly string[] },
): MailContent {
  const { kind, recipient, isOwn, problems } = about;
  const { projectId, data } = event;
  const shown = presentEvent(deps, event);
  const { title, text, link } = describeEvent(shown);
  const project = data.project.name;
  return {
    subject: `${title} · ${project}`,
    paragraphs: [`${title} in ${project}.`, ...text.split("\n").filter((line) => line !== "")],
    list: problems,
    action: { label: link, url: shown.data.dashboardUrl },
    footer: [
      event.type === "comment.mentioned"
        ? "You get this mail because someone mentioned you."
        : isOwn
          ? "You get this mail because you triggered this update or wrote its commit."
          : `You get this mail because you chose it for ${project}.`,
      `Choose what you hear about: ${choicesUrl(deps.url, event)}`,
      `Unsubscribe: ${unsubscribeUrl(deps, { userId: recipient.userId, projectId, kind })}`,
    ],
  };
}

/** The page of the dashboard with a person's choices for a project. */
export function choicesUrl(
  url: string,
  { organizationId, projectId }: { organizationId: string; projectId: string },
): string {
  return `${url}/dashboard/${organizationId}/-/notifications?project=${projectId}`;
}
