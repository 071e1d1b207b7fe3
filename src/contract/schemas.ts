import Type, { type Static, type TString } from "typebox";

/** What readers of the assistant and admin scripts see. Field names and values are fixed by the contract. */

export const dateTime = (description: string) => Type.String({ format: "date-time", description });

// An array of types, because a union would be slower to serialize and longer to read.
export function Nullable(schema: TString) {
  return Type.Unsafe<string | null>({ ...schema, type: ["string", "null"] });
}

export function Words<const Values extends readonly string[]>(values: Values, description: string) {
  return Type.Unsafe<Values[number]>({ type: "string", enum: values, description });
}

export const idMaxLength = 128;
export const id = (description: string) => Type.String({ maxLength: idMaxLength, description });
export const name = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, pattern: "\\S", description });

export const agentJobStatuses = ["active", "completed", "archived", "failed"] as const;
export const AgentJobStatus = Words(agentJobStatuses, "Current status of the job.");
export type AgentJobStatus = Static<typeof AgentJobStatus>;

export const AgentJob = Type.Object({
  id: id("Unique identifier of the agent job."),
  status: AgentJobStatus,
  source: Type.Object(
    {
      repository: Type.String({ description: "Full URL of the hosted source repository." }),
      ref: Nullable(Type.String({ description: "Git branch the agent works on; `null` until it exists." })),
    },
    { description: "Information about the source repository." },
  ),
  model: Type.String({ description: "AI model used for the job." }),
  prLink: Nullable(
    Type.String({
      format: "uri",
      description: "URL of the pull request. `null` while the job is `active`, and when no file was modified.",
    }),
  ),
  createdAt: dateTime("Creation timestamp of the job."),
  archivedAt: Nullable(dateTime("Timestamp of archival of the job.")),
});
export type AgentJob = Static<typeof AgentJob>;

export const AgentJobPage = Type.Object({
  jobs: Type.Array(
    Type.Object({ ...AgentJob.properties, prompt: Type.String({ description: "What it was first asked to do." }) }),
  ),
  nextCursor: Nullable(Type.String({ description: "Pass it as `cursor` for the next page; `null` on the last one." })),
});

export const NewAgentJob = Type.Object({
  prompt: Type.String({
    minLength: 1,
    maxLength: 20_000,
    pattern: "\\S",
    description: "What the agent should do, in plain words.",
  }),
  ref: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 250,
      description: "Branch to start from; the project's branch without it.",
    }),
  ),
  model: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: "Model to use; the project's model without it." }),
  ),
});
export type NewAgentJob = Static<typeof NewAgentJob>;

export const NewAgentMessage = Type.Object({ prompt: NewAgentJob.properties.prompt });
export type NewAgentMessage = Static<typeof NewAgentMessage>;

export const updateStatuses = ["queued", "in_progress", "success", "failure"] as const;
export const UpdateStatusWord = Words(updateStatuses, "Status of the update.");
export type UpdateStatusWord = Static<typeof UpdateStatusWord>;

export const updateSources = [
  "internal",
  "github-app-installation",
  "api",
  "github",
  "dashboard",
  "gitlab",
  "onboarding",
] as const;
export type UpdateSource = (typeof updateSources)[number];

const updateFields = {
  _id: id("Status ID of the triggered update."),
  projectId: id("Documentation project ID."),
  createdAt: dateTime("ISO date and time in UTC."),
  endedAt: Type.Optional(dateTime("ISO date and time in UTC.")),
  status: UpdateStatusWord,
  summary: Type.String({ description: "Summary of the status of the update, one sentence for people." }),
  subdomain: Type.String({ description: "Subdomain of the docs being updated." }),
  screenshot: Type.Optional(Type.String({ description: "Screenshot of the docs." })),
  screenshotLight: Type.Optional(Type.String({ description: "Screenshot of the docs (light variant)." })),
  screenshotDark: Type.Optional(Type.String({ description: "Screenshot of the docs in dark mode." })),
  author: Type.Optional(
    Type.Object(
      {
        name: Type.Optional(Type.String({ description: "Author name." })),
        avatarUrl: Type.Optional(Type.String({ description: "Author avatar URL." })),
        githubUserId: Type.Optional(Type.Integer({ description: "Author's user ID on the repository host." })),
      },
      { description: "Author of the update." },
    ),
  ),
  commit: Type.Optional(
    Type.Object(
      {
        sha: Type.Optional(Type.String({ description: "Commit hash." })),
        ref: Type.Optional(Type.String({ description: "Commit reference." })),
        message: Type.Optional(Type.String({ description: "Commit message." })),
        filesChanged: Type.Optional(
          Type.Object(
            {
              added: Type.Array(Type.String(), { description: "Added file paths." }),
              modified: Type.Array(Type.String(), { description: "Modified file paths." }),
              removed: Type.Array(Type.String(), { description: "Removed file paths." }),
            },
            { description: "Changed files, compared with the commit published before." },
          ),
        ),
      },
      { description: "Commit details." },
    ),
  ),
  source: Words(updateSources, "What triggered the update."),
};

export const UpdateStatus = Type.Object({
  ...updateFields,
  logs: Type.Array(Type.String(), { description: "Log lines, at most 5,000." }),
});
export type UpdateStatus = Static<typeof UpdateStatus>;

export const UpdateSummary = Type.Object(updateFields, { description: "An UpdateStatus without its logs." });
export type UpdateSummary = Static<typeof UpdateSummary>;

export const UpdatePage = Type.Object({
  updates: Type.Array(UpdateSummary),
  nextCursor: Nullable(Type.String({ description: "Pass it as `cursor` for the next page; `null` on the last one." })),
});

export const TriggeredUpdate = Type.Object({ statusId: id("Pass it to the status read.") });

export const NewPreview = Type.Object({
  branch: Type.String({ minLength: 1, maxLength: 250, description: "The branch to publish." }),
});

export const TriggeredPreview = Type.Object({
  statusId: id("Pass it to the status read."),
  previewUrl: Type.String({ format: "uri", description: "Where the preview will be." }),
});

export const NewRollback = Type.Object({
  statusId: Type.String({
    minLength: 1,
    maxLength: idMaxLength,
    description: "The update whose site is to be published again; the last 20 are kept.",
  }),
});

export const ErrorBody = Type.Object({
  error: Type.String({ description: "What is wrong and what to do, in one sentence." }),
  details: Type.Optional(
    Type.Array(
      Type.Object({
        path: Type.String({ description: "Where in the request." }),
        message: Type.String(),
      }),
      { description: "Every place that is wrong; only where the request does not fit its schema." },
    ),
  ),
});
export type ErrorBody = Static<typeof ErrorBody>;

export const StatusEvent = Type.Object({
  status: Type.String({ description: "The status that was reached." }),
  summary: Type.String(),
  at: dateTime("When."),
});

export const LogEvent = Type.Object({
  line: Type.String({ description: "One complete log line." }),
  at: dateTime("When."),
});

export const AgentEvent = Type.Unsafe<{ at: string } & Record<string, unknown>>({
  type: "object",
  properties: {
    step: Type.String({ description: "The step: prepare, work, validate, commit, push or pull-request." }),
    text: Type.String({ description: "What is done." }),
    at: dateTime("When."),
  },
  required: ["at"],
  additionalProperties: true,
  description: "A step of the job.",
});

export const ListQuery = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20, description: "How many at most." })),
  cursor: Type.Optional(
    Type.String({
      maxLength: idMaxLength,
      pattern: "^[a-z]{3}_[0-9a-z]{36}$",
      description: "`nextCursor` of the page before.",
    }),
  ),
};

export const Health = Type.Object({ status: Type.String() });

export const ReadyState = Type.Object({
  status: Type.String(),
  warnings: Type.Optional(
    Type.Array(Type.String(), {
      description: "What is wrong elsewhere and doesn't keep this node from answering, such as a missing worker.",
    }),
  ),
});

/** The schemas that have their own name in the OpenAPI document. */
export const namedSchemas = {
  AgentJob,
  AgentJobPage,
  NewAgentJob,
  NewAgentMessage,
  UpdateStatus,
  UpdateSummary,
  UpdatePage,
  TriggeredUpdate,
  NewPreview,
  TriggeredPreview,
  NewRollback,
  ErrorBody,
  StatusEvent,
  LogEvent,
  AgentEvent,
  Health,
};
