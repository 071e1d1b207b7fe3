import Type from "typebox";
import {
  AssistantFeedback,
  AssistantQuestion,
  PageContent,
  PageRequest,
  SearchRequest,
  SearchResult,
} from "./assistant-schemas.ts";
import type { Limit, Operation } from "./operation.ts";
import {
  AgentEvent,
  AgentJob,
  AgentJobPage,
  AgentJobStatus,
  Health,
  idMaxLength,
  ListQuery,
  LogEvent,
  NewAgentJob,
  NewPreview,
  NewRollback,
  StatusEvent,
  TriggeredPreview,
  TriggeredUpdate,
  UpdatePage,
  UpdateStatus,
  UpdateStatusWord,
} from "./schemas.ts";

const id = (description: string) => Type.String({ minLength: 1, maxLength: idMaxLength, description });
const projectId = id("ID of the project, copied from the API keys page of the dashboard.");
const jobId = id("Unique identifier of the agent job.");
const statusId = id("The status ID of a triggered update.");

const updatesPerOrganization: Limit = { name: "updates", by: "organization", max: 10, windowSeconds: 10 };
const previewsPerOrganization: Limit = { name: "previews", by: "organization", max: 5, windowSeconds: 60 };
const jobsPerProject: Limit = { name: "agent-jobs", by: "project", max: 100, windowSeconds: 3600 };

const assistantLimits: readonly Limit[] = [
  { name: "assistant", by: "organization", max: 10_000, windowSeconds: 3_600 },
  { name: "assistant-address", by: "address", max: 10_000, windowSeconds: 86_400 },
];
const domain = id(
  "The domain identifier of the project, which stands at the end of its dashboard address, or a custom domain of it.",
);

/** Every operation there is, by the name that handlers and the client know it by. */
export const operations = {
  getAgentJob: {
    method: "GET",
    path: "/v2/agent/{projectId}/job/{id}",
    summary: "Get an agent job",
    key: "admin",
    scope: "read",
    params: Type.Object({ projectId, id: jobId }),
    reply: { status: 200, schema: AgentJob },
  },
  createAgentJob: {
    method: "POST",
    path: "/v2/agent/{projectId}/job",
    summary: "Create an agent job",
    key: "admin",
    scope: "write",
    params: Type.Object({ projectId }),
    body: NewAgentJob,
    reply: { status: 201, schema: AgentJob },
    limits: [jobsPerProject],
    creates: true,
  },
  listAgentJobs: {
    method: "GET",
    path: "/v2/agent/{projectId}/jobs",
    summary: "List the agent jobs of a project, newest first",
    key: "admin",
    scope: "read",
    params: Type.Object({ projectId }),
    query: Type.Object({ status: Type.Optional(AgentJobStatus), ...ListQuery }),
    reply: { status: 200, schema: AgentJobPage },
  },
  streamAgentJobEvents: {
    method: "GET",
    path: "/v2/agent/{projectId}/job/{id}/events",
    summary: "Follow an agent job: what the agent does, and why it ended",
    key: "admin",
    scope: "read",
    params: Type.Object({ projectId, id: jobId }),
    reply: { status: 200, contentType: "text/event-stream", events: { status: StatusEvent, step: AgentEvent } },
  },
  getUpdateStatus: {
    method: "GET",
    path: "/v1/project/update-status/{statusId}",
    summary: "Get the status of an update",
    key: "admin",
    scope: "read",
    params: Type.Object({ statusId }),
    reply: { status: 200, schema: UpdateStatus },
  },
  triggerUpdate: {
    method: "POST",
    path: "/v1/project/update/{projectId}",
    summary: "Trigger an update",
    key: "admin",
    scope: "write",
    params: Type.Object({ projectId }),
    reply: { status: 202, schema: TriggeredUpdate },
    limits: [updatesPerOrganization],
    creates: true,
  },
  createPreview: {
    method: "POST",
    path: "/v1/project/preview/{projectId}",
    summary: "Publish a branch on an address of its own",
    key: "admin",
    scope: "write",
    params: Type.Object({ projectId }),
    body: NewPreview,
    reply: { status: 202, schema: TriggeredPreview },
    limits: [previewsPerOrganization],
    creates: true,
  },
  rollBack: {
    method: "POST",
    path: "/v1/project/rollback/{projectId}",
    summary: "Publish again what an earlier update published, without building it",
    key: "admin",
    scope: "write",
    params: Type.Object({ projectId }),
    body: NewRollback,
    reply: { status: 202, schema: TriggeredUpdate },
    limits: [updatesPerOrganization],
    creates: true,
  },
  listUpdates: {
    method: "GET",
    path: "/v1/project/updates/{projectId}",
    summary: "List the updates of a project, newest first",
    key: "admin",
    scope: "read",
    params: Type.Object({ projectId }),
    query: Type.Object({ status: Type.Optional(UpdateStatusWord), ...ListQuery }),
    reply: { status: 200, schema: UpdatePage },
  },
  streamUpdateEvents: {
    method: "GET",
    path: "/v1/project/update-status/{statusId}/events",
    summary: "Follow an update: status moves and log lines",
    key: "admin",
    scope: "read",
    params: Type.Object({ statusId }),
    reply: { status: 200, contentType: "text/event-stream", events: { status: StatusEvent, log: LogEvent } },
  },
  sendMessageV1: {
    method: "POST",
    path: "/discovery/v1/assistant/{domain}/message",
    summary: "Ask the assistant (deprecated: for chat clients of version 4)",
    key: "assistant",
    params: Type.Object({ domain }),
    body: AssistantQuestion,
    reply: {
      status: 200,
      contentType: "application/json; charset=utf-8",
      chunks: {
        about: "data stream parts of chat SDK version 4, one line each",
        headers: { "x-vercel-ai-data-stream": "v1" },
        // An empty line is all that a client of version 4 lets pass between parts.
        heartbeat: "\n",
      },
    },
    limits: assistantLimits,
  },
  sendMessageV2: {
    method: "POST",
    path: "/discovery/v2/assistant/{domain}/message",
    summary: "Ask the assistant (for chat clients of version 5 and later)",
    key: "assistant",
    params: Type.Object({ domain }),
    body: AssistantQuestion,
    reply: {
      status: 200,
      contentType: "text/event-stream; charset=utf-8",
      chunks: {
        about: "a UI message stream of chat SDK version 5 and later",
        headers: { "x-vercel-ai-ui-message-stream": "v1" },
        heartbeat: ": hb\n\n",
      },
    },
    limits: assistantLimits,
  },
  searchPages: {
    method: "POST",
    path: "/discovery/v1/search/{domain}",
    summary: "Search the documentation",
    key: "assistant",
    params: Type.Object({ domain }),
    body: SearchRequest,
    reply: { status: 200, schema: Type.Array(SearchResult) },
    limits: assistantLimits,
  },
  readPage: {
    method: "POST",
    path: "/discovery/v1/page/{domain}",
    summary: "Read a page as Markdown",
    key: "assistant",
    params: Type.Object({ domain }),
    body: PageRequest,
    reply: { status: 200, schema: PageContent },
    limits: assistantLimits,
  },
  sendFeedback: {
    method: "POST",
    path: "/discovery/v1/feedback/{domain}",
    summary: "Say whether an answer helped",
    key: "assistant",
    params: Type.Object({ domain }),
    body: AssistantFeedback,
    reply: { status: 204 },
    limits: assistantLimits,
  },
  getOpenApi: {
    method: "GET",
    path: "/openapi.json",
    summary: "This API as an OpenAPI 3.1 document",
    key: "none",
    reply: {
      status: 200,
      schema: Type.Unsafe<Record<string, unknown>>({ type: "object", additionalProperties: true }),
    },
  },
  getHealth: {
    method: "GET",
    path: "/healthz",
    summary: "Whether the process is alive",
    key: "none",
    reply: { status: 200, schema: Health },
  },
  getReadiness: {
    method: "GET",
    path: "/readyz",
    summary: "Whether it can answer: the database is reached, and it is not shutting down",
    key: "none",
    reply: { status: 200, schema: Health },
  },
  getMetrics: {
    method: "GET",
    path: "/metrics",
    summary: "Metrics in the Prometheus text format",
    key: "none",
    reply: { status: 200, contentType: "text/plain; charset=utf-8" },
  },
} as const satisfies Record<string, Operation>;

export type Operations = typeof operations;
export type OperationName = keyof Operations;
