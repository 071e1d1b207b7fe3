/** The documentation in a work tree. All paths are relative to the content directory. */
export interface DocsTree {
  paths: readonly string[];
  /** The text of a file, or undefined if it doesn't exist or isn't text. */
  read(path: string): Promise<string | undefined>;
  /** Old path → current path, according to the git history. */
  renames?: ReadonlyMap<string, string>;
  /** Files that were removed without a replacement. */
  removed?: ReadonlySet<string>;
}

export interface FileChange {
  path: string;
  /** The new text; undefined to remove the file. */
  content: string | undefined;
  /** The previous path. It is removed too, but has no separate change. */
  movedFrom?: string;
}
