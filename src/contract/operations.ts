import Type from "typebox";
import {
  AgentEditEvent,
  AgentEndEvent,
  AgentHeartbeatEvent,
  AgentMessageEvent,
  AgentPlanEvent,
  AgentToolEvent,
  AgentUsageEvent,
  AgentValidationEvent,
} from "./agent-event-schemas.ts";
import {
  AssistantFeedback,
  AssistantQuestion,
  PageContent,
  PageRequest,
  SearchRequest,
  SearchResult,
} from "./assistant-schemas.ts";
import { evaluationOperations } from "./evaluation-operations.ts";
import { insightOperations } from "./insight-operations.ts";
import type { Limit, PublicOperation } from "./operation.ts";
import { pullRequestOperations } from "./pull-request-operations.ts";
import {
  AgentEvent,
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
  getAgentJob: {
    method: "GET",
    path: "/v2/agent/{projectId}/job/{id}",
    summary: "Get an agent job",
    about: "Poll it until `status` is `completed`, `failed` or `archived`.",
    key: "admin",
    scope: "read",
    reply: { status: 200, schema: AgentJob },
  },
  createAgentJob: {
    method: "POST",
    path: "/v2/agent/{projectId}/job",
    summary: "Create an agent job",
    about: "Asks the agent to change the docs. It works on its own branch and opens a pull request.",
    key: "admin",
    scope: "write",
    body: NewAgentJob,
    reply: { status: 201, schema: AgentJob },
    limits: [jobsPerProject],
    creates: true,
    example: { status: "active", prLink: null, outcome: null, summary: null, startedAt: null, endedAt: null },
  },
  listAgentJobs: {
    method: "GET",
    path: "/v2/agent/{projectId}/jobs",
    summary: "List agent jobs",
    about: "Lists a project's agent jobs, newest first.",
    key: "admin",
    scope: "read",
    query: Type.Object({ status: Type.Optional(AgentJobStatus), ...ListQuery }),
    reply: { status: 200, schema: AgentJobPage },
  },
  streamAgentJobEvents: {
    method: "GET",
    path: "/v2/agent/{projectId}/job/{id}/events",
    summary: "Follow an agent job",
    about: "Streams what the agent does as it happens, and how the job ended.",
    key: "admin",
    scope: "read",
    reply: {
      status: 200,
      contentType: "text/event-stream",
      events: {
        status: StatusEvent,
        step: AgentEvent,
        message: AgentMessageEvent,
        plan: AgentPlanEvent,
        tool: AgentToolEvent,
        edit: AgentEditEvent,
        validation: AgentValidationEvent,
        usage: AgentUsageEvent,
        heartbeat: AgentHeartbeatEvent,
        end: AgentEndEvent,
      },
    },
  },
  sendAgentMessage: {
    method: "POST",
    path: "/v2/agent/{projectId}/job/{id}/message",
    summary: "Send a follow-up",
    about: "Continues a finished job on the same branch and pull request.",
    key: "admin",
    scope: "write",
    body: NewAgentMessage,
    reply: { status: 200, schema: AgentJob },
    limits: [jobsPerProject],
    creates: true,
  },
  archiveAgentJob: {
    method: "POST",
    path: "/v2/agent/{projectId}/job/{id}/archive",
    summary: "Archive an agent job",
    about: "Archives a job permanently. A running job is canceled first.",
    key: "admin",
    scope: "write",
    reply: { status: 200, schema: AgentJob },
    hasStates: true,
    example: { status: "archived", archivedAt: "2026-02-28T18:00:00.000Z" },
  },
  getUpdateStatus: {
    method: "GET",
    path: "/v1/project/update-status/{statusId}",
    summary: "Get the status of an update",
    about: "Poll it until `status` is `success` or `failure`.",
    key: "admin",
    scope: "read",
    reply: { status: 200, schema: UpdateStatus },
  },
  triggerUpdate: {
    method: "POST",
    path: "/v1/project/update/{projectId}",
    summary: "Trigger an update",
    about: "Builds and publishes the project's latest commit. Use the `statusId` in the response to get the status.",
    key: "admin",
    scope: "write",
    reply: { status: 202, schema: TriggeredUpdate },
    limits: [updatesPerOrganization],
    creates: true,
  },
  createPreview: {
    method: "POST",
    path: "/v1/project/preview/{projectId}",
    summary: "Publish a preview",
    about: "Publishes a branch at its own address.",
    key: "admin",
    scope: "write",
    body: NewPreview,
    reply: { status: 202, schema: TriggeredPreview },
    limits: [previewsPerOrganization],
    creates: true,
  },
  rollBack: {
    method: "POST",
    path: "/v1/project/rollback/{projectId}",
    summary: "Roll back to an update",
    about: "Republishes the site of an earlier update without rebuilding it.",
    key: "admin",
    scope: "write",
    body: NewRollback,
    reply: { status: 202, schema: TriggeredUpdate },
    limits: [updatesPerOrganization],
    creates: true,
  },
  listUpdates: {
    method: "GET",
    path: "/v1/project/updates/{projectId}",
    summary: "List updates",
    about: "Lists a project's updates, newest first.",
    key: "admin",
    scope: "read",
    query: Type.Object({ status: Type.Optional(UpdateStatusWord), ...ListQuery }),
    reply: { status: 200, schema: UpdatePage },
  },
  listUpdateProblems: {
    method: "GET",
    path: "/v1/project/update-status/{statusId}/problems",
    summary: "List the problems of an update",
    about: "What the build found in pages, settings and API descriptions. Empty until it is built.",
    key: "admin",
    scope: "read",
    reply: { status: 200, schema: UpdateProblems },
  },
  streamUpdateEvents: {
    method: "GET",
    path: "/v1/project/update-status/{statusId}/events",
    summary: "Follow an update",
    about: "Streams status changes and log lines as they happen.",
    key: "admin",
    scope: "read",
    reply: { status: 200, contentType: "text/event-stream", events: { status: StatusEvent, log: LogEvent } },
  },
  sendMessageV1: {
    method: "POST",
    path: "/discovery/v1/assistant/{domain}/message",
    summary: "Ask the assistant (v1)",
    about: "For chat SDK 4. Deprecated: clients of chat SDK 5 and later use v2.",
    key: "assistant",
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
    limits: assistantLimits,
    example: exampleOfV1,
  },
  sendMessageV2: {
    method: "POST",
    path: "/discovery/v2/assistant/{domain}/message",
    summary: "Ask the assistant (v2)",
    about: "For chat SDK 5 and later.",
    key: "assistant",
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
    limits: assistantLimits,
    example: exampleOfV2,
  },
  searchPages: {
    method: "POST",
    path: "/discovery/v1/search/{domain}",
    summary: "Search the documentation",
    about: "Returns the best-matching pages, each with the matching passage.",
    key: "assistant",
    body: SearchRequest,
    reply: { status: 200, schema: Type.Array(SearchResult) },
    limits: assistantLimits,
  },
  readPage: {
    method: "POST",
    path: "/discovery/v1/page/{domain}",
    summary: "Get a page as Markdown",
    about: "Returns a published page, with its components converted to Markdown.",
    key: "assistant",
    body: PageRequest,
    reply: { status: 200, schema: PageContent },
    limits: assistantLimits,
  },
  sendFeedback: {
    method: "POST",
    path: "/discovery/v1/feedback/{domain}",
    summary: "Rate an answer",
    about: "Stores a reader's rating of an answer, with an optional comment.",
    key: "assistant",
    body: AssistantFeedback,
    reply: { status: 204 },
    limits: assistantLimits,
  },
  ...pullRequestOperations,
  ...insightOperations,
  ...evaluationOperations,
  getOpenApi: {
    method: "GET",
    path: "/openapi.json",
    summary: "Get the OpenAPI document",
    about: "This API, as OpenAPI 3.1.",
    key: "none",
    reply: {
      status: 200,
      schema: Type.Unsafe<Record<string, unknown>>({ type: "object", additionalProperties: true }),
    },
    example: { openapi: "3.1.0", info: { title: "Lectern", version: "2.0.0" }, paths: {} },
  },
  getHealth: {
    method: "GET",
    path: "/healthz",
    summary: "Get health",
    about: "Reports whether the process is alive.",
    key: "none",
    reply: { status: 200, schema: Health },
  },
  getReadiness: {
    method: "GET",
    path: "/readyz",
    summary: "Get readiness",
    about:
      "Reports whether this node can answer: the database answers, the artifact store can be written to, the disk has space, and it is not shutting down.",
    key: "none",
    reply: { status: 200, schema: ReadyState },
  },
  getMetrics: {
    method: "GET",
    path: "/metrics",
    summary: "Get metrics",
    about: "In the Prometheus text format.",
    key: "none",
    reply: { status: 200, contentType: "text/plain; charset=utf-8" },
    example: "# TYPE lectern_http_requests_total counter\nlectern_http_requests_total 42\n",
  },
} as const satisfies Record<string, PublicOperation>;

export type Operations = typeof operations;
