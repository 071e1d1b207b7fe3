import Type, {
  type Static,
  type TNumberOptions,
  type TObject,
  type TProperties,
  type TString,
  type TStringOptions,
} from "typebox";
import { agentTaskNames } from "./agent-tasks.ts";
import { namePattern } from "./name-rule.ts";

/** Schemas for readers of the assistant and for admin scripts. Field names and values are fixed by the contract. */

/** Fields of operations that only the dashboard calls have no description. */
const about = (description?: string) => (description === undefined ? {} : { description });

export const text = (description: string, limits: TStringOptions = {}) => Type.String({ ...limits, description });
export const texts = (description: string) => Type.Array(Type.String(), { description });
export const url = (description: string) => Type.String({ format: "uri", description });
export const flag = (description: string) => Type.Boolean({ description });
export const integer = (description: string, limits: TNumberOptions = {}) => Type.Integer({ ...limits, description });
export const count = (description: string) => integer(description, { minimum: 0 });
export const dateTime = (description?: string) => Type.String({ format: "date-time", ...about(description) });

// An array of types, because a union would be slower to serialize and longer to read.
export function Nullable(schema: TString) {
  return Type.Unsafe<string | null>({ ...schema, type: ["string", "null"] });
}

export function NullableObject<Schema extends TObject>(schema: Schema) {
  return Type.Unsafe<Static<Schema> | null>({ anyOf: [schema, { type: "null" }] });
}

export function Words<const Values extends readonly string[]>(values: Values, description?: string) {
  return Type.Unsafe<Values[number]>({ type: "string", enum: values, ...about(description) });
}

export function NullableWords<const Values extends readonly string[]>(values: Values, description?: string) {
  return Type.Unsafe<Values[number] | null>({
    type: ["string", "null"],
    enum: [...values, null],
    ...about(description),
  });
}

export function NullableInteger(bounds: { minimum?: number; maximum?: number } = {}) {
  return Type.Unsafe<number | null>({ type: ["integer", "null"], ...bounds });
}

export function Described<Fields extends TProperties>(description: string, fields: Fields) {
  return Type.Object(fields, { description });
}

export const roleWord = Words(["viewer", "editor", "admin"]);

export const nextCursor = Nullable(text("Pass this as `cursor` to get the next page. `null` on the last page."));

export const idMaxLength = 128;
export const id = (description?: string) => Type.String({ maxLength: idMaxLength, ...about(description) });
/** An ID in a request of the dashboard. */
export const givenId = Type.String({ minLength: 1, maxLength: idMaxLength });

export const name = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: namePattern });

export const agentJobStatuses = ["active", "completed", "archived", "failed"] as const;
export const AgentJobStatus = Words(agentJobStatuses, "Current status of the job.");
export type AgentJobStatus = Static<typeof AgentJobStatus>;

export const agentJobOutcomes = ["changed", "unchanged", "question", "not_understood", "failed"] as const;
export type AgentJobOutcome = (typeof agentJobOutcomes)[number];

/** Details beyond the fields of the contract: the prompt, its outcome, times and cost. */
const agentJobDetails = {
  prompt: text("The prompt that created the job."),
  outcome: NullableWords(
    agentJobOutcomes,
    "The result of the latest prompt; `null` until it ends. `question`: the model asks something, and the next message is the answer. `not_understood`: the prompt isn't certainly a built-in task, and nothing was changed; the summary and the `end` event name the nearest tasks.",
  ),
  summary: Nullable(
    text(
      "The result: what was changed, why nothing was changed, or why the job failed. For an active job: why it is waiting, such as a language model that is down.",
    ),
  ),
  startedAt: Nullable(dateTime("When a worker started on the latest prompt.")),
  endedAt: Nullable(dateTime("When the work on the latest prompt ended.")),
  usage: Described("The usage of all prompts of the job. Built-in tasks use nothing.", {
    steps: count("How many replies the language model gave."),
    inputTokens: count("Tokens sent to the language model."),
    outputTokens: count("Tokens the language model wrote."),
    cost: Type.Optional(
      Type.Number({ description: "The cost in the operator's currency; only if the operator has set prices." }),
    ),
  }),
};

export const AgentJob = Type.Object({
  id: id("Unique identifier of the agent job."),
  status: AgentJobStatus,
  source: Described("Information about the source repository.", {
    repository: text("Full URL of the hosted source repository."),
    ref: Nullable(text("Git branch the agent works on; `null` until it exists.")),
  }),
  model: text("AI model used for the job."),
  prLink: Nullable(url("URL of the pull request. `null` while the job is `active`, and when no file was modified.")),
  createdAt: dateTime("Creation timestamp of the job."),
  archivedAt: Nullable(dateTime("Timestamp of archival of the job.")),
  ...agentJobDetails,
});
export type AgentJob = Static<typeof AgentJob>;

export const AgentJobPage = Type.Object({ jobs: Type.Array(AgentJob), nextCursor });

const prompt = text("What the agent should do, in plain language.", {
  minLength: 1,
  maxLength: 20_000,
  pattern: "\\S",
});

const taskValue = { minLength: 1, maxLength: 300, pattern: "^[^\\r\\n]*\\S[^\\r\\n]*$" };

export const AgentTaskValues = Described("A built-in task with its values, instead of a prompt.", {
  name: Words(agentTaskNames, "The task."),
  from: Type.Optional(text("What to rename, replace or move.", taskValue)),
  to: Type.Optional(text("The new name, words or path.", taskValue)),
  year: Type.Optional(text("The copyright year. Defaults to this year.", { pattern: "^(19|20)[0-9]{2}$" })),
  in: Type.Optional(text("A page or folder to limit the task to.", taskValue)),
});

export const NewAgentJob = Type.Object({
  prompt: Type.Optional(prompt),
  task: Type.Optional(AgentTaskValues),
  ref: Type.Optional(text("Branch to start from. Defaults to the project's branch.", { minLength: 1, maxLength: 250 })),
  model: Type.Optional(text("Model to use. Defaults to the project's model.", { minLength: 1, maxLength: 200 })),
});
export type NewAgentJob = Static<typeof NewAgentJob>;

export const NewAgentMessage = Type.Object({ prompt });

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

export const ProblemCounts = Described(
  "How many problems the build found. A successful update can have problems, too.",
  {
    errors: integer("Pages and API descriptions that could not be built."),
    warnings: integer("All warnings, new and existing."),
    newWarnings: Type.Optional(integer("Warnings that the published site doesn't have. Missing if that is unknown.")),
    missingPages: Type.Optional(
      integer("Pages of the navigation that aren't on the site, because they could not be built."),
    ),
  },
);
export type ProblemCounts = Static<typeof ProblemCounts>;

export const UpdateProblems = Type.Object({
  problems: Type.Array(
    Type.Object({
      severity: Words(["error", "warning", "note"], "A note needs no attention and isn't counted."),
      message: text("What is wrong."),
      file: Type.Optional(text("Path in the project.")),
      line: Type.Optional(Type.Integer()),
      column: Type.Optional(Type.Integer()),
      hint: Type.Optional(text("What to do about it.")),
      isNew: Type.Optional(flag("Whether the published site doesn't have this problem. Missing if unknown.")),
    }),
    { description: "Errors first." },
  ),
});
export type UpdateProblems = Static<typeof UpdateProblems>;
const updateTriggers = ["push", "editor", "merge", "rollback", "preview", "retry", "settings"] as const;
export type UpdateTrigger = (typeof updateTriggers)[number];

const updateFields = {
  _id: id("Status ID of the triggered update."),
  projectId: id("Documentation project ID."),
  createdAt: dateTime("ISO date and time in UTC."),
  endedAt: Type.Optional(dateTime("ISO date and time in UTC.")),
  status: UpdateStatusWord,
  summary: text("Summary of the status of the update, in one sentence."),
  subdomain: text("Subdomain of the docs being updated."),
  screenshot: Type.Optional(text("Screenshot of the docs.")),
  screenshotLight: Type.Optional(text("Screenshot of the docs (light variant).")),
  screenshotDark: Type.Optional(text("Screenshot of the docs in dark mode.")),
  author: Type.Optional(
    Described("Author of the update.", {
      name: Type.Optional(text("Author name.")),
      avatarUrl: Type.Optional(text("Author avatar URL.")),
      githubUserId: Type.Optional(integer("Author's user ID on the repository host.")),
    }),
  ),
  commit: Type.Optional(
    Described("Commit details.", {
      sha: Type.Optional(text("Commit hash.")),
      ref: Type.Optional(text("Commit reference.")),
      message: Type.Optional(text("Commit message.")),
      filesChanged: Type.Optional(
        Described(
          "Files that the push changed. Without a push, files that differ from the published commit or, for a preview, from the commit its branch started from.",
          {
            added: texts("Added file paths."),
            modified: texts("Modified file paths."),
            removed: texts("Removed file paths."),
          },
        ),
      ),
      filesRenamed: Type.Optional(
        Type.Array(Type.Object({ from: Type.String(), to: Type.String() }), {
          description: "Renamed files. They are also listed under `added` and `removed`.",
        }),
      ),
    }),
  ),
  source: Words(updateSources, "What triggered the update."),
  problems: Type.Optional(ProblemCounts),
  trigger: Type.Optional(Words(updateTriggers, "What triggered the update, if `source` is `internal`.")),
  builtWith: Type.Optional(
    Described("The newer commit that was built, if several pushes were built together.", { sha: text("Commit hash.") }),
  ),
  sources: Type.Optional(
    Type.Array(
      Type.Object({
        path: text("The folder of the site."),
        repository: Type.Optional(text("Its repository. Missing for the project's own repository.")),
        ref: text("Its branch or tag."),
        sha: text("Commit hash."),
      }),
      { description: "The commits of other repositories, branches and tags whose pages are part of the site." },
    ),
  ),
};

export const UpdateStatus = Type.Object({
  ...updateFields,
  logs: texts("Log lines, at most 5,000."),
});
export type UpdateStatus = Static<typeof UpdateStatus>;

export const UpdateSummary = Described("An UpdateStatus without its logs.", updateFields);
export type UpdateSummary = Static<typeof UpdateSummary>;

export const UpdatePage = Type.Object({ updates: Type.Array(UpdateSummary), nextCursor });

export const TriggeredUpdate = Type.Object({ statusId: id("Use it to get the status of the update.") });

export const NewPreview = Type.Object({
  branch: text("The branch to publish.", { minLength: 1, maxLength: 250 }),
});

export const TriggeredPreview = Type.Object({
  statusId: id("Use it to get the status of the update."),
  previewUrl: url("URL of the preview."),
});

export const NewRollback = Type.Object({
  statusId: text("The update to republish. The last 20 sites are kept.", { minLength: 1, maxLength: idMaxLength }),
});

export const ErrorBody = Type.Object({
  error: text("What went wrong and what to do, in one sentence."),
  details: Type.Optional(
    Type.Array(Type.Object({ path: text("Location in the request."), message: Type.String() }), {
      description: "All validation errors. Only present if the request doesn't match its schema.",
    }),
  ),
});
export type ErrorBody = Static<typeof ErrorBody>;

export const StatusEvent = Type.Object({
  status: text("The new status."),
  summary: Type.String(),
  at: dateTime("Time of the event."),
});

export const LogEvent = Type.Object({
  line: text("One complete log line."),
  at: dateTime("Time of the event."),
});

export const AgentEvent = Type.Unsafe<{ step?: string; text?: string; at: string; [name: string]: unknown }>({
  type: "object",
  properties: {
    step: text("The step: prepare, work, validate, commit, push or pull-request."),
    text: text("What the step does."),
    at: dateTime("Time of the event."),
  },
  required: ["at"],
  additionalProperties: true,
  description: "A step of the job.",
});

export const ListQuery = {
  limit: Type.Optional(integer("Maximum number of results.", { minimum: 1, maximum: 100, default: 20 })),
  cursor: Type.Optional(
    text("`nextCursor` from the previous page.", { maxLength: idMaxLength, pattern: "^[a-z]{3}_[0-9a-z]{36}$" }),
  ),
};

export const Health = Type.Object({ status: Type.String() });

export const ReadyState = Type.Object({
  status: Type.String(),
  warnings: Type.Optional(texts("Problems that don't keep this node from answering, such as a missing worker.")),
});
