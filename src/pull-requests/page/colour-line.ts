import { html, type SafeHtml } from "../../site/html/html-template.ts";
import type { Span } from "./word-changes.ts";

interface Run {
  text: string;
  /** Of the innermost span around it. */
  className: string;
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

/** One highlighted line, with marks on the words that changed. Its text is escaped anew, whatever the highlighter did. */
export function colourLine(highlighted: string, marked: readonly Span[]): SafeHtml {
  const parts: SafeHtml[] = [];
  let at = 0;
  for (const { text, className } of runsOf(highlighted)) {
    for (const { part, isMarked } of cutAt(text, at, marked)) {
      const coloured = className === "" ? html`${part}` : html`<span class="${className}">${part}</span>`;
      parts.push(isMarked ? html`<mark>${coloured}</mark>` : coloured);
    }
    at += text.length;
  }
  return html`${parts}`;
}

function runsOf(highlighted: string): Run[] {
  const runs: Run[] = [];
  const classes: string[] = [];
  for (const [found, opened] of highlighted.matchAll(piece)) {
    if (opened !== undefined) {
      classes.push(opened);
    } else if (found === "</span>") {
      classes.pop();
    } else {
      const text = entities[found] ?? found;
      const className = classes.at(-1) ?? "";
      const last = runs.at(-1);
      if (last?.className === className) {
        last.text += text;
      } else {
        runs.push({ text, className });
      }
    }
  }
  return runs;
}

function cutAt(text: string, offset: number, marked: readonly Span[]): { part: string; isMarked: boolean }[] {
  const parts: { part: string; isMarked: boolean }[] = [];
  let at = 0;
  const cut = (end: number, isMarked: boolean) => {
    if (end > at) {
      parts.push({ part: text.slice(at, end), isMarked });
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
