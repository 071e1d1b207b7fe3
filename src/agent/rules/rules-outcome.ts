/** The documentation in a work tree. All paths are relative to the content directory. */
export interface DocsTree {
  paths: readonly string[];
  /** The text of a file, or undefined if it doesn't exist or isn't text. */
  read(path: string): Promise<string | undefined>;
  /** Old path → current path, from the history. */
  renames?: ReadonlyMap<string, string>;
  /** Files that were removed without a replacement. */
  removed?: ReadonlySet<string>;
}

/** The result of a prompt. The caller writes the changes. */
export interface RulesOutcome {
  /** The names of the understood tasks; undefined if there are none. */
  task: string | undefined;
  /** One sentence for the pull request title, or for the events if nothing changed. */
  summary: string;
  changes: readonly FileChange[];
  /** Every edit, ordered by file and line. */
  explanations: readonly Explanation[];
  /** What was skipped, with the reason. */
  declined: readonly Declined[];
  /** Parts of the prompt that are not tasks. The others are still done. */
  notUnderstood: readonly string[];
  /** The available tasks, one per line. Empty if the whole prompt was understood. */
  help: readonly string[];
}

export interface FileChange {
  path: string;
  /** The new text; undefined to remove the file. */
  content: string | undefined;
  /** The previous path, which is removed and not listed separately. */
  movedFrom?: string;
}

export interface Explanation {
  path: string;
  /** In the file before this task. */
  line: number;
  rule: string;
  before: string;
  after: string;
  why: string;
}

export interface Declined {
  path: string;
  line: number | undefined;
  what: string;
  why: string;
}
