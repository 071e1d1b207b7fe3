import type { Span } from "./word-changes.ts";

/** A piece of a line that is drawn in one way. */
export interface Run {
  text: string;
  /** Of the innermost span around it; empty for plain text. */
  className: string;
  /** Whether it changed. */
  isMarked: boolean;
}

const piece = /<span class="([^"]*)">|<\/span>|&(?:amp|lt|gt|quot|#x27|#39);|[^<&]+/g;
const entities: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#x27;": "'",
  "&#39;": "'",
};

/** One highlighted line as pieces of plain text, cut where the words that changed begin and end. */
export function colourRuns(highlighted: string, marked: readonly Span[]): Run[] {
  const runs: Run[] = [];
  let at = 0;
  for (const { text, className } of readSpans(highlighted)) {
    runs.push(...cutAt(text, at, marked).map((part) => ({ ...part, className })));
    at += text.length;
  }
  return runs;
}

function readSpans(highlighted: string): { text: string; className: string }[] {
  const found: { text: string; className: string }[] = [];
  const classes: string[] = [];
  for (const [match, opened] of highlighted.matchAll(piece)) {
    if (opened !== undefined) {
      classes.push(opened);
    } else if (match === "</span>") {
      classes.pop();
    } else {
      const text = entities[match] ?? match;
      const className = classes.at(-1) ?? "";
      const last = found.at(-1);
      if (last?.className === className) {
        last.text += text;
      } else {
        found.push({ text, className });
      }
    }
  }
  return found;
}

function cutAt(text: string, offset: number, marked: readonly Span[]): { text: string; isMarked: boolean }[] {
  const parts: { text: string; isMarked: boolean }[] = [];
  let at = 0;
  const cut = (end: number, isMarked: boolean) => {
    if (end > at) {
      parts.push({ text: text.slice(at, end), isMarked });
      at = end;
    }
  };
  for (const { start, end } of marked) {
    cut(Math.min(start - offset, text.length), false);
    cut(Math.min(end - offset, text.length), true);
  }
  cut(text.length, false);
  return parts;
}
