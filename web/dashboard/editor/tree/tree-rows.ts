import type { DraftFile } from "../draft-queries.ts";

/** One line of a tree. Parents come before their children. */
export interface TreeRow {
  /** Unique within its tree. */
  id: string;
  /** 0 for the outermost rows. */
  depth: number;
  label: string;
  isParent: boolean;
  /** The file that the row opens. */
  path: string | undefined;
  change: DraftFile["change"];
  /** Whether the draft changes a descendant of this row. */
  hasChanges: boolean;
}

/** The rows whose ancestors are all open. */
export function visibleRows<Row extends TreeRow>(rows: readonly Row[], open: ReadonlySet<string>): Row[] {
  let closedDepth = Number.POSITIVE_INFINITY;
  return rows.filter((row) => {
    if (row.depth > closedDepth) return false;
    closedDepth = row.isParent && !open.has(row.id) ? row.depth : Number.POSITIVE_INFINITY;
    return true;
  });
}

/** The ancestors of the first row with this path. */
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

/** Marks the parents of changed rows, from the last row to the first. */
export function markParents<Row extends TreeRow>(rows: readonly Row[]): Row[] {
  const changedBelow: boolean[] = [];
  return rows
    .toReversed()
    .map((row) => {
      const hasChanges = row.isParent && changedBelow[row.depth + 1] === true;
      changedBelow.length = row.depth + 1;
      changedBelow[row.depth] ||= hasChanges || row.change !== null;
      return { ...row, hasChanges };
    })
    .toReversed();
}

/** The number of each row among its siblings, from 1, and the number of siblings. */
export function siblingPlaces(rows: readonly TreeRow[]): { position: number; group: { size: number } }[] {
  const groups: { size: number }[] = [];
  return rows.map(({ depth }) => {
    groups.length = Math.min(groups.length, depth + 1);
    const group = groups[depth] ?? { size: 0 };
    groups[depth] = group;
    group.size += 1;
    return { position: group.size, group };
  });
}
