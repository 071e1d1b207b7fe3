import { agentTasks } from "../../contract/agent-tasks.ts";
import { type Offer, type ReadPrompt, readPrompt } from "./read-prompt.ts";

/** The end of a job that changes nothing because of its prompt. */
export interface Refusal {
  summary: string;
  /** The tasks, one per line, and those first that the prompt resembles most. */
  help: string[];
  offers: Offer["task"][];
}

/** Undefined if there is something to do. */
export function refusePrompt(prompt: string): Refusal | undefined {
  const read = readPrompt(prompt);
  return read.tasks.length > 0 ? undefined : refusalOf(read);
}

export function refusalOf({ notUnderstood, offers }: ReadPrompt): Refusal {
  const ready = offers.filter(({ prompt }) => prompt !== undefined);
  const others = agentTasks.filter(({ name }) => !ready.some(({ task }) => task.name === name));
  const near = ready.flatMap(({ task: { name }, prompt = "" }) =>
    agentTasks.filter((task) => task.name === name).map(({ does }) => `${prompt} — ${does}`),
  );
  const closest = ready.length === 0 ? "" : ` Ready to run: ${ready.map(({ prompt }) => `“${prompt}”`).join(", ")}.`;
  const unread = notUnderstood.map((text) => `“${text}”`).join(", ");
  return {
    summary: `Nothing was changed. Without a language model, only the built-in tasks work, and they run only if every word is understood. Not understood: ${unread}.${closest}`,
    help: [...near, ...others.map(({ example, does }) => `${example} — ${does}`)],
    offers: offers.map(({ task }) => task),
  };
}
