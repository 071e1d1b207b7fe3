import type { DraftFile, DraftTree, NavigationItem } from "./draft-queries.ts";

/** One line of the tree. */
export interface TreeRow {
  /** Unique in its view, and the same after the tree was read again. */
  id: string;
  depth: number;
  label: string;
  icon: NavigationItem["kind"] | DraftFile["kind"] | "folder" | "loose";
  /** The file that it opens. */
  path: string | undefined;
  /** Shown next to a page that readers don't see or that doesn't exist. */
  note: "hidden" | "missing" | undefined;
  change: DraftFile["change"];
  /** Whether others belong to it. */
  isParent: boolean;
}

const looseId = "not-in-navigation";

/** The navigation as readers see it, and below it the pages that it doesn't list. */
export function navigationRows({ navigation, files }: Pick<DraftTree, "navigation" | "files">): TreeRow[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const listed = new Set(navigation.flatMap(({ path }) => path ?? []));
  const names: string[] = [];
  const used = new Map<string, number>();
  const rows = navigation.map((item, index): TreeRow => {
    names.length = item.depth;
    names[item.depth] = `${item.kind}:${item.path ?? item.title}`;
    const name = names.join("/");
    const repeat = used.get(name) ?? 0;
    used.set(name, repeat + 1);
    const file = item.path === undefined ? undefined : byPath.get(item.path);
    return {
      id: repeat === 0 ? name : `${name}#${repeat}`,
      depth: item.depth,
      label: item.title,
      icon: item.kind,
      path: item.path,
      note: item.isMissing ? "missing" : item.isHidden || file?.isHidden ? "hidden" : undefined,
      change: file?.change ?? null,
      isParent: (navigation[index + 1]?.depth ?? 0) > item.depth,
    };
  });
  const loose = files.filter(({ kind, path, change }) => kind === "page" && change !== "removed" && !listed.has(path));
  if (loose.length === 0) return rows;
  const head: TreeRow = {
    ...{ id: looseId, depth: 0, label: "Not in the navigation", icon: "loose", path: undefined },
    ...{ note: undefined, change: null, isParent: true },
  };
  return [...rows, head, ...loose.map((file) => fileRow(file, 1, file.title ?? file.path))];
}

/** The folders, with their files. */
export function folderRows(files: readonly DraftFile[]): TreeRow[] {
  const root: Folder = { path: "", folders: new Map(), files: [] };
  for (const file of files) {
    let folder = root;
    for (const name of file.path.split("/").slice(0, -1)) {
      const path = folder.path === "" ? name : `${folder.path}/${name}`;
      const inner = folder.folders.get(name) ?? { path, folders: new Map(), files: [] };
      folder.folders.set(name, inner);
      folder = inner;
    }
    folder.files.push(file);
  }
  return rowsOf(root, 0);
}

interface Folder {
  path: string;
  folders: Map<string, Folder>;
  files: DraftFile[];
}

function rowsOf(folder: Folder, depth: number): TreeRow[] {
  const folders = [...folder.folders].sort(([one], [other]) => (one < other ? -1 : 1));
  return [
    ...folders.flatMap(([name, inner]): TreeRow[] => [
      {
        ...{ id: `${inner.path}/`, depth, label: name, icon: "folder", path: undefined },
        ...{ note: undefined, change: null, isParent: true },
      },
      ...rowsOf(inner, depth + 1),
    ]),
    ...folder.files.map((file) => fileRow(file, depth, file.path.split("/").at(-1) ?? file.path)),
  ];
}

function fileRow(file: DraftFile, depth: number, label: string): TreeRow {
  return {
    ...{ id: file.path, depth, label, icon: file.kind, path: file.path },
    ...{ note: file.isHidden ? "hidden" : undefined, change: file.change, isParent: false },
  };
}

/** The rows whose parents are all open. */
export function visibleRows(rows: readonly TreeRow[], open: ReadonlySet<string>): TreeRow[] {
  let closedDepth = Number.POSITIVE_INFINITY;
  return rows.filter((row) => {
    if (row.depth > closedDepth) return false;
    closedDepth = row.isParent && !open.has(row.id) ? row.depth : Number.POSITIVE_INFINITY;
    return true;
  });
}

/** The rows that the first one with this path belongs to. */
export function parentsOf(rows: readonly TreeRow[], path: string | undefined): string[] {
  const at = path === undefined ? -1 : rows.findIndex((row) => row.path === path);
  const parents: string[] = [];
  let depth = rows[at]?.depth ?? 0;
  for (let index = at - 1; index >= 0 && depth > 0; index -= 1) {
    const row = rows[index];
    if (row === undefined || row.depth >= depth) continue;
    parents.push(row.id);
    depth = row.depth;
  }
  return parents;
}

/** Rows that open a file and whose label or path has all the words. */
export function filterRows(rows: readonly TreeRow[], text: string): TreeRow[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const seen = new Set<string>();
  return rows.flatMap((row) => {
    const known = `${row.label} ${row.path ?? ""}`.toLowerCase();
    if (row.path === undefined || seen.has(row.path) || !words.every((word) => known.includes(word))) return [];
    seen.add(row.path);
    return [{ ...row, depth: 0, isParent: false }];
  });
}
