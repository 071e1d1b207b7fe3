import { type Hunk, type LinePair, type PatchLine, pairLines } from "./parse-patch.ts";
import { findWordChanges, type Span } from "./word-changes.ts";

/** Part of a line with one style. */
interface Run {
  text: string;
  /** Class of the innermost highlight; empty for plain text. */
  className: string;
  isChanged: boolean;
}

export interface ColoredHunk extends Hunk {
  pairs: LinePair[];
  runsOf(line: PatchLine): Run[];
}

/**
 * A hunk, ready to draw. `highlight` turns code into HTML. Each side is highlighted as a whole, so that constructs that span
 * several lines are recognized.
 */
export function colorHunk(hunk: Hunk, highlight: (code: string) => string): ColoredHunk {
  const highlighted = new Map<PatchLine, HighlightedText[]>();
  for (const other of ["added", "removed"] as const) {
    const side = hunk.lines.filter(({ kind }) => kind !== other);
    const lines = readHighlighted(highlight(side.map(({ text }) => text).join("\n")));
    for (const [index, line] of side.entries()) {
      highlighted.set(line, lines[index] ?? []);
    }
  }
  const pairs = pairLines(hunk.lines);
  const changes = new Map<PatchLine, readonly Span[]>();
  for (const { left, right } of pairs) {
    if (left?.kind === "removed" && right?.kind === "added") {
      const words = findWordChanges(left.text, right.text);
      changes.set(left, words?.removed ?? []).set(right, words?.added ?? []);
    }
  }
  return { ...hunk, pairs, runsOf: (line) => splitAt(highlighted.get(line) ?? [], changes.get(line) ?? []) };
}

type HighlightedText = Pick<Run, "text" | "className">;

const token = /<span class="([^"]*)">|<\/span>|&(?:amp|lt|gt|quot|#x27|#39);|\n|[^<&\n]+/g;
const entities: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#x27;": "'",
  "&#39;": "'",
};

/** Reads the highlighter's HTML as plain text with classes, line by line. */
function readHighlighted(html: string): HighlightedText[][] {
  let line: HighlightedText[] = [];
  const lines = [line];
  const classes: string[] = [];
  for (const [match, opened] of html.matchAll(token)) {
    if (opened !== undefined) {
      classes.push(opened);
    } else if (match === "</span>") {
      classes.pop();
    } else if (match === "\n") {
      line = [];
      lines.push(line);
    } else {
      const text = entities[match] ?? match;
      const className = classes.at(-1) ?? "";
      const last = line.at(-1);
      if (last?.className === className) {
        last.text += text;
      } else {
        line.push({ text, className });
      }
    }
  }
  return lines;
}

/** Splits highlighted text at the start and end of changed words. */
function splitAt(line: readonly HighlightedText[], changes: readonly Span[]): Run[] {
  const runs: Run[] = [];
  let offset = 0;
  for (const { text, className } of line) {
    let at = 0;
    const cut = (end: number, isChanged: boolean) => {
      if (end > at) {
        runs.push({ text: text.slice(at, end), className, isChanged });
        at = end;
      }
    };
    for (const { start, end } of changes) {
      cut(Math.min(start - offset, text.length), false);
      cut(Math.min(end - offset, text.length), true);
    }
    cut(text.length, false);
    offset += text.length;
  }
  return runs;
}
