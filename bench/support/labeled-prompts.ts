import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A prompt of `bench/questions/agent-prompts.jsonl`. */
export interface LabeledPrompt {
  /** The word lists were written with the `tuned` prompts at hand; the others only measure. */
  half: "tuned" | "kept back" | "blind";
  prompt: string;
  /** The tasks that it asks for, each with its values; none if it is vague, or if no task does it. */
  tasks: readonly (readonly string[])[];
  /** Next to a request, it only gives a reason. */
  isRemark?: true;
}

const file = join(import.meta.dirname, "../questions/agent-prompts.jsonl");

export function readLabeledPrompts(): LabeledPrompt[] {
  const lines = readFileSync(file, "utf8").trim().split("\n");
  return lines.map((line): LabeledPrompt => JSON.parse(line));
}
