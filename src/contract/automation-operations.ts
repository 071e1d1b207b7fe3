import Type, { type Static } from "typebox";
import { automationLimits } from "./automation-limits.ts";
import { read, write } from "./define-operation.ts";
import {
  agentJobOutcomes,
  dateTime,
  flag,
  integer,
  NewAgentJob,
  Nullable,
  NullableWords,
  text,
  Words,
} from "./schemas.ts";

const when = Type.Object(
  {
    schedule: Type.Optional(
      text("A cron expression with five fields: minute, hour, day of month, month, day of week.", {
        minLength: 1,
        maxLength: 100,
      }),
    ),
    timeZone: Type.Optional(
      text("Time zone of the schedule, such as `Europe/Berlin`. UTC by default.", { maxLength: 60 }),
    ),
    push: Type.Optional(flag("A new commit was pushed to the project's branch, and its update has ended.")),
    codePush: Type.Optional(
      flag("A commit was pushed to the branch of a code repository, reported by its host's webhook to the project's."),
    ),
    release: Type.Optional(flag("A release of the docs' repository, reported by its host's webhook.")),
    update: Type.Optional(Words(["succeeded", "failed", "ended"], "An update of the project's branch has ended.")),
    question: Type.Optional(
      integer("The assistant couldn't answer this many questions about the same subject.", {
        minimum: 1,
        maximum: automationLimits.questions,
      }),
    ),
    feedback: Type.Optional(Words(["negative", "any"], "A reader rated a page or an answer.")),
  },
  { additionalProperties: false },
);

const act = Type.Object(
  {
    task: NewAgentJob.properties.task,
    prompt: NewAgentJob.properties.prompt,
    answerQuestions: Type.Optional(
      flag("Works on the largest group of unanswered questions. Without a language model, it opens a draft."),
    ),
  },
  { additionalProperties: false },
);

const limits = Type.Object(
  {
    runsPerDay: Type.Optional(
      integer(`Runs in 24 hours. ${automationLimits.runsPerDayDefault} by default.`, {
        minimum: 1,
        maximum: automationLimits.runsPerDay,
      }),
    ),
    cost: Type.Optional(
      Type.Number({
        description: "What the runs of 24 hours may cost. The server must know its model's prices.",
        minimum: 0.01,
        maximum: 100_000,
      }),
    ),
  },
  { additionalProperties: false },
);

/** An automation as its file has it. */
export const AutomationDefinition = Type.Object(
  {
    name: text("The name.", { minLength: 1, maxLength: 100, pattern: "\\S" }),
    when: Type.Optional(
      Type.Unsafe<Static<typeof when>>({
        ...when,
        description:
          "What starts a run. If several are given, each of them does. People and the API can always start one.",
      }),
    ),
    do: Type.Unsafe<Static<typeof act>>({ ...act, description: "What a run does: exactly one of these." }),
    pullRequest: Type.Optional(
      Words(
        ["growing", "new", "none"],
        "`growing` (default) adds to the automation's open pull request; `new` opens one for each run; `none` commits to the branch if its rules allow that, and otherwise opens one that says why.",
      ),
    ),
    limits: Type.Optional(Type.Unsafe<Static<typeof limits>>({ ...limits, description: "How much it may do." })),
    enabled: Type.Optional(flag("False to switch it off. Replies have it next to the definition.")),
  },
  { additionalProperties: false },
);
export type AutomationDefinition = Static<typeof AutomationDefinition>;

export const automationCauses = [
  "schedule",
  "push",
  "code",
  "release",
  "update",
  "question",
  "feedback",
  "webhook",
  "request",
] as const;
export const automationStatuses = ["running", "completed", "failed", "skipped"] as const;

export const AutomationRun = Type.Object({
  id: Type.String(),
  cause: Words(automationCauses, "What started it. `request`: a person or the API."),
  status: Words(automationStatuses, "`skipped` if a limit or the automation's earlier run stood in the way."),
  outcome: NullableWords(agentJobOutcomes, "The outcome of the agent job."),
  summary: Nullable(text("The outcome in one sentence.")),
  jobId: Nullable(text("ID of the agent job.")),
  prLink: Nullable(text("URL of the pull request.")),
  createdAt: dateTime("When it started."),
  endedAt: Nullable(dateTime("When it ended.")),
});

export const Automation = Type.Object({
  id: Type.String(),
  file: Nullable(text("The file that defines it; `null` if it was created in the dashboard or with the API.")),
  definition: AutomationDefinition,
  enabled: flag("Whether it runs."),
  nextRunAt: Nullable(dateTime("When its schedule starts the next run.")),
  hasHook: flag("Whether it has an address that starts a run."),
  lastRun: Type.Array(AutomationRun, { description: "The newest run, if there is one." }),
});

export const Automations = Type.Object({
  automations: Type.Array(Automation, { description: "By name." }),
});
export const AutomationRuns = Type.Object({
  runs: Type.Array(AutomationRun, { description: `Newest first; ${automationLimits.runsKept} are kept.` }),
});
export const AutomationHook = Type.Object({
  url: text("A POST to this address starts a run. It is shown only once."),
});
export const AutomationChange = Type.Object({
  definition: Type.Optional(AutomationDefinition),
  enabled: Type.Optional(flag("Switches the automation on or off.")),
});

const path = "/v1/project/automations/{projectId}";

/** Work that the agent does by itself. */
export const automationOperations = {
  listAutomations: read(path, "List automations", {
    about: "Lists the automations of a project, with the newest run of each.",
    reply: Automations,
  }),
  createAutomation: write(path, "Create an automation", {
    about: "Automations can also be files in the repository, below `.lectern/automations/`.",
    body: AutomationDefinition,
    created: Automation,
    creates: true,
  }),
  changeAutomation: write(`${path}/{id}`, "Change an automation", {
    about:
      "Replaces the definition, or switches the automation on or off. The definition of a file can't be changed here.",
    body: AutomationChange,
    reply: Automation,
    hasStates: true,
  }),
  removeAutomation: write(`${path}/{id}/remove`, "Remove an automation", {
    about: "Removes the automation and its history. Its jobs and pull requests stay.",
    hasStates: true,
  }),
  runAutomation: write(`${path}/{id}/run`, "Run an automation", {
    about: "Starts a run now, within the automation's limits.",
    created: AutomationRun,
    creates: true,
  }),
  listAutomationRuns: read(`${path}/{id}/runs`, "List the runs of an automation", { reply: AutomationRuns }),
  createAutomationHook: write(`${path}/{id}/hook`, "Create an address for an automation", {
    about: "Returns an address for other services. Any earlier address stops working.",
    reply: AutomationHook,
  }),
};
