import type { Block, Inline } from "./markdown-tree.ts";
import { parseInline } from "./parse-inline.ts";

const depthMax = 6;
const columnsMax = 20;
const fenceOpen = /^ {0,3}(`{3,}|~{3,}(?!~))(?=[^`]*$)\s*([^\s`{]*)/;
const headingLine = /^ {0,3}(#{1,6})\s+(.*)$/s;
const ruleLine = /^ {0,3}(?:(?:\*\s*){3,}|(?:-\s*){3,}|(?:_\s*){3,})$/;
const itemLine = /^( {0,3})([-*+]|\d{1,9}[.)])(\s+(.*)|$)/;
const tableRule = /^\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?$/;

/**
 * Parses the Markdown of an answer into a tree. HTML is not supported: a tag is plain text. An unclosed code fence
 * extends to the end, so that an answer can be rendered while it arrives.
 */
export function parseMarkdown(source: string): Block[] {
  return parseParts(source).map(({ block }) => block);
}

/** A block with its source. A block with the same source doesn't have to be rendered again. */
export interface Part {
  text: string;
  block: Block;
}

export function parseParts(source: string): Part[] {
  return readParts(source.replaceAll("\r\n", "\n").split("\n"), 0);
}

function parseBlocks(lines: readonly string[], depth: number): Block[] {
  return readParts(lines, depth).map(({ block }) => block);
}

function readParts(lines: readonly string[], depth: number): Part[] {
  const parts: Part[] = [];
  let at = 0;
  while (at < lines.length) {
    if ((lines[at] ?? "").trim() === "") {
      at += 1;
      continue;
    }
    const { block, end } = readBlock(lines, at, depth);
    parts.push({ text: lines.slice(at, end).join("\n"), block });
    at = end;
  }
  return parts;
}

interface ReadBlock {
  block: Block;
  /** The index of the line after the block. */
  end: number;
}

function readBlock(lines: readonly string[], at: number, depth: number): ReadBlock {
  const line = lines[at] ?? "";
  const fence = fenceOpen.exec(line);
  if (fence !== null) return readFence(lines, at, fence[1] ?? "```", fence[2] ?? "");
  const heading = headingLine.exec(line);
  if (heading !== null) {
    const [, marks = "#", words = ""] = heading;
    return {
      block: { type: "heading", level: marks.length, children: parseInline(words.replace(/(?<![\s#])[\s#]+$/, "")) },
      end: at + 1,
    };
  }
  if (ruleLine.test(line)) return { block: { type: "rule" }, end: at + 1 };
  if (depth < depthMax) {
    if (/^ {0,3}>/.test(line)) return readQuote(lines, at, depth);
    if (itemLine.test(line)) return readList(lines, at, depth);
  }
  if (line.includes("|") && tableRule.test((lines[at + 1] ?? "").trim())) return readTable(lines, at);
  return readParagraph(lines, at, depth);
}

function readFence(lines: readonly string[], at: number, fence: string, language: string): ReadBlock {
  const isEnd = (line: string) => line.trim().startsWith(fence) && line.trim().replaceAll(fence[0] ?? "`", "") === "";
  let end = at + 1;
  while (end < lines.length && !isEnd(lines[end] ?? "")) end += 1;
  const isClosed = end < lines.length;
  const text = lines.slice(at + 1, end).join("\n");
  return { block: { type: "code", language, text, isClosed }, end: isClosed ? end + 1 : end };
}

function readQuote(lines: readonly string[], at: number, depth: number): ReadBlock {
  let end = at;
  while (end < lines.length && /^ {0,3}>/.test(lines[end] ?? "")) end += 1;
  const inside = lines.slice(at, end).map((line) => line.replace(/^ {0,3}> ?/, ""));
  return { block: { type: "quote", children: parseBlocks(inside, depth + 1) }, end };
}

function readList(lines: readonly string[], at: number, depth: number): ReadBlock {
  const first = itemLine.exec(lines[at] ?? "");
  const isOrdered = /\d/.test(first?.[2] ?? "");
  const items: Block[][] = [];
  let end = at;
  while (end < lines.length) {
    const item = itemLine.exec(lines[end] ?? "");
    if (item === null || /\d/.test(item[2] ?? "") !== isOrdered) break;
    const indent = (item[1] ?? "").length + (item[2] ?? "").length + 1;
    const inside = [item[4] ?? ""];
    end = readItem(lines, end + 1, indent, inside);
    items.push(parseBlocks(inside, depth + 1));
  }
  const start = isOrdered ? Number.parseInt(first?.[2] ?? "1", 10) : undefined;
  return { block: { type: "list", start, items }, end };
}

/** Reads the indented lines below an item and lines that continue its paragraph. Returns the index of the next line. */
function readItem(lines: readonly string[], from: number, indent: number, inside: string[]): number {
  let end = from;
  for (; end < lines.length; end += 1) {
    const line = lines[end] ?? "";
    if (line.trim() === "") {
      const next = lines[end + 1] ?? "";
      if (!startsIndented(next, indent) && itemLine.exec(next) === null) break;
      inside.push("");
    } else if (startsIndented(line, indent)) {
      inside.push(line.slice(Math.min(indent, line.length - line.trimStart().length)));
    } else if (itemLine.test(line) || startsOther(line) || inside.at(-1) === "") break;
    else inside.push(line);
  }
  return end;
}

/** Two spaces are enough, because people and models often indent by two spaces. */
function startsIndented(line: string, indent: number): boolean {
  return line.trim() !== "" && line.length - line.trimStart().length >= Math.min(2, indent);
}

function startsOther(line: string): boolean {
  return fenceOpen.test(line) || headingLine.test(line) || ruleLine.test(line) || /^ {0,3}>/.test(line);
}

function readTable(lines: readonly string[], at: number): ReadBlock {
  const head = cellsOf(lines[at] ?? "");
  let end = at + 2;
  const rows: Inline[][][] = [];
  while (end < lines.length && (lines[end] ?? "").includes("|")) {
    rows.push(cellsOf(lines[end] ?? "").slice(0, head.length));
    end += 1;
  }
  return { block: { type: "table", head, rows }, end };
}

function cellsOf(line: string): Inline[][] {
  const inner = line.trim().replace(/^\|/, "").replace(/\|$/, "");
  return inner
    .split(/(?<!\\)\|/)
    .slice(0, columnsMax)
    .map((cell) => parseInline(cell.trim().replaceAll("\\|", "|")));
}

function readParagraph(lines: readonly string[], at: number, depth: number): ReadBlock {
  let end = at + 1;
  while (end < lines.length && (lines[end] ?? "").trim() !== "" && !startsOther(lines[end] ?? "")) {
    if (depth < depthMax && itemLine.test(lines[end] ?? "")) break;
    end += 1;
  }
  const text = lines
    .slice(at, end)
    .map((line) => line.trimStart())
    .join("\n")
    .trimEnd();
  return { block: { type: "paragraph", children: parseInline(text) }, end };
}
