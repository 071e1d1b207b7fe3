import { html, type SafeHtml } from "../../site/ground/html/html-template.ts";
import { renderInline } from "./render-inline.ts";

const fence = /^ {0,3}(`{3,}|~{3,})\s*([\w+-]*)[^`]*$/;
const heading = /^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$/;
const rule = /^ {0,3}(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,})$/;
const item = /^(\s{0,8})(?:[-*+]|\d{1,9}[.)])\s+(.*)$/;
const ordered = /^\s*\d/;
const linesMax = 5_000;
const depthMax = 4;

/**
 * The Markdown of descriptions and comments: headings, paragraphs, lists, quotes, code, tables and what stands in a line. It
 * is read from top to bottom once and knows no HTML: whatever looks like it is shown as text.
 */
export function renderMarkdown(text: string): SafeHtml {
  const lines = withoutComments(text.replaceAll("\r\n", "\n")).split("\n").slice(0, linesMax);
  return blocks(lines, 0);
}

/** Comments are for programs. What begins one and does not end it is text. */
function withoutComments(text: string): string {
  let kept = "";
  let at = 0;
  for (let start = text.indexOf("<!--"); start !== -1; start = text.indexOf("<!--", at)) {
    const end = text.indexOf("-->", start);
    if (end === -1) {
      break;
    }
    kept += text.slice(at, start);
    at = end + "-->".length;
  }
  return kept + text.slice(at);
}

function blocks(lines: readonly string[], depth: number): SafeHtml {
  const out: SafeHtml[] = [];
  for (let at = 0; at < lines.length; ) {
    const { block, next } = readBlock(lines, at, depth);
    if (block !== undefined) {
      out.push(block);
    }
    at = next;
  }
  return html`${out}`;
}

interface Read {
  block?: SafeHtml;
  next: number;
}

function readBlock(lines: readonly string[], at: number, depth: number): Read {
  const line = lines[at] ?? "";
  if (line.trim() === "") {
    return { next: at + 1 };
  }
  const fenced = fence.exec(line);
  if (fenced !== null) {
    return readCode(lines, at + 1, fenced[1] ?? "```");
  }
  const titled = heading.exec(line);
  if (titled !== null) {
    return { block: headingOf((titled[1] ?? "").length, titled[2] ?? ""), next: at + 1 };
  }
  if (rule.test(line)) {
    return { block: html`<hr>`, next: at + 1 };
  }
  if (/^ {0,3}>/.test(line) && depth < depthMax) {
    const end = endOf(lines, at, (each) => /^ {0,3}>/.test(each));
    const inner = lines.slice(at, end).map((each) => each.replace(/^ {0,3}> ?/, ""));
    return { block: html`<blockquote>${blocks(inner, depth + 1)}</blockquote>`, next: end };
  }
  if (item.test(line) && depth < depthMax) {
    return readList(lines, at, depth);
  }
  return isTable(lines, at) ? readTable(lines, at) : readParagraph(lines, at, depth);
}

function readCode(lines: readonly string[], start: number, mark: string): Read {
  const end = endOf(lines, start, (each) => !(each.trim().startsWith(mark) && /^[`~]+$/.test(each.trim())));
  return { block: html`<pre tabindex="0"><code>${lines.slice(start, end).join("\n")}</code></pre>`, next: end + 1 };
}

// The title of the page is the first heading, and "Description" the second.
function headingOf(level: number, text: string): SafeHtml {
  const inner = renderInline(text);
  return level <= 2 ? html`<h3>${inner}</h3>` : html`<h4>${inner}</h4>`;
}

function readList(lines: readonly string[], start: number, depth: number): Read {
  const first = item.exec(lines[start] ?? "");
  const indent = (first?.[1] ?? "").length;
  const isOrdered = ordered.test(lines[start] ?? "");
  const items: string[][] = [];
  let at = start;
  for (; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    const found = item.exec(line);
    if (found !== null && (found[1] ?? "").length <= indent && ordered.test(line) === isOrdered) {
      items.push([found[2] ?? ""]);
    } else if (line.trim() === "" ? isContinued(lines, at + 1, indent) : indentOf(line) > indent) {
      items.at(-1)?.push(line.slice(Math.min(indentOf(line), indent + 2)));
    } else {
      break;
    }
  }
  const inner = items.map((each) => html`<li>${itemContent(each, depth)}</li>`);
  return { block: isOrdered ? html`<ol>${inner}</ol>` : html`<ul>${inner}</ul>`, next: at };
}

function itemContent(lines: readonly string[], depth: number): SafeHtml {
  const [first = "", ...rest] = lines;
  return rest.length === 0 ? renderInline(first) : blocks([first, ...rest], depth + 1);
}

function isContinued(lines: readonly string[], at: number, indent: number): boolean {
  const next = lines[at] ?? "";
  return next.trim() !== "" && (indentOf(next) > indent || item.test(next));
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function isTable(lines: readonly string[], at: number): boolean {
  return (
    (lines[at] ?? "").includes("|") && /^\s*\|?\s*:?-{2,}:?\s*(\|\s*:?-{2,}:?\s*)*\|?\s*$/.test(lines[at + 1] ?? "")
  );
}

function readTable(lines: readonly string[], at: number): Read {
  const end = endOf(lines, at + 2, (each) => each.includes("|"));
  const head = cellsOf(lines[at] ?? "").map((cell) => html`<th scope="col">${renderInline(cell)}</th>`);
  const rows = lines
    .slice(at + 2, end)
    .map((line) => html`<tr>${cellsOf(line).map((cell) => html`<td>${renderInline(cell)}</td>`)}</tr>`);
  return {
    block: html`<div class="scroll" tabindex="0" role="group" aria-label="Table"><table><thead><tr>${head}</tr></thead><tbody>${rows}</tbody></table></div>`,
    next: end,
  };
}

function cellsOf(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "");
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
}

function readParagraph(lines: readonly string[], start: number, depth: number): Read {
  const isOver = (line: string) =>
    line.trim() === "" ||
    fence.test(line) ||
    heading.test(line) ||
    rule.test(line) ||
    (depth < depthMax && (item.test(line) || /^ {0,3}>/.test(line)));
  const end = endOf(lines, start + 1, (line) => !isOver(line));
  return { block: html`<p>${renderInline(lines.slice(start, end).join("\n"))}</p>`, next: end };
}

function endOf(lines: readonly string[], start: number, goesOn: (line: string) => boolean): number {
  let at = start;
  while (at < lines.length && goesOn(lines[at] ?? "")) {
    at += 1;
  }
  return at;
}
