import Type from "typebox";
import { agentJobEvents } from "./agent-event-schemas.ts";
import { analyticsOperations } from "./analytics-operations.ts";
import {
  AssistantFeedback,
  AssistantQuestion,
  PageContent,
  PageRequest,
  SearchRequest,
  SearchResult,
} from "./assistant-schemas.ts";
import { automationOperations } from "./automation-operations.ts";
import { publicOperation, read, write } from "./define-operation.ts";
import { evaluationOperations } from "./evaluation-operations.ts";
import { gapOperations } from "./gap-operations.ts";
import { insightOperations } from "./insight-operations.ts";
import type { Limit, PublicOperation } from "./operation.ts";
import { pdfOperations } from "./pdf-operations.ts";
import { pullRequestOperations } from "./pull-request-operations.ts";
import {
  AgentJob,
  AgentJobPage,
  AgentJobStatus,
  Health,
  ListQuery,
  LogEvent,
  NewAgentJob,
  NewAgentMessage,
  NewPreview,
  NewRollback,
  ReadyState,
  StatusEvent,
  TriggeredPreview,
  TriggeredUpdate,
  UpdatePage,
  UpdateProblems,
  UpdateStatus,
  UpdateStatusWord,
} from "./schemas.ts";

const updatesPerOrganization: Limit = { name: "updates", by: "organization", max: 10, windowSeconds: 10 };
const previewsPerOrganization: Limit = { name: "previews", by: "organization", max: 5, windowSeconds: 60 };
const jobsPerProject: Limit = { name: "agent-jobs", by: "project", max: 100, windowSeconds: 3600 };

const assistantLimits: readonly Limit[] = [
  { name: "assistant", by: "organization", max: 10_000, windowSeconds: 3_600 },
  { name: "assistant-address", by: "address", max: 10_000, windowSeconds: 86_400 },
];

/** Defines an operation for assistant keys. */
const ask = publicOperation({ method: "POST", key: "assistant", limits: assistantLimits });
/** Defines an operation that needs no key. */
const probe = publicOperation({ method: "GET", key: "none" });

const replyMetadata =
  "`threadId`, `outcome` (`answered`, `suggested`, `not_in_docs` or `small_talk`), `nearest` (the closest pages of a refusal), `answeredBy` (`model` or `builtin`), `modelProblem`, `cited` and `asksBack`; fields that don't apply are left out";

const exampleOfV1 = `f:{"messageId":"msg_5b1e0c7a93d24f68"}
0:"Run docker compose up."
e:{"finishReason":"stop","usage":{"promptTokens":180,"completionTokens":9},"isContinued":false}
d:{"type":"finish","finishReason":"stop","usage":{"promptTokens":180,"completionTokens":9},"threadId":"thr_8f2c41d07b9e4a53","outcome":"answered"}
`;
const exampleOfV2 = `data: {"type":"start","messageId":"msg_5b1e0c7a93d24f68"}

data: {"type":"text-start","id":"txt_1"}

data: {"type":"text-delta","id":"txt_1","delta":"Run docker compose up."}

data: {"type":"text-end","id":"txt_1"}

data: {"type":"finish","messageMetadata":{"type":"finish","threadId":"thr_8f2c41d07b9e4a53","outcome":"answered"}}

data: [DONE]
`;

/** Every operation, by the name that handlers and the client use. */
export const operations = {
  getAgentJob: read("/v2/agent/{projectId}/job/{id}", "Get an agent job", {
    about: "Poll it until `status` is `completed`, `failed` or `archived`.",
    reply: AgentJob,
  }),
  createAgentJob: write("/v2/agent/{projectId}/job", "Create an agent job", {
    about: "Asks the agent to change the docs. It works on its own branch and opens a pull request.",
    body: NewAgentJob,
    ignoresUnknownFields: true,
    created: AgentJob,
    limits: [jobsPerProject],
    creates: true,
    example: { status: "active", prLink: null, outcome: null, summary: null, startedAt: null, endedAt: null },
  }),
  listAgentJobs: read("/v2/agent/{projectId}/jobs", "List agent jobs", {
    about: "Lists a project's agent jobs, newest first.",
    query: Type.Object({ status: Type.Optional(AgentJobStatus), ...ListQuery }),
    reply: AgentJobPage,
  }),
  streamAgentJobEvents: read("/v2/agent/{projectId}/job/{id}/events", "Follow an agent job", {
    about: "Streams the agent's work as it happens, and the outcome of the job.",
    reply: { status: 200, contentType: "text/event-stream", events: agentJobEvents },
  }),
  sendAgentMessage: write("/v2/agent/{projectId}/job/{id}/message", "Send a follow-up", {
    about:
      "Continues a finished job on the same branch and pull request, or answers its question. The language model of a running job reads the message before its next step.",
    body: NewAgentMessage,
    ignoresUnknownFields: true,
    reply: AgentJob,
    limits: [jobsPerProject],
    creates: true,
  }),
  archiveAgentJob: write("/v2/agent/{projectId}/job/{id}/archive", "Archive an agent job", {
    about: "Archives a job permanently. A running job is canceled first.",
    reply: AgentJob,
    hasStates: true,
    example: { status: "archived", archivedAt: "2026-02-28T18:00:00.000Z" },
  }),
  getUpdateStatus: read("/v1/project/update-status/{statusId}", "Get the status of an update", {
    about: "Poll it until `status` is `success` or `failure`.",
    reply: UpdateStatus,
  }),
  triggerUpdate: write("/v1/project/update/{projectId}", "Trigger an update", {
    about: "Builds and publishes the project's latest commit. Use the `statusId` in the response to get the status.",
    accepted: TriggeredUpdate,
    limits: [updatesPerOrganization],
    creates: true,
  }),
  createPreview: write("/v1/project/preview/{projectId}", "Publish a preview", {
    about: "Publishes a branch at its own address.",
    body: NewPreview,
    ignoresUnknownFields: true,
    accepted: TriggeredPreview,
    limits: [previewsPerOrganization],
    creates: true,
  }),
  rollBack: write("/v1/project/rollback/{projectId}", "Roll back to an update", {
    about: "Republishes the site of an earlier update without rebuilding it.",
    body: NewRollback,
    ignoresUnknownFields: true,
    accepted: TriggeredUpdate,
    limits: [updatesPerOrganization],
    creates: true,
  }),
  listUpdates: read("/v1/project/updates/{projectId}", "List updates", {
    about: "Lists a project's updates, newest first.",
    query: Type.Object({ status: Type.Optional(UpdateStatusWord), ...ListQuery }),
    reply: UpdatePage,
  }),
  listUpdateProblems: read("/v1/project/update-status/{statusId}/problems", "List the problems of an update", {
    about: "Lists what the build reported about pages, settings and API descriptions. Empty until the update is built.",
    reply: UpdateProblems,
  }),
  streamUpdateEvents: read("/v1/project/update-status/{statusId}/events", "Follow an update", {
    about: "Streams status changes and log lines as they happen.",
    reply: { status: 200, contentType: "text/event-stream", events: { status: StatusEvent, log: LogEvent } },
  }),
  sendMessageV1: ask("/discovery/v1/assistant/{domain}/message", "Ask the assistant (v1)", {
    about: "For chat SDK 4. Deprecated: clients of chat SDK 5 and later use v2.",
    body: AssistantQuestion,
    reply: {
      status: 200,
      contentType: "application/json; charset=utf-8",
      chunks: {
        about: `data stream parts of chat SDK version 4, one line each. Parts 8, 2 and d at the end contain ${replyMetadata}`,
        headers: { "x-vercel-ai-data-stream": "v1" },
        // Clients of version 4 accept only an empty line between parts.
        heartbeat: "\n",
      },
    },
    example: exampleOfV1,
  }),
  sendMessageV2: ask("/discovery/v2/assistant/{domain}/message", "Ask the assistant (v2)", {
    about: "For chat SDK 5 and later.",
    body: AssistantQuestion,
    reply: {
      status: 200,
      contentType: "text/event-stream; charset=utf-8",
      chunks: {
        about: `a UI message stream of chat SDK version 5 and later. The message metadata of its finish part contains ${replyMetadata}`,
        headers: { "x-vercel-ai-ui-message-stream": "v1" },
        heartbeat: ": hb\n\n",
      },
    },
    example: exampleOfV2,
  }),
  searchPages: ask("/discovery/v1/search/{domain}", "Search the documentation", {
    about: "Returns the best-matching pages, each with the matching passage.",
    body: SearchRequest,
    reply: Type.Array(SearchResult),
  }),
  readPage: ask("/discovery/v1/page/{domain}", "Get a page as Markdown", {
    about: "Returns a published page, with its components converted to Markdown.",
    body: PageRequest,
    reply: PageContent,
  }),
  sendFeedback: ask("/discovery/v1/feedback/{domain}", "Rate an answer", {
    about: "Stores a reader's rating of an answer, with an optional comment.",
    body: AssistantFeedback,
  }),
  ...pullRequestOperations,
  ...insightOperations,
  ...analyticsOperations,
  ...evaluationOperations,
  ...pdfOperations,
  ...automationOperations,
  ...gapOperations,
  getOpenApi: probe("/openapi.json", "Get the OpenAPI document", {
    about: "This API, as OpenAPI 3.1.",
    reply: Type.Unsafe<Record<string, unknown>>({ type: "object", additionalProperties: true }),
    example: { openapi: "3.1.0", info: { title: "Lectern", version: "2.0.0" }, paths: {} },
  }),
  getHealth: probe("/healthz", "Get health", {
    about: "Reports whether the process is alive.",
    reply: Health,
  }),
  getReadiness: probe("/readyz", "Get readiness", {
    about:
      "Reports whether this node should get requests: its disk has space, it has reached the database and the artifact store, and it is not shutting down. Outages that all nodes share are warnings.",
    reply: ReadyState,
  }),
  getMetrics: probe("/metrics", "Get metrics", {
    about: "In the Prometheus text format.",
    reply: { status: 200, contentType: "text/plain; charset=utf-8" },
    example: "# TYPE lectern_http_requests_total counter\nlectern_http_requests_total 42\n",
  }),
} as const satisfies Record<string, PublicOperation>;

export type Operations = typeof operations;
