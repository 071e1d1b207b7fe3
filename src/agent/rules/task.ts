import type { EditedDocs } from "../../docs-edits/edited-docs.ts";

export interface TaskRequest {
  /** The words or paths from the prompt, in order. */
  values: readonly string[];
  /** Whether the task may change this file; a prompt can limit it to a page or a folder. */
  covers(path: string): boolean;
  /** The current year. */
  year: number;
}

export type RunTask = (docs: EditedDocs, request: TaskRequest) => Promise<void>;
