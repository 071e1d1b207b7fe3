import type { DocsTree, FileChange } from "./docs-tree.ts";
import { applyEdits, createLineCounter, sortEdits, type TextEdit } from "./text-edit.ts";

/** The documentation with the edits of all previous tasks. */
export type EditedDocs = ReturnType<typeof openEditedDocs>;

export interface Explanation {
  path: string;
  /** The line number in the file as it was before this task. */
  line: number | undefined;
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

/** A link to another website. */
export interface ExternalLink {
  url: string;
  path: string;
  line: number;
}

const shownCharactersMax = 200;
const declinedMax = 500;

export function openEditedDocs(tree: DocsTree) {
  const paths = new Set(tree.paths);
  const written = new Map<string, string>();
  const before = new Map<string, string>();
  const origins = new Map<string, string>();
  const explanations: Explanation[] = [];
  const declined: Declined[] = [];
  const external: ExternalLink[] = [];

  async function read(path: string): Promise<string | undefined> {
    if (!paths.has(path)) return undefined;
    return written.get(path) ?? (await tree.read(path));
  }

  async function edit(path: string, rule: string, found: readonly TextEdit[]): Promise<void> {
    const source = await read(path);
    const edits = found.filter(({ start, end, text }) => source?.slice(start, end) !== text);
    if (source === undefined || edits.length === 0) return;
    const lineAt = createLineCounter(source);
    if (!written.has(path)) before.set(path, source);
    written.set(path, applyEdits(source, edits));
    for (const { start, end, text, why } of sortEdits(edits)) {
      const shown = { before: shorten(source.slice(start, end)), after: shorten(text) };
      explanations.push({ path, line: lineAt(start), rule, ...shown, why });
    }
  }

  async function move(from: string, to: string, rule: string, why: string): Promise<void> {
    const content = await read(from);
    if (content === undefined || paths.has(to)) throw new Error(`${from} cannot be moved to ${to}`);
    if (!written.has(from)) before.set(from, content);
    paths.delete(from);
    paths.add(to);
    written.delete(from);
    written.set(to, content);
    origins.set(to, origins.get(from) ?? from);
    origins.delete(from);
    explanations.push({ path: to, line: 1, rule, before: from, after: to, why });
  }

  function changes(): FileChange[] {
    return [...written].flatMap(([path, content]): FileChange[] => {
      const origin = origins.get(path) ?? path;
      if (origin !== path) return [{ path, content, movedFrom: origin }];
      // Two tasks may have canceled each other out.
      return content === before.get(path) ? [] : [{ path, content }];
    });
  }

  return {
    paths: () => [...paths],
    read,
    renames: tree.renames ?? new Map<string, string>(),
    removed: tree.removed ?? new Set<string>(),
    edit,
    move,
    decline(one: Declined): void {
      if (declined.length < declinedMax) declined.push(one);
    },
    changes,
    explanations,
    declined,
    /** Links to other websites that the worker has to check, because the process of the rules has no network. */
    external,
  };
}

function shorten(text: string): string {
  return text.length > shownCharactersMax ? `${text.slice(0, shownCharactersMax)}…` : text;
}
