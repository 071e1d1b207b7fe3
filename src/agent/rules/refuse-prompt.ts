import { agentTasks } from "../../contract/agent-tasks.ts";
import { type NearTask, readPrompt } from "./read-prompt.ts";

/** The tasks, one per line, and those first that the prompt resembles most. */
export function helpLines(nearest: readonly NearTask[]): string[] {
  const others = agentTasks.filter((task) => !nearest.some((near) => near.task === task));
  const all = [...nearest, ...others.map((task) => ({ task, prompt: task.example }))];
  return all.map(({ task, prompt }) => `${prompt} — ${task.does}`);
}

/** The end of a job whose prompt has no task; undefined if there is something to do. */
export function refusePrompt(prompt: string): { summary: string; help: string[] } | undefined {
  const { tasks, nearest } = readPrompt(prompt);
  return tasks.length > 0 ? undefined : { summary: notATask(nearest), help: helpLines(nearest) };
}

export function notATask(nearest: readonly NearTask[]): string {
  const prompts = nearest.map(({ prompt }) => `“${prompt}”`);
  const closest =
    prompts.length === 0 ? "" : ` The closest ${prompts.length === 1 ? "one is" : "ones are"} ${prompts.join(", ")}.`;
  return `Nothing was changed. Without a language model, only the built-in tasks work, and this prompt isn't clearly one of them.${closest}`;
}
