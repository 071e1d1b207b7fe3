import { splitHighlightedLines } from "../../site/page/code/code-lines.ts";
import { colourRuns, type Run } from "./colour-runs.ts";
import { type Hunk, type LinePair, type PatchLine, pairLines } from "./parse-patch.ts";
import { findWordChanges, type Span } from "./word-changes.ts";

export interface ColouredHunk extends Hunk {
  pairs: LinePair[];
  runsOf(line: PatchLine): Run[];
}

/**
 * A hunk as it is drawn, by whoever draws it. `highlight` gives back HTML of a text; each side is coloured as one, so that
 * what spans lines is known for what it is.
 */
export function colourHunk(hunk: Hunk, highlight: (code: string) => string): ColouredHunk {
  const highlighted = new Map<PatchLine, string>();
  for (const other of ["added", "removed"] as const) {
    const side = hunk.lines.filter(({ kind }) => kind !== other);
    const lines = splitHighlightedLines(highlight(side.map(({ text }) => text).join("\n")));
    for (const [index, line] of side.entries()) {
      highlighted.set(line, lines[index] ?? "");
    }
  }
  const pairs = pairLines(hunk.lines);
  const marks = new Map<PatchLine, readonly Span[]>();
  for (const { left, right } of pairs) {
    if (left?.kind === "removed" && right?.kind === "added") {
      const changes = findWordChanges(left.text, right.text);
      marks.set(left, changes?.removed ?? []).set(right, changes?.added ?? []);
    }
  }
  return { ...hunk, pairs, runsOf: (line) => colourRuns(highlighted.get(line) ?? "", marks.get(line) ?? []) };
}
