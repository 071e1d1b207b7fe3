import type { Node } from "prosemirror-model";
import { findOrigin, type Origin } from "./node-origin.ts";
import { normalContent } from "./normal-form.ts";
import type { ColumnAlign } from "./page-schema.ts";
import { pairChildren } from "./pair-children.ts";
import { type RowPlace, splitRow } from "./split-row.ts";
import { stringifyInline } from "./stringify.ts";
import { inlineToTree } from "./to-tree.ts";
import type { WriteContext } from "./write-context.ts";
import { spliceInline } from "./write-inline.ts";

/** Writes a table row by row. Cells keep their width where the new text fits. */
export function spliceTable(node: Node, origin: Origin, context: WriteContext): string | undefined {
  const { text, prefix, children: rows = [] } = origin;
  const [head, body] = rows;
  const [newHead] = node.children;
  const oldHead = head?.node;
  if (head === undefined || oldHead === undefined || newHead === undefined) return undefined;
  const { lineEnding } = context.style;
  // The second line of a table sets the alignment.
  const [, ruleLine] = text.slice(head.end, body?.start).split(/\r\n|\r|\n/);
  if (ruleLine === undefined) return undefined;
  const oldNodes = rows.map((row) => row.node);
  const columns = pairColumns(oldHead, newHead, node, oldNodes);
  const pairs = pairChildren(oldNodes, node.children);
  const lines: string[] = [];
  for (const [index, row] of node.children.entries()) {
    const pair = index === 0 ? 0 : (pairs[index] ?? -1);
    const old = oldNodes[pair];
    const model = old ?? oldNodes[Math.max(1, pairs[index - 1] ?? 1)] ?? oldHead;
    const written = findOrigin(row)?.text ?? writeRow(row, old, model, columns, context);
    if (written === undefined) return undefined;
    lines.push(index === 0 ? written : prefix + written);
    if (index === 0) lines.push(writeRule(ruleLine, oldHead, newHead, columns, prefix));
  }
  return lines.join(lineEnding);
}

/** For each new column, the index of the old one, or -1. */
function pairColumns(oldHead: Node, newHead: Node, table: Node, oldRows: readonly Node[]): number[] {
  const count = newHead.childCount;
  if (oldHead.childCount === count) {
    // After a column was moved, the header's cells are the same objects in another order.
    return Array.from({ length: count }, (_, column) => {
      const moved = oldHead.children.indexOf(newHead.child(column));
      return moved < 0 ? column : moved;
    });
  }
  const candidates = [newHead, ...table.children.slice(1)].map((row) => {
    const old = oldRows.find((known) => row.children.some((cell) => known.children.includes(cell)));
    return old === undefined ? [] : row.children.map((cell) => old.children.indexOf(cell));
  });
  return candidates.find((columns) => columns.some((column) => column >= 0)) ?? Array.from({ length: count }, () => -1);
}

/** Writes a row in the format of the old row. A new row uses the format of a neighbor. */
function writeRow(
  row: Node,
  old: Node | undefined,
  model: Node,
  columns: readonly number[],
  context: WriteContext,
): string | undefined {
  const modelText = findOrigin(model)?.text ?? "";
  const places = splitRow(modelText);
  const hasLead = modelText.startsWith("|");
  const hasTail = modelText.endsWith("|");
  const cells: string[] = [];
  for (const [index, cell] of row.children.entries()) {
    const column = columns[index] ?? -1;
    const oldCell = column < 0 ? undefined : (old?.maybeChild(column) ?? undefined);
    const content = writeCell(cell, oldCell, context);
    if (content === undefined) return undefined;
    const place = column < 0 ? undefined : places[column];
    const isShort = place === undefined && old !== undefined && column >= 0;
    // A row that ended early stays short while its last cells are empty.
    if (isShort && content === "" && row.children.slice(index).every((rest) => normalContent(rest).size === 0)) break;
    const isSame =
      place !== undefined && old === model && content === modelText.slice(place.content.start, place.content.end);
    cells.push(isSame ? modelText.slice(place.cell.start, place.cell.end) : pad(content, place, modelText, context));
  }
  return (hasLead ? "|" : "") + cells.join("|") + (hasTail || cells.length === 1 ? "|" : "");
}

function writeCell(cell: Node, old: Node | undefined, context: WriteContext): string | undefined {
  const own = findOrigin(cell);
  if (own !== undefined) return own.text;
  const origin = old === undefined ? undefined : findOrigin(old);
  const spliced = old === undefined || origin === undefined ? undefined : spliceInline(old, cell, origin, context);
  if (spliced !== undefined) return spliced;
  const tree = inlineToTree(normalContent(cell).content, {
    quote: context.style.quote,
    isLiteral: context.level === "literal",
  });
  const written = stringifyInline(tree, { ...context, isCell: true });
  return /[\r\n]/.test(written) ? undefined : written;
}

/** Pads the cell to its old width. */
function pad(content: string, place: RowPlace | undefined, text: string, { style }: WriteContext): string {
  if (place === undefined) return style.hasPaddedTables ? ` ${content} ` : content;
  const { cell, content: old } = place;
  const isEmpty = old.start === old.end;
  const width = cell.end - cell.start;
  const lead = isEmpty ? Math.min(1, width) : old.start - cell.start;
  const tail = isEmpty ? Math.min(1, width) : Math.min(1, cell.end - old.end);
  const oldTail = text.slice(old.end, cell.end).length;
  const isAligned = oldTail !== 1 || isEmpty;
  const missing = isAligned ? Math.max(tail, width - lead - content.length) : tail;
  return " ".repeat(lead) + content + " ".repeat(oldTail === 0 && !isEmpty ? 0 : missing);
}

function writeRule(line: string, oldHead: Node, newHead: Node, columns: readonly number[], prefix: string): string {
  const places = splitRow(line);
  const isSame = columns.length === oldHead.childCount && columns.every((column, index) => column === index);
  const aligns = newHead.children.map(({ attrs }) => attrs.align as ColumnAlign);
  if (isSame && aligns.every((align, index) => align === oldHead.maybeChild(index)?.attrs.align)) return line;
  const trimmedLine = line.trim().replace(/^[> ]*(?=[|:-])/, "");
  const cells = aligns.map((align, index) => {
    const column = columns[index] ?? -1;
    const place = column < 0 ? undefined : places[column];
    const isKept = place !== undefined && align === oldHead.maybeChild(column)?.attrs.align;
    if (isKept) return line.slice(place.cell.start, place.cell.end);
    const blank = /\| -|\| :/.test(line) ? " " : "";
    const width = place === undefined ? 3 : Math.max(3, place.content.end - place.content.start);
    return blank + rule(align, width) + blank;
  });
  const lead = trimmedLine.startsWith("|") ? "|" : "";
  return prefix + lead + cells.join("|") + (trimmedLine.endsWith("|") || cells.length === 1 ? "|" : "");
}

function rule(align: ColumnAlign, width: number): string {
  const [start, end] = [
    align === "left" || align === "center" ? ":" : "",
    align === "right" || align === "center" ? ":" : "",
  ];
  return start + "-".repeat(Math.max(1, width - start.length - end.length)) + end;
}
