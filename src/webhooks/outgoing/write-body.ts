import { describeEvent, type EventText } from "../../contract/describe-event.ts";
import type { auditEvent, PublicEvent } from "../../contract/event-schemas.ts";
import type { WebhookFormat } from "../../contract/outgoing-webhook-operations.ts";
import { cutText } from "../../platform/cut-text.ts";
import type { PingEvent } from "./ping-event.ts";

/** An entry of the audit log, which only goes to receivers of JSON. */
interface AuditEvent {
  id: string;
  type: typeof auditEvent;
  timestamp: string;
  data: unknown;
}

export type SentEvent = PublicEvent | PingEvent | AuditEvent;

/** Chats reject long messages, and nobody reads them. */
const textLengthMax = 2_000;
const slackLengthMax = 2_400;
const teamsHosts = [".webhook.office.com", ".logic.azure.com", ".api.powerplatform.com"];

/** The body of a request: the event itself, or a message about it in the format of a chat. */
export function writeBody(format: WebhookFormat, event: SentEvent): string {
  if (format === "json" || event.type === "audit.entry") {
    const { type, timestamp, data } = event;
    return JSON.stringify({ type, timestamp, data });
  }
  return JSON.stringify(format === "slack" ? slackMessage(messageOf(event)) : teamsMessage(messageOf(event)));
}

/** The format that the receiver expects. Chats are recognized by their host. */
export function formatOf(address: string): WebhookFormat {
  const { hostname } = new URL(address);
  if (hostname === "hooks.slack.com" || hostname === "hooks.slack-gov.com") return "slack";
  return teamsHosts.some((host) => hostname.endsWith(host)) ? "teams" : "json";
}

interface Message extends EventText {
  /** The project's name; empty for a test. */
  context: string;
  url: string;
}

function messageOf(event: PublicEvent | PingEvent): Message {
  const url = event.data.dashboardUrl;
  if (event.type === "ping") {
    const text = "Messages about your projects will appear here.";
    return { title: "Lectern is connected", text, link: "View webhooks", tone: "good", context: "", url };
  }
  const described = describeEvent(event);
  return { ...described, text: cutText(described.text, textLengthMax), context: event.data.project.name, url };
}

const slackMarks = { good: ":white_check_mark:", bad: ":x:", neutral: ":speech_balloon:" } as const;

function slackMessage({ title, text, context, link, tone, url }: Message): unknown {
  const head = `${slackMarks[tone]} *${escapeSlack(title)}*${context === "" ? "" : ` · ${escapeSlack(context)}`}`;
  const quote = text === "" ? "" : `\n${fitSlack(text)}`;
  return {
    text: escapeSlack(context === "" ? title : `${context}: ${title}`),
    blocks: [
      { type: "section", text: { type: "mrkdwn", text: head + quote } },
      {
        type: "actions",
        elements: [{ type: "button", text: { type: "plain_text", text: link }, url }],
      },
    ],
  };
}

/** Escapes characters that Slack reads as links or as mentions of everybody. */
function escapeSlack(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Cuts a text after escaping, because Slack rejects blocks with more than 3,000 characters. */
function fitSlack(text: string): string {
  for (let length = text.length; ; length = Math.floor(length / 2)) {
    const escaped = escapeSlack(cutText(text, length));
    if (escaped.length <= slackLengthMax) return escaped;
  }
}

const teamsColors = { good: "Good", bad: "Attention", neutral: "Default" } as const;

function teamsMessage({ title, text, context, link, tone, url }: Message): unknown {
  const body = [
    ...(context === "" ? [] : [textRun(context, { isSubtle: true, size: "Small" })]),
    textRun(title, { weight: "Bolder", size: "Medium", color: teamsColors[tone] }),
    ...text
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => textRun(line, {})),
  ];
  const card = {
    $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
    type: "AdaptiveCard",
    version: "1.4",
    body,
    actions: [{ type: "Action.OpenUrl", title: link, url }],
  };
  return {
    type: "message",
    attachments: [{ contentType: "application/vnd.microsoft.card.adaptive", contentUrl: null, content: card }],
  };
}

/** Unlike a `TextBlock`, a run isn't Markdown, so nothing in it needs escaping. */
function textRun(text: string, look: Readonly<Record<string, unknown>>): unknown {
  return { type: "RichTextBlock", inlines: [{ type: "TextRun", text, ...look }] };
}
