import Type from "typebox";

/** The events of an agent job. Each is complete in itself; a client can skip the ones it doesn't know. */

const at = Type.String({ format: "date-time", description: "When." });
const text = (description: string) => Type.String({ description });

const agentFailureKinds = ["no-access", "no-model", "time", "budget", "policy", "conflict", "internal"] as const;
export type AgentFailureKind = (typeof agentFailureKinds)[number];

export const AgentMessageEvent = Type.Object({
  role: Type.Unsafe<"user" | "agent">({ type: "string", enum: ["user", "agent"], description: "Who says it." }),
  text: text("What is said: a prompt, or what the agent writes beside its work."),
  at,
});

export const AgentPlanEvent = Type.Object({ text: text("What the agent is going to do."), at });

export const AgentToolEvent = Type.Object({
  name: text("The tool."),
  input: text("What it was given, in short."),
  result: text("What it answered, in short."),
  ok: Type.Boolean({ description: "False when the tool refused." }),
  at,
});

export const AgentEditEvent = Type.Object({
  path: text("The file, from the content directory."),
  change: Type.Unsafe<"added" | "modified" | "removed">({ type: "string", enum: ["added", "modified", "removed"] }),
  diff: text("The change as a unified diff; a long one is cut."),
  at,
});

export const AgentValidationEvent = Type.Object({
  pages: Type.Integer({ description: "How many pages the documentation has with the changes." }),
  errors: Type.Integer({ description: "Problems that the changes make and that stop them." }),
  warnings: Type.Integer({ description: "Other problems that the changes make, such as broken links." }),
  problems: Type.Array(Type.String(), { description: "The first of them, with file and line." }),
  at,
});

export const AgentUsageEvent = Type.Object({
  steps: Type.Integer({ description: "How often the model was asked in this turn." }),
  inputTokens: Type.Integer(),
  outputTokens: Type.Integer(),
  cost: Type.Optional(
    Type.Number({ description: "What this turn has cost so far, where the operator has set prices; in their money." }),
  ),
  at,
});

export const AgentHeartbeatEvent = Type.Object({ text: text("What the job is busy with."), at });

export const AgentEndEvent = Type.Object({
  outcome: Type.Unsafe<"changed" | "unchanged" | "failed" | "archived">({
    type: "string",
    enum: ["changed", "unchanged", "failed", "archived"],
  }),
  kind: Type.Optional(
    Type.Unsafe<AgentFailureKind>({ type: "string", enum: agentFailureKinds, description: "Why it failed." }),
  ),
  text: text("What came of it and, where it failed, what to do."),
  help: Type.Optional(Type.Array(Type.String(), { description: "What can be asked for." })),
  at,
});
