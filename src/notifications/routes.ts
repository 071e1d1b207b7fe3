import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { PresentEventDeps } from "../activity/events/present-event.ts";
import { findEvent } from "../activity/events/store.ts";
import type { DashboardOperations } from "../contract/dashboard-operations.ts";
import type { Handlers } from "../http/call.ts";
import type { Connection } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import { escapeHtml } from "../platform/escape-html.ts";
import type { MailSettings } from "../platform/mail-settings.ts";
import type { Services } from "../platform/services.ts";
import { readChoices, saveChoices } from "./choice-store.ts";
import { listNotifications } from "./list-notifications.ts";
import { insertRead, moveReadMark } from "./store.ts";
import { readUnsubscribeToken, type Unsubscription, unsubscribePath } from "./unsubscribe-token.ts";
import { weekOf } from "./weekly-summary.ts";

interface NotificationRouteDeps extends PresentEventDeps, Pick<Services, "clock" | "database" | "secrets"> {
  /** Undefined if the server sends no mail. */
  mail?: MailSettings | undefined;
}

const limitDefault = 20;

export function notificationRoutes(deps: NotificationRouteDeps) {
  const { database, clock } = deps;
  const showChoices = async (connection: Connection, userId: string, projectId: string) => ({
    choices: await readChoices(connection, userId, projectId),
    sendsMail: deps.mail !== undefined,
  });
  return {
    listNotifications: ({ principal: { user }, params: { organizationId }, query }) => {
      const reader = { userId: user.id, organizationId, role: user.role ?? "viewer" };
      const { cursor, limit = limitDefault } = query;
      return listNotifications(deps, database.query, reader, { cursor, limit });
    },

    async readNotifications({ principal: { user }, params: { organizationId }, body }) {
      await database.transaction(async (tx) => {
        const event = await findEvent(tx, body.id);
        if (event?.organizationId !== organizationId) {
          throw new AppError("not_found", "Notification not found; it may be too old.");
        }
        if (body.withOlder) await moveReadMark(tx, user.id, organizationId, body.id);
        else await insertRead(tx, user.id, body.id);
      });
    },

    getNotificationChoices: ({ principal: { user }, params: { projectId } }) =>
      showChoices(database.query, user.id, projectId),

    changeNotificationChoices: ({ principal: { user }, params: { projectId }, body }) =>
      database.transaction(async (tx) => {
        await saveChoices(tx, { userId: user.id, projectId, week: weekOf(clock.now()) }, body.choices);
        return showChoices(tx, user.id, projectId);
      }),
  } satisfies Partial<Handlers<DashboardOperations>>;
}

/**
 * The unsubscribe links in mails. Mail programs send a POST when a person asks them to unsubscribe (RFC 8058); opening
 * the link only shows a confirmation, because link checkers open it too.
 */
export function unsubscribeRoutes(http: FastifyInstance, deps: NotificationRouteDeps): void {
  http.register(async (context) => {
    context.removeAllContentTypeParsers();
    // The address contains everything, so the body is ignored.
    context.addContentTypeParser("*", { parseAs: "buffer" }, (_request, _body, done) => done(null));
    const read = (token: string) => readUnsubscribeToken(deps.secrets, token);
    context.get<{ Params: { token: string } }>(`${unsubscribePath}/:token`, async ({ params }, reply) => {
      const found = read(params.token);
      return found === undefined ? send(reply.code(404), unknownLink) : send(reply, question(found));
    });
    const path = `${unsubscribePath}/:token`;
    context.post<{ Params: { token: string } }>(path, async ({ params }, reply) => {
      const found = read(params.token);
      if (found === undefined) return send(reply.code(404), unknownLink);
      await stopMails(deps, found);
      return send(reply, done);
    });
  });
}

const unknownLink: PageText = { title: "This link doesn’t work", text: "Copy the whole link from the mail." };
const done: PageText = {
  title: "You’re unsubscribed",
  text: "You won’t get these mails anymore. You can turn them on again in the dashboard, under Notifications.",
};

function question({ kind }: Unsubscription): PageText {
  const mails = kind === "weeklySummary" ? "the weekly summary" : "mails about this";
  return { title: "Unsubscribe?", text: `You won’t get ${mails} for this project anymore.`, action: "Unsubscribe" };
}

async function stopMails({ database, clock }: NotificationRouteDeps, stopped: Unsubscription): Promise<void> {
  const { userId, projectId, kind } = stopped;
  await database.transaction(async (tx) => {
    const before = (await readChoices(tx, userId, projectId))[kind];
    if (before !== "mail" && before !== "mine") return;
    const choice = kind === "weeklySummary" ? "off" : "dashboard";
    await saveChoices(tx, { userId, projectId, week: weekOf(clock.now()) }, { [kind]: choice });
  });
}

function send(reply: FastifyReply, text: PageText): FastifyReply {
  return reply
    .header("content-type", "text/html; charset=utf-8")
    .header("content-security-policy", unsubscribePolicy)
    .header("cache-control", "no-store")
    .header("referrer-policy", "no-referrer")
    .send(unsubscribePage(text));
}

const style =
  ":root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-items:center;font:16px/26px system-ui,sans-serif}main{max-width:28rem;padding:24px}h1{font-size:22px;line-height:30px;margin:0 0 8px}p{margin:0 0 16px}button{font:inherit;font-weight:600;padding:8px 16px;cursor:pointer}";

/** Allows only this style and a form that is sent back to this server. */
const unsubscribePolicy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`;

interface PageText {
  title: string;
  text: string;
  /** The text of the button; undefined for a page without a button. */
  action?: string;
}

/** A page that works in any browser, signed in or not. */
function unsubscribePage({ title, text, action }: PageText): string {
  const form = action === undefined ? "" : `<form method="post"><button>${escapeHtml(action)}</button></form>`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${style}</style></head><body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${form}</main></body></html>`;
}
