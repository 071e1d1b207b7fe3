import type { FileChange } from "../../docs-edits/docs-tree.ts";
import type { RulesOutcome } from "../rules/run-rules.ts";

/** The first message: the documentation to work on. The process reads the folder and writes nothing. */
export interface OpenedDocs {
  /** The committed content directory. */
  folder: string;
  files: readonly { path: string; bytes: number }[];
  /** Old path → current path, according to the git history. */
  renames: readonly (readonly [string, string])[];
  /** Files that were removed without a replacement. */
  removed: readonly string[];
  /** The files that the committed docs.json includes with `$ref`. */
  settingsParts: readonly string[];
  /** Other paths that an admin allows the agent to write. */
  openedPaths: readonly string[];
  fileBytesMax: number;
}

/** The calls that the process answers. */
export interface ChildCalls {
  open: { input: OpenedDocs; answer: undefined };
  /** Restores the changes of an earlier process. */
  restore: { input: { changes: readonly FileChange[] }; answer: undefined };
  rules: { input: { prompt: string; now: number }; answer: RulesAnswer };
  tool: { input: { name: string; input: unknown }; answer: ToolAnswer };
  /** All differences from the commit. */
  changes: { input: Record<string, never>; answer: FileChange[] };
}

export type ChildCallName = keyof ChildCalls;

interface RulesAnswer {
  outcome: RulesOutcome;
  edits: FileEdit[];
}

export interface ToolAnswer {
  ok: boolean;
  /** The result as text for the model. */
  text: string;
  /** The changes with full contents. */
  changes: FileChange[];
  /** The changes as diffs. */
  edits: FileEdit[];
}

export interface FileEdit {
  path: string;
  change: "added" | "modified" | "removed" | "renamed";
  previousPath?: string;
  diff: string;
}

export interface ChildRequest {
  id: number;
  name: ChildCallName;
  input: unknown;
}

export type ChildReply =
  | { id: number; ok: true; answer: unknown }
  | { id: number; ok: false; message: string }
  | { ready: true };
