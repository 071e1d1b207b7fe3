import type { EditedDocs } from "../../docs-edits/edited-docs.ts";
import type { Clause } from "./clauses.ts";

export interface Rule {
  name: string;
  /** A prompt that asks for the task. */
  example: string;
  /** What the task does, shown after the example. */
  does: string;
  /** For pull request titles: `Fix broken links`. */
  title: string;
  /** The values that the task takes from a clause; undefined if the clause asks for something else. */
  read(clause: Clause): readonly string[] | undefined;
  run(docs: EditedDocs, request: RuleRequest): Promise<void>;
}

export interface RuleRequest {
  /** The words or paths from the prompt, in order. */
  values: readonly string[];
  /** Whether the task may change this file; a prompt can limit it to a page or a folder. */
  covers(path: string): boolean;
  /** The current year. */
  year: number;
}
