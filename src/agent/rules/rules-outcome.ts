/** The documentation as it stands in a work tree: every path is relative to the content directory. */
export interface DocsTree {
  paths: readonly string[];
  /** The text of a file, or undefined when there is none or it is no text. */
  read(path: string): Promise<string | undefined>;
  /** Where files went, as the history of the repository tells it: the old path → the path of today. */
  renames?: ReadonlyMap<string, string>;
  /** Files that the history has seen go away, with nothing in their place. */
  removed?: ReadonlySet<string>;
}

/** What the rules did with a prompt. Nothing has been written: the caller does that. */
export interface RulesOutcome {
  /** The names of the tasks that were understood; undefined when none was. */
  task: string | undefined;
  /** One sentence for the title of a pull request, or for the events when nothing changed. */
  summary: string;
  changes: readonly FileChange[];
  /** Every single edit, in the order of files and lines. */
  explanations: readonly Explanation[];
  /** What was seen and left alone, with the reason. */
  declined: readonly Declined[];
  /** Parts of the prompt that are no task. The others are done all the same. */
  notUnderstood: readonly string[];
  /** What can be asked for, one line each. Empty when the whole prompt was understood. */
  help: readonly string[];
}

export interface FileChange {
  path: string;
  /** The whole new text; undefined when the file goes away. */
  content: string | undefined;
  /** The path that the file had before. That one goes away and is not listed on its own. */
  movedFrom?: string;
}

export interface Explanation {
  path: string;
  /** In the file as it was before this task. */
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
