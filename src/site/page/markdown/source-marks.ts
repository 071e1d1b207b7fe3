import { type HtmlNode, isElement } from "../../shared/html/html-node.ts";
import type { MarkdownNode } from "../page-tree.ts";
import type { RangeOf, RenderContext } from "./render-context.ts";

interface MarkedText {
  /**
   * The body as its author wrote it. In the parsed body, variables and formulas are replaced, but no lines are added.
   */
  written: string;
  parsed: string;
  /** The length of the file before the body. */
  before: number;
}

export function createRangeOf({ written, parsed, before }: MarkedText): RangeOf {
  const offsetOf = written === parsed ? (offset: number) => offset : offsetMapper(written, parsed);
  return ({ position, source }) => {
    const [start, end] = [position?.start.offset, position?.end?.offset];
    // Nodes made by an author's component have positions in another file.
    if (start === undefined || end === undefined || source !== undefined) return undefined;
    return `${before + offsetOf(start, "start")}-${before + offsetOf(end, "end")}`;
  };
}

/** Stores the source range of a block on its elements. Elements inside may already have a more precise range. */
export function noteRange(
  nodes: HtmlNode[],
  node: MarkdownNode | undefined,
  context: Pick<RenderContext, "rangeOf" | "place">,
): HtmlNode[] {
  const range = node && context.rangeOf?.(node);
  if (node === undefined || range === undefined) return nodes;
  for (const each of nodes) {
    if (isElement(each)) {
      if (each.source?.range === undefined) each.source = { ...(each.source ?? context.place(node)), range };
    } else if (typeof each === "object" && "onPage" in each) noteRange(each.onPage, node, context);
  }
  return nodes;
}

/** Writes the ranges into the page. Runs after the sanitizer, which removes such attributes if authors wrote them. */
export function markRanges(nodes: readonly HtmlNode[]): HtmlNode[] {
  return nodes.map((node) => {
    if (typeof node === "object" && "onPage" in node) return { ...node, onPage: markRanges(node.onPage) };
    if (!isElement(node)) return node;
    const mark = node.source?.range === undefined ? {} : { "data-source": node.source.range };
    return { ...node, attributes: { ...node.attributes, ...mark }, children: markRanges(node.children) };
  });
}

interface Line {
  start: number;
  text: string;
}

/**
 * Maps offsets in the parsed text to offsets in the written text. Both texts have the same number of lines, but parts
 * of lines may have been replaced.
 */
function offsetMapper(written: string, parsed: string): (offset: number, side: "start" | "end") => number {
  const [writtenLines, parsedLines] = [linesOf(written), linesOf(parsed)];
  return (offset, side) => {
    const number = lineAt(parsedLines, offset);
    const [from, to] = [parsedLines[number], writtenLines[number]];
    if (from === undefined || to === undefined) return Math.min(offset, written.length);
    const column = offset - from.start;
    const prefix = commonPrefix(from.text, to.text);
    if (column <= prefix) return to.start + column;
    const fromEnd = from.text.length - column;
    const suffix = commonSuffix(from.text.slice(prefix), to.text.slice(prefix));
    if (fromEnd <= suffix) return to.start + to.text.length - fromEnd;
    return to.start + (side === "start" ? prefix : to.text.length - suffix);
  };
}

function linesOf(text: string): Line[] {
  let start = 0;
  return text.split("\n").map((line) => {
    const found = { start, text: line };
    start += line.length + 1;
    return found;
  });
}

function lineAt(lines: readonly Line[], offset: number): number {
  let [low, high] = [0, lines.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((lines[middle]?.start ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

function commonPrefix(one: string, other: string): number {
  let length = 0;
  while (length < one.length && length < other.length && one[length] === other[length]) length += 1;
  return length;
}

function commonSuffix(one: string, other: string): number {
  let length = 0;
  while (length < one.length && length < other.length && one.at(-1 - length) === other.at(-1 - length)) length += 1;
  return length;
}
