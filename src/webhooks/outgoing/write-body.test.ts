import { expect, test } from "vitest";
import type { PublicEvent } from "../../contract/event-schemas.ts";
import { formatOf, writeBody } from "./write-body.ts";

const project = { id: "prj_1", name: "Acme & Sons", subdomain: "acme" };
const dashboardUrl = "https://docs.test/dashboard/org_1/acme/updates/upd_1";

const failed: PublicEvent = {
  id: "evt_1",
  type: "update.failed",
  timestamp: "2026-11-17T12:00:00.000Z",
  data: {
    project,
    dashboardUrl,
    update: {
      id: "upd_1",
      status: "failure",
      summary: "index.mdx: <Card> isn't closed.",
      branch: "main",
      subdomain: "acme",
      isPreview: false,
      siteUrl: "https://acme.docs.test",
      source: "github",
      trigger: null,
      createdAt: "2026-11-17T11:59:00.000Z",
      endedAt: "2026-11-17T12:00:00.000Z",
      commit: { sha: "a".repeat(40), message: "Add cards\n\nMore text" },
      author: "Ada <!channel>",
      problems: { errors: 1, warnings: 2 },
    },
  },
};

const feedback = {
  id: "evt_2",
  type: "feedback.received",
  timestamp: "2026-11-17T12:00:00.000Z",
  data: {
    project,
    dashboardUrl: "https://docs.test/dashboard/org_1/acme/assistant?tab=feedback",
    feedback: {
      about: "page",
      helpful: false,
      page: "/install",
      question: null,
      reason: "not_working",
      comment: "**The** [command](https://evil.test) fails",
      receivedAt: "2026-11-17T12:00:00.000Z",
    },
  },
} as const satisfies PublicEvent;

test("Slack gets blocks in which text written by people is never markup", () => {
  const lines = [
    ":x: *Update of main failed* · Acme &amp; Sons",
    "index.mdx: &lt;Card&gt; isn't closed.",
    "1 error, 2 warnings",
    "Add cards (Ada &lt;!channel&gt;)",
  ];
  const button = { type: "button", text: { type: "plain_text", text: "View update" }, url: dashboardUrl };
  expect(JSON.parse(writeBody("slack", failed))).toEqual({
    text: "Acme &amp; Sons: Update of main failed",
    blocks: [
      { type: "section", text: { type: "mrkdwn", text: lines.join("\n") } },
      { type: "actions", elements: [button] },
    ],
  });
  expect(writeBody("slack", feedback)).not.toMatch(/[<>]/);
});

test("a long message is cut to what Slack accepts", () => {
  const { feedback: rated, ...rest } = feedback.data;
  const long = { ...feedback, data: { ...rest, feedback: { ...rated, comment: "<".repeat(20_000) } } };
  const [section] = JSON.parse(writeBody("slack", long)).blocks;
  expect(section.text.text.length).toBeLessThan(3_000);
  expect(section.text.text).toMatch(/&lt;…$/);
});

test("Teams gets an Adaptive Card whose texts aren't Markdown", () => {
  const run = (text: string, look = {}) => ({
    type: "RichTextBlock",
    inlines: [{ type: "TextRun", text, ...look }],
  });
  const content = {
    $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
    type: "AdaptiveCard",
    version: "1.4",
    body: [
      run("Acme & Sons", { isSubtle: true, size: "Small" }),
      run("A reader found a page not helpful", { color: "Attention", size: "Medium", weight: "Bolder" }),
      run("/install"),
      run("**The** [command](https://evil.test) fails"),
    ],
    actions: [{ type: "Action.OpenUrl", title: "View feedback", url: feedback.data.dashboardUrl }],
  };
  expect(JSON.parse(writeBody("teams", feedback))).toEqual({
    type: "message",
    attachments: [{ contentType: "application/vnd.microsoft.card.adaptive", contentUrl: null, content }],
  });
});

test("other receivers get the event unchanged, except for its ID, which is sent as a header", () => {
  const { id: _id, ...rest } = failed;
  expect(JSON.parse(writeBody("json", failed))).toEqual(rest);
});

test("chats are recognized by their addresses", () => {
  expect(formatOf("https://hooks.slack.com/services/T0/B0/x")).toBe("slack");
  expect(formatOf("https://acme.webhook.office.com/webhookb2/x")).toBe("teams");
  expect(formatOf("https://prod-01.westeurope.logic.azure.com:443/workflows/x")).toBe("teams");
  expect(formatOf("https://hooks.slack.com.evil.test/")).toBe("json");
  expect(formatOf("https://example.com/hooks.slack.com/services")).toBe("json");
});
