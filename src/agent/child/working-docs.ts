import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Static } from "typebox";
import type { AgentEditEvent } from "../../contract/agent-event-schemas.ts";
import type { DocsTree, FileChange } from "../../docs-edits/docs-tree.ts";
import type { Writable } from "../../docs-edits/write-problem.ts";
import { unifiedDiff } from "../unified-diff.ts";

/** The documentation to work on. The process reads the folder and writes nothing. */
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

export type FileEdit = Omit<Static<typeof AgentEditEvent>, "at">;

/**
 * The documentation that the agent works on: the committed files with the changes on top. Changes stay in memory, so no
 * path can write anywhere on disk.
 */
export interface WorkingDocs extends DocsTree {
  writable: Writable;
  has(path: string): boolean;
  committedPaths: readonly string[];
  /** The text of a file in the commit. */
  committed(path: string): string | undefined;
  /** The path of a moved file in the commit. */
  originOf(path: string): string;
  /** The bytes of a committed file; undefined if it doesn't exist or has more bytes than this. */
  bytes(path: string, bytesMax: number): Buffer | undefined;
  /** Synchronous because the process handles one call at a time. */
  text(path: string): string | undefined;
  apply(changes: readonly FileChange[]): void;
  /** The given changes as diffs, for reports before the changes are applied. */
  edits(changes: readonly FileChange[]): FileEdit[];
  /** All differences from the commit. */
  changes(): FileChange[];
}

export function openDocs(opened: OpenedDocs): WorkingDocs {
  const { folder, files, renames, removed, settingsParts, openedPaths, fileBytesMax } = opened;
  const sizes = new Map(files.map(({ path, bytes }) => [path, bytes]));
  const written = new Map<string, string | undefined>();
  /** The paths of moved files in the commit, by their new path. */
  const origins = new Map<string, string>();

  function committed(path: string): string | undefined {
    const bytes = sizes.get(path);
    if (bytes === undefined || bytes > fileBytesMax) return undefined;
    const content = readFileSync(join(folder, path));
    const text = content.toString("utf8");
    // Binary files wouldn't survive a round trip through a string.
    return content.includes(0) || !Buffer.from(text).equals(content) ? undefined : text;
  }

  const has = (path: string) => (written.has(path) ? written.get(path) !== undefined : sizes.has(path));
  const text = (path: string) => (written.has(path) ? written.get(path) : committed(path));
  return {
    get paths() {
      const added = [...written.keys()].filter((path) => !sizes.has(path));
      return [...sizes.keys(), ...added].filter(has).sort();
    },
    renames: new Map(renames),
    removed: new Set(removed),
    writable: { settingsParts: new Set(settingsParts), openedPaths },
    committedPaths: [...sizes.keys()],
    committed,
    originOf: (path) => origins.get(path) ?? path,
    bytes(path, bytesMax) {
      const size = sizes.get(path);
      return size === undefined || size > bytesMax ? undefined : readFileSync(join(folder, path));
    },
    has,
    text,
    read: async (path) => text(path),
    apply(changes) {
      for (const { path, content, movedFrom } of changes) {
        if (movedFrom !== undefined) {
          written.set(movedFrom, undefined);
          origins.set(path, origins.get(movedFrom) ?? movedFrom);
        }
        written.set(path, content);
      }
    },
    changes() {
      const changed = [...written]
        .filter(([path, content]) => content !== (sizes.has(path) ? committed(path) : undefined))
        .map(([path, content]): FileChange => ({ path, content }));
      return joinMoves(changed, origins);
    },
    edits: (changes) =>
      changes.map(({ path, content, movedFrom }) =>
        movedFrom === undefined
          ? edit(path, has(path) ? text(path) : undefined, content)
          : { path, change: "renamed", previousPath: movedFrom, diff: unifiedDiff(text(movedFrom), content) },
      ),
  };
}

/**
 * Reports a moved file as one change. A file that was moved back, or whose old path is in use again, doesn't count as
 * moved.
 */
function joinMoves(changed: readonly FileChange[], origins: ReadonlyMap<string, string>): FileChange[] {
  const removed = new Set(changed.filter(({ content }) => content === undefined).map(({ path }) => path));
  const joined = changed.map((change): FileChange => {
    const origin = origins.get(change.path);
    const isMoved = origin !== undefined && change.content !== undefined && removed.delete(origin);
    return isMoved ? { ...change, movedFrom: origin } : change;
  });
  return joined.filter(({ path, content }) => content !== undefined || removed.has(path));
}

function edit(path: string, before: string | undefined, after: string | undefined): FileEdit {
  const change = after === undefined ? "removed" : before === undefined ? "added" : "modified";
  return { path, change, diff: unifiedDiff(before, after) };
}
