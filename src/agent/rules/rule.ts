import type { Clause } from "./clauses.ts";
import type { Draft } from "./draft.ts";

export interface Rule {
  name: string;
  /** How to ask for it. */
  example: string;
  /** What it does, in a few words, to be read after the example. */
  does: string;
  /** The start of a title: `Fix broken links`. */
  title: string;
  /** The values that a clause gives it, or undefined when the clause asks for something else. */
  read(clause: Clause): readonly string[] | undefined;
  run(draft: Draft, request: RuleRequest): Promise<void>;
}

export interface RuleRequest {
  /** The words or paths that the task was given, in order. */
  values: readonly string[];
  /** Whether the task may change this file: a prompt can limit it to a page or a folder. */
  covers(path: string): boolean;
  /** The year of today. */
  year: number;
  signal: AbortSignal;
}
