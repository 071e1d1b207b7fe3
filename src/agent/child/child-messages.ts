import type { FileChange, RulesOutcome } from "../rules/rules-outcome.ts";

/** What the process is told first: the documentation it works on. It reads the folder and writes nowhere. */
export interface OpenedDocs {
  /** The content directory, as it was committed. */
  folder: string;
  files: readonly { path: string; bytes: number }[];
  /** Old path → path of today, as the history of the repository tells it. */
  renames: readonly (readonly [string, string])[];
  /** Files that went away, with nothing in their place. */
  removed: readonly string[];
  /** The files that the committed docs.json takes in by `$ref`. */
  settingsParts: readonly string[];
  /** What an admin has opened to the agent beside the documentation. */
  openedPaths: readonly string[];
  fileBytesMax: number;
}

/** What can be asked of the process, by name. */
export interface ChildCalls {
  open: { input: OpenedDocs; answer: undefined };
  /** Puts back what an earlier process had changed. */
  restore: { input: { changes: readonly FileChange[] }; answer: undefined };
  rules: { input: { prompt: string; now: number }; answer: RulesAnswer };
  tool: { input: { name: string; input: unknown }; answer: ToolAnswer };
  /** Everything that is other than it was committed. */
  changes: { input: Record<string, never>; answer: FileChange[] };
}

export type ChildCallName = keyof ChildCalls;

interface RulesAnswer {
  outcome: RulesOutcome;
  edits: FileEdit[];
}

export interface ToolAnswer {
  ok: boolean;
  /** For the model. */
  text: string;
  /** What it changed, whole. */
  changes: FileChange[];
  /** The same for people. */
  edits: FileEdit[];
}

export interface FileEdit {
  path: string;
  change: "added" | "modified" | "removed";
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
