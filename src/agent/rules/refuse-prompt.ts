import { readPrompt } from "./read-prompt.ts";
import { type KnownTask, knownTasks } from "./task-asks.ts";

/** The tasks, one per line, and those first that the prompt resembles most. */
export function helpLines(nearest: readonly KnownTask[]): string[] {
  return [...new Set([...nearest, ...knownTasks])].map(({ example, does }) => `${example} — ${does}`);
}

/** The end of a job whose prompt has no task; undefined if there is something to do. */
export function refusePrompt(prompt: string): { summary: string; help: string[] } | undefined {
  const { tasks, nearest } = readPrompt(prompt);
  return tasks.length > 0 ? undefined : { summary: notATask(nearest), help: helpLines(nearest) };
}

export function notATask(nearest: readonly KnownTask[]): string {
  const examples = nearest.map(({ example }) => `“${example}”`);
  const closest =
    examples.length === 0
      ? ""
      : ` The closest ${examples.length === 1 ? "one is" : "ones are"} ${examples.join(", ")}.`;
  return `Nothing was changed. Without a language model, only the built-in tasks work, and this prompt isn't clearly one of them.${closest}`;
}
