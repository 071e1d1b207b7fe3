import { type ChangedLines, compareLines } from "../contract/compare-lines.ts";

const contextLines = 3;

/** A unified diff without a header. A text of undefined means that the file doesn't exist. */
export function unifiedDiff(before: string | undefined, after: string | undefined): string {
  const [old, fresh] = [split(before), split(after)];
  return groupChanges(compareLines(old, fresh))
    .flatMap((changes) => {
      const [first, last] = [changes[0], changes.at(-1)];
      if (first === undefined || last === undefined) return [];
      const start = Math.max(0, first.start - contextLines);
      const end = Math.min(old.length, last.end + contextLines);
      const [newStart, newEnd] = [first.newStart - (first.start - start), last.newEnd + (end - last.end)];
      const lines: string[] = [];
      // A call can't have as many arguments as a text may have lines, so the lines are added one by one.
      const add = (sign: string, added: readonly string[]) => {
        for (const line of added) lines.push(`${sign}${line}`);
      };
      let position = start;
      for (const change of changes) {
        add(" ", old.slice(position, change.start));
        add("-", old.slice(change.start, change.end));
        add("+", fresh.slice(change.newStart, change.newEnd));
        position = change.end;
      }
      add(" ", old.slice(position, end));
      return [`@@ -${rangeOf(start, end)} +${rangeOf(newStart, newEnd)} @@`, ...lines];
    })
    .join("\n");
}

function split(text: string | undefined): string[] {
  if (text === undefined || text === "") return [];
  return (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");
}

/** Groups changes into hunks. Changes whose context lines touch are in the same hunk. */
function groupChanges(changes: readonly ChangedLines[]): ChangedLines[][] {
  const groups: ChangedLines[][] = [];
  for (const change of changes) {
    const group = groups.at(-1);
    const end = group?.at(-1)?.end ?? Number.NEGATIVE_INFINITY;
    if (group !== undefined && change.start - end <= 2 * contextLines) group.push(change);
    else groups.push([change]);
  }
  return groups;
}

function rangeOf(start: number, end: number): string {
  return end === start ? "0,0" : `${start + 1},${end - start}`;
}
