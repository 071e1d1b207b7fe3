import { hash } from "node:crypto";
import type { ModelMessage } from "ai";
import type { FileChange } from "../../docs-edits/docs-tree.ts";

interface LoopStep {
  messages: readonly ModelMessage[];
  changes: readonly FileChange[];
}

const stepsSeen = 12;
const sameMax = 3;
/** A model that writes a file once more in every step is rarely getting anywhere. */
const writesInRowMax = 15;

/**
 * Notices that a model goes in circles: the same calls with the same results and the same files for the third time
 * within some steps, or one file that is written in every step.
 */
export class LoopFinder {
  readonly #files = new Map<string, string>();
  #seen: string[] = [];
  #lastFile = "";
  #writesInRow = 0;

  /** Adds a step, and returns whether the model goes in circles. */
  add({ messages, changes }: LoopStep): boolean {
    for (const { path, content, movedFrom } of changes) {
      if (movedFrom !== undefined) this.#files.delete(movedFrom);
      this.#files.set(path, content === undefined ? "" : hash("sha256", content));
    }
    const calls = callsOf(messages);
    const seen = hash("sha256", JSON.stringify([calls, [...this.#files].sort()]));
    this.#seen = [...this.#seen, seen].slice(-stepsSeen);
    const [file = "", ...others] = new Set(changes.map(({ path }) => path));
    const isOneFile = file !== "" && others.length === 0;
    this.#writesInRow = isOneFile && file === this.#lastFile ? this.#writesInRow + 1 : 1;
    this.#lastFile = isOneFile ? file : "";
    const times = this.#seen.filter((one) => one === seen).length;
    return (calls.length > 0 && times >= sameMax) || this.#writesInRow >= writesInRowMax;
  }
}

/** The calls and results of a step without the IDs, which differ each time. */
function callsOf(messages: readonly ModelMessage[]): string[] {
  return messages.flatMap(({ role, content }) => {
    if (typeof content === "string" || role === "user") return [];
    return content.flatMap((part) => {
      if (part.type === "tool-call") return [`${part.toolName} ${JSON.stringify(part.input)}`];
      return part.type === "tool-result" ? [JSON.stringify(part.output)] : [];
    });
  });
}
