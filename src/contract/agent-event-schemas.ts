import Type from "typebox";
import { AgentEvent, AgentTaskValues, dateTime, flag, integer, StatusEvent, text, texts, Words } from "./schemas.ts";

/** The events of an agent job. Each event is complete in itself; clients can skip unknown ones. */

const at = dateTime("Time of the event.");

const agentFailureKinds = ["no-access", "no-model", "time", "budget", "policy", "conflict", "internal"] as const;
export type AgentFailureKind = (typeof agentFailureKinds)[number];

export const AgentMessageEvent = Type.Object({
  role: Words(["user", "agent"], "The sender."),
  text: text("A prompt, or a message from the agent."),
  at,
});

export const AgentPlanEvent = Type.Object({ text: text("What the agent plans to do."), at });

export const AgentToolEvent = Type.Object({
  name: text("Name of the tool."),
  input: text("Input of the tool, shortened."),
  result: text("Result of the tool, shortened."),
  ok: flag("False if the tool refused."),
  at,
});

export const AgentEditEvent = Type.Object({
  path: text("The path of the file in the content directory."),
  change: Words(["added", "modified", "removed", "renamed"]),
  previousPath: Type.Optional(text("The path before the file was renamed.")),
  diff: text("The change as a unified diff, truncated if long."),
  at,
});

export const AgentValidationEvent = Type.Object({
  pages: integer("The number of pages with the changes."),
  errors: integer("New errors. They stop the job."),
  warnings: integer("New warnings, such as broken links. Existing ones don't count."),
  problems: texts("The first new problems, with file and line."),
  at,
});

export const AgentUsageEvent = Type.Object({
  steps: integer("How many replies the model gave to this prompt."),
  inputTokens: Type.Integer(),
  outputTokens: Type.Integer(),
  cost: Type.Optional(
    Type.Number({
      description: "The cost of this prompt so far, in the operator's currency; only if the operator has set prices.",
    }),
  ),
  at,
});

export const AgentHeartbeatEvent = Type.Object({ text: text("What the job is doing."), at });

export const AgentEndEvent = Type.Object({
  outcome: Words(
    ["changed", "unchanged", "question", "not_understood", "failed", "archived"],
    "`question`: the model asks something, and the next message is the answer. `not_understood`: nothing was changed because the prompt isn't certainly a built-in task.",
  ),
  kind: Type.Optional(Words(agentFailureKinds, "Why it failed.")),
  text: text("The result and, if the job failed, what to do."),
  help: Type.Optional(texts("The tasks that work without a language model.")),
  offers: Type.Optional(
    Type.Array(AgentTaskValues, {
      description:
        "The tasks that the prompt may be about, nearest first, with the values that were read. To start one, send it as `task` of a new job; a value may be missing.",
    }),
  ),
  at,
});

/** The schema of each event, by its name. */
export const agentJobEvents = {
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
};
