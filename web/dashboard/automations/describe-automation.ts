import { agentTasks } from "../../../src/contract/agent-tasks.ts";
import type { Answer } from "../api/client.ts";

export type Automation = Answer<"listAutomations">["automations"][number];
export type AutomationRun = Answer<"listAutomationRuns">["runs"][number];
export type Definition = Automation["definition"];

/** Such as `After each push, and every time of 0 6 * * 1 (UTC)`. */
export function describeWhen({ when = {} }: Definition): string {
  const { schedule, timeZone = "UTC", push, codePush, release, update, question, feedback } = when;
  const parts = [
    schedule && `At ${schedule} (${timeZone})`,
    push && "After each push",
    codePush && "After each push to a code repository",
    release && "After each release",
    update && `When an update ${updateVerbs[update]}`,
    question && `After ${question} unanswered ${question === 1 ? "question" : "questions"} about a subject`,
    feedback && (feedback === "any" ? "After feedback" : "After negative feedback"),
  ];
  return parts.filter(Boolean).join("; ") || "When it is started";
}

const updateVerbs = { succeeded: "succeeded", failed: "failed", ended: "ended" } as const;

export function describeAct({ do: act }: Definition): string {
  if (act.answerQuestions === true) return "Answer the largest group of questions";
  if (act.task === undefined) return act.prompt ?? "";
  return agentTasks.find(({ name }) => name === act.task?.name)?.title ?? act.task.name;
}

export const causeNames: Readonly<Record<AutomationRun["cause"], string>> = {
  schedule: "Schedule",
  push: "Push",
  code: "Code",
  release: "Release",
  update: "Update",
  question: "Questions",
  feedback: "Feedback",
  webhook: "Webhook",
  request: "By hand",
};
