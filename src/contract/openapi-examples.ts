import { type JsonSchema, schemaName } from "./schema-name.ts";
import type { ErrorBody } from "./schemas.ts";

/** An example reply that matches a schema, with realistic values. */
export function replyExample(schema: JsonSchema): unknown {
  return exampleOf(schema, "", Object.keys);
}

/** An example request. Omits optional fields, unless nothing would be left. */
export function requestExample(schema: JsonSchema): unknown {
  return exampleOf(schema, "", (properties, required) => (required.length > 0 ? required : Object.keys(properties)));
}

type ChooseFields = (properties: Record<string, JsonSchema>, required: readonly string[]) => readonly string[];

function exampleOf(schema: JsonSchema, name: string, choose: ChooseFields): unknown {
  const { type, anyOf: [alternative] = [], items, properties = {}, required = [] } = schema;
  if (schema.examples !== undefined) return schema.examples[0];
  if (schema.enum !== undefined) return schema.enum[0];
  if (alternative !== undefined) return exampleOf(alternative, name, choose);
  switch ([type].flat()[0]) {
    case "object": {
      const owner = schemaName(schema) ?? name;
      const fields = choose(properties, required).map((field) => {
        const inner = properties[field] ?? {};
        const isObject = inner.type === "object" || inner.items?.type === "object";
        const names = isObject ? [] : [`${owner}.${field}`, field];
        const isFitting = (value: unknown, choices: readonly unknown[] = [value]) => choices.includes(value);
        const key = names.find((each) => values.has(each) && isFitting(values.get(each), inner.enum));
        return [field, key === undefined ? exampleOf(inner, field, choose) : values.get(key)];
      });
      return Object.fromEntries(fields.filter(([, example]) => example !== undefined));
    }
    case "array":
      return items === undefined ? [] : [exampleOf(items, name, choose)];
    case "integer":
    case "number":
      return schema.default ?? 1;
    case "boolean":
      return true;
    case "string":
      return schema.format === "date-time" ? "2026-01-31T09:30:00.000Z" : undefined;
    default:
      return undefined;
  }
}

/** An ID in the server's format. */
export function exampleId(prefix: string): string {
  return `${prefix}_01kg8w5h4000q7m3x9v2c6t1r8z5n0b4k2y7`;
}

const page = "/guides/install";
const file = "guides/install.mdx";

/** Example values of fields by name. Ambiguous names are preceded by the name of their object. */
const values: ReadonlyMap<string, unknown> = byName([
  ["2026-03-02", "points.at"],
  [page, "rows.value"],
  ["example.com/a", "actions.target"],
  ["ann@example.com", "feedback.contact"],
  ["0fZ1zqBvVtJm3eQxYd8uWcR5kTn2LhGa7sPiOo4wXyE", "feedback.id"],
  [exampleId("upd"), "_id statusId updateId"],
  [exampleId("prj"), "projectId"],
  [exampleId("job"), "AgentJob.id jobId"],
  [exampleId("thr"), "threadId conversationId conversations.id InsightConversation.id"],
  [exampleId("msg"), "messageId answerId questions.id messages.id"],
  [exampleId("evq"), "EvaluationQuestion.id questionId"],
  [exampleId("evl"), "Evaluation.id EvaluationSummary.id"],
  [exampleId("pdf"), "Pdf.id"],
  [exampleId("atm"), "Automation.id"],
  [exampleId("run"), "AutomationRun.id"],
  [exampleId("gap"), "Gap.id"],
  ["install docker", "subject"],
  [exampleId("drf"), "draftId"],
  [3, "when.question"],
  [[exampleId("msg")], "NewGap.questions"],
  [".lectern/automations/links.yaml", "Automation.file"],
  ["Broken links", "AutomationDefinition.name"],
  ["0 6 * * 1", "schedule"],
  ["Europe/Berlin", "timeZone"],
  ["https://lectern.example.org/webhooks/automations/1mPq7Zc3vXb9", "AutomationHook.url"],
  [exampleId("evt"), "eventId"],
  [exampleId("whk"), "Webhook.id"],
  [exampleId("dlv"), "Delivery.id deliveries.id"],
  ["9f2c1d7ab3e84f60d5c7a1b2e3f4056789abcdef", "sha headSha baseSha blob"],
  ["2026-01-01", "from"],
  ["2026-01-31", "day to"],
  ["main", "base ref"],
  ["agent/install-with-docker", "source.ref"],
  ["install-guide", "head branch"],
  ["acme", "subdomain"],
  ["Ada Lovelace", "name author authorName createdBy judgedBy"],
  ["https://docs.example.org/ada.png", "avatarUrl"],
  ["https://docs.example.org/light.png", "screenshot screenshotLight"],
  ["https://docs.example.org/dark.png", "screenshotDark"],
  ["https://github.com/acme/docs", "repository"],
  ["https://github.com/acme/docs/pull/7", "prLink"],
  ["https://lectern.example.org/dashboard/acme/pull-requests/7", "url"],
  ["https://acme.example.org", "publishesTo"],
  ["https://acme-install-guide.example.org", "previewUrl"],
  [file, "file ChangedFile.path AgentEditEvent.path place.path"],
  [page, "path page currentPath topPage Pdf.from NewPdf.from"],
  ["Get started", "group"],
  ["https://lectern.example.org/pdfs/pdf_01kg8w5h4000q7m3x9v2c6t1r8z5n0b4k2y7", "downloadUrl"],
  [[page], "sources cited pages"],
  [[file], "modified"],
  ["Explain how to install it with Docker.", "prompt body"],
  ["Explain the installation with Docker", "title message"],
  ["The installation with Docker is explained in guides/install.mdx.", "AgentJob.summary"],
  ["Published 42 pages.", "summary"],
  ["How do I install it?", "question query firstQuestion messages.text earlier.text"],
  ["Run `docker compose up`.", "answer content text note"],
  ["Checking that all pages can be built.", "AgentEvent.text AgentHeartbeatEvent.text"],
  ["Add a section about Docker to the guide.", "AgentPlanEvent.text AgentMessageEvent.text AgentEndEvent.text"],
  ["It solved my problem.", "comment"],
  ["The link leads to a page that doesn't exist.", "problems.message"],
  ["Correct the link, or add the page.", "hint"],
  ["@@ -1 +1 @@\n-Install it.\n+Install it with Docker.", "patch diff"],
  ["Publishing 42 pages", "LogEvent.line"],
  [["Building 42 pages", "Publishing 42 pages"], "logs"],
  ["openai/gpt-5", "model"],
  ["read_file", "AgentToolEvent.name"],
  [`{"path":"${file}"}`, "input"],
  ["Install it.", "AgentToolEvent.result"],
  ["All pages can be built.", "statuses.description"],
  ["lectern/update", "context"],
  ["validate", "step"],
  ["update.succeeded", "event"],
  ['{"type":"update.succeeded"}', "payload"],
  ["Docs channel", "Webhook.name NewWebhook.name WebhookChange.name"],
  ["https://hooks.example.org/docs", "Webhook.url NewWebhook.url WebhookChange.url"],
  ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "secret"],
  ["ok", "responseBody"],
  ["user", "role"],
  ["anonymous", "fp"],
  ["en", "language"],
  ["solved", "reason"],
  ["The push changed a branch that isn't published.", "ignored"],
  ["alive", "Health.status"],
  ["ready", "ReadyState.status"],
  ["success", "UpdateStatus.status UpdateSummary.status StatusEvent.status statuses.state"],
  ["completed", "AgentJob.status Evaluation.status EvaluationSummary.status Pdf.status"],
  ["delivered", "Delivery.status deliveries.status"],
  ["github", "source"],
  ["new", "side"],
  ["modified", "ChangedFile.status"],
  [["docs"], "labels"],
  [[["npm install", "npm i"]], "must"],
  [7, "PullRequest.number PullRequestSummary.number"],
  [42, "Pdf.pages"],
  [1_250_000, "Pdf.bytes"],
  [200, "responseStatus"],
  [840, "durationMs durationMilliseconds outputTokens"],
  [12_500, "inputTokens"],
  [0.02, "cost"],
  [12, "line answered questions.questions searches AgentValidationEvent.pages"],
  [0, "errors newWarnings failed worse wrong"],
  [false, "draft isDeleted isOutdated isCut isRedelivery EvaluationQuestion.notInDocs"],
  [[], "added removed filesRenamed conflicts blockers AgentValidationEvent.problems earlier"],
  [
    null,
    "archivedAt endedBy failingSince lastError mergeSha nextAttemptAt nextCursor problem resolvedAt resolvedBy version",
  ],
  [null, "PullRequest.endedAt PullRequestSummary.endedAt"],
  // Left out because they don't fit the rest of the example.
  [
    undefined,
    "builtWith trigger replyTo previousPath similarity ignoredBecause ReadyState.warnings AgentEndEvent.kind help QuestionChange.notInDocs",
  ],
]);

function byName(groups: readonly (readonly [value: unknown, names: string])[]): ReadonlyMap<string, unknown> {
  return new Map(groups.flatMap(([value, names]) => names.split(" ").map((name): [string, unknown] => [name, value])));
}

export const errorExamples: Readonly<Record<number, ErrorBody>> = {
  400: {
    error: "The request doesn't match its schema; see details.",
    details: [{ path: "body.prompt", message: "must not be blank" }],
  },
  401: { error: "Send a key in the header: Authorization: Bearer <key>." },
  403: { error: "This operation requires an admin key, but this is an assistant key." },
  404: { error: "Not found." },
  409: { error: "This Idempotency-Key was already used with a different request; use a new one." },
  413: { error: "The body is too large; send at most 1 MiB." },
  415: { error: "Send the body as application/json." },
  429: { error: "Over the limit of 100 requests in 1 hour; try again in 7 seconds." },
  500: { error: "Something went wrong on the server; try again later." },
  503: { error: "The server is stopping; send the request again." },
};
