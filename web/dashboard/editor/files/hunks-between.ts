import { compareLines, splitLines } from "../../../../src/contract/compare-lines.ts";
import type { Hunk, PatchLine } from "../../diff/parse-patch.ts";

const contextLines = 2;

/** The differences of two texts for the dashboard's diffs, with some lines around each. */
export function hunksBetween(before: string, after: string): Hunk[] {
  const [old, current] = [before, after].map((text) => splitLines(text).map((line) => line.replace(/\n$/, "")));
  if (old === undefined || current === undefined) return [];
  return compareLines(old, current).map(({ start, end, newStart, newEnd }) => {
    const lead = Math.min(contextLines, start);
    const same = (from: number, to: number, moved: number) =>
      old.slice(from, to).map((text, at): PatchLine => {
        const line = from + at + 1;
        return { kind: "same", text, before: line, after: line + moved };
      });
    const lines: PatchLine[] = [
      ...same(start - lead, start, newStart - start),
      ...old.slice(start, end).map((text, at): PatchLine => {
        return { kind: "removed", text, before: start + at + 1, after: undefined };
      }),
      ...current.slice(newStart, newEnd).map((text, at): PatchLine => {
        return { kind: "added", text, before: undefined, after: newStart + at + 1 };
      }),
      ...same(end, end + contextLines, newEnd - end),
    ];
    return { context: "", before: start - lead + 1, after: newStart - lead + 1, lines };
  });
}
