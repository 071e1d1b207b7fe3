import { agentLimits } from "../agent-limits.ts";
import type { AgentProcess } from "../child/agent-process.ts";
import type { Turn, Work } from "../turn.ts";
import type { TurnStart } from "../turn-store.ts";
import { rulesReport } from "./rules-report.ts";

/** The built-in rules: the same documentation and the same prompt give the same changes. */
export async function workByRules(process: AgentProcess, { turn, events }: Turn, start: TurnStart): Promise<Work> {
  events.step("work", "The built-in rules read the documentation.");
  const { outcome, edits } = await process.call("rules", { prompt: turn.prompt, now: start.at });
  const { task, changes, explanations, declined, notUnderstood, help, summary } = outcome;
  events.tell("plan", { text: task === undefined ? summary : `Tasks: ${task}.` });
  for (const edit of edits.slice(0, agentLimits.editEventsMax)) {
    events.tell("edit", edit);
  }
  for (const { path, line, what, why } of declined.slice(0, agentLimits.editEventsMax)) {
    const where = line === undefined ? path : `${path}:${line}`;
    events.tell("step", { step: "work", text: `Left alone: ${where}: ${what}: ${why}` });
  }
  if (notUnderstood.length > 0) {
    events.tell("step", { step: "work", text: `Not understood: ${notUnderstood.join("; ")}` });
  }
  const rules = [...new Set(explanations.map(({ rule }) => rule))].join(", ");
  return {
    changes,
    report: rulesReport(outcome, turn.prompt),
    commitNote: `Done by the built-in rules (${rules}), as the prompt asked. No language model was used.`,
    summary,
    help,
  };
}
