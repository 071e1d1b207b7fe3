import type { Node } from "prosemirror-model";
import { findOrigin, type InlineUnit, type Origin, type OriginChild, type Range } from "./node-origin.ts";
import type { PageDocument } from "./open-document.ts";
import { pageSchema } from "./page-schema.ts";

/** A block with its range in the document (from, to) and in the source (start, end). */
export interface BlockRange extends OriginChild {
  from: number;
  to: number;
  /** 0 for a child of the document. */
  depth: number;
}

/** All blocks that have a source, parents before children. Rows and cells of tables aren't listed. */
export function blockRanges(page: PageDocument): BlockRange[] {
  const ranges: BlockRange[] = [];
  const visit = (parent: Node, position: number, start: number, depth: number) => {
    for (const child of placedChildren(parent)) {
      const from = position + child.position;
      const range = { node: child.node, from, to: from + child.node.nodeSize, depth };
      ranges.push({ ...range, start: start + child.start, end: start + child.end });
      if (child.node.type !== pageSchema.nodes.table) visit(child.node, from + 1, start + child.start, depth + 1);
    }
  };
  visit(page.doc, 0, 0, 0);
  return ranges;
}

/** The range of a node in the source. Undefined if the node hasn't been written yet. */
export function nodeRange(page: PageDocument, position: number, node: Node): Range | undefined {
  if (node.isInline) {
    return { start: sourceOffset(page, position), end: sourceOffset(page, position + node.nodeSize) };
  }
  return blockRanges(page).find(({ from, node: { type } }) => from === position && type === node.type);
}

/** Maps a document position to an offset in the source, in UTF-16 units. */
export function sourceOffset({ doc, source }: PageDocument, position: number): number {
  const bounded = Math.max(0, Math.min(position, doc.content.size));
  return Math.min(source.length, offsetIn(doc, bounded, 0));
}

/** Maps an offset in the source to a document position. */
export function documentPosition({ doc }: PageDocument, offset: number): number {
  return Math.min(doc.content.size, positionIn(doc, Math.max(0, offset)));
}

/** The range is relative to the parent's source, and the position is relative to the parent's content. */
interface PlacedChild extends OriginChild {
  position: number;
}

function placedChildren(parent: Node): PlacedChild[] {
  const places = [...(findOrigin(parent)?.children ?? [])];
  const placed: PlacedChild[] = [];
  let position = 0;
  for (const node of parent.children) {
    // `places` has the same order as the children, but lacks those without a source.
    if (places[0]?.node === node) {
      placed.push({ ...places[0], position });
      places.shift();
    }
    position += node.nodeSize;
  }
  return placed;
}

/** The position is relative to the node's content. The base is the start of the node's source. */
function offsetIn(node: Node, position: number, base: number): number {
  const origin = findOrigin(node);
  if (origin === undefined) return base;
  if (node.type === pageSchema.nodes.codeBlock) return base + codeOffset(node.textContent, origin.text, position);
  if (origin.units !== undefined) return base + inlineOffset(origin.units, origin, position);
  const children = placedChildren(node);
  const inside = children.find((child) => child.position < position && position < child.position + child.node.nodeSize);
  if (inside !== undefined) return offsetIn(inside.node, position - inside.position - 1, base + inside.start);
  const before = children.findLast((child) => child.position + child.node.nodeSize <= position);
  const at = children.find((child) => child.position === position);
  return base + (at?.start ?? before?.end ?? children[0]?.start ?? origin.text.length);
}

function inlineOffset(units: readonly InlineUnit[], { inner, text }: Origin, position: number): number {
  // A position between two pieces maps to the start of the second.
  const unit = units.findLast(({ from, to }) => from <= position && position <= to);
  if (unit === undefined) return inner?.end ?? text.length;
  const edge = unit.mark === undefined ? 1 : 0;
  if (unit.inside !== undefined && position >= unit.from + edge && position <= unit.to - edge) {
    return inlineOffset(unit.inside.units, { text, prefix: "", inner: unit.inside.range }, position);
  }
  return unit.places?.[position - unit.from] ?? (position === unit.from ? unit.start : unit.end);
}

/** Maps an offset that is relative to the node's source to a position that is relative to the node's content. */
function positionIn(node: Node, offset: number): number {
  const origin = findOrigin(node);
  if (origin === undefined || node.isLeaf) return 0;
  if (node.type === pageSchema.nodes.codeBlock) return codePosition(node.textContent, origin.text, offset);
  if (origin.units !== undefined) return Math.min(node.content.size, inlinePosition(origin.units, offset));
  const children = placedChildren(node);
  const child = children.findLast(({ start }) => start <= offset) ?? children[0];
  if (child === undefined) return 0;
  const isAfter = offset > child.end;
  const next = children[children.indexOf(child) + 1];
  // An offset between two blocks maps to the next one, where new text would go.
  if (isAfter && next !== undefined) return next.position + (next.node.isLeaf ? 0 : 1 + positionIn(next.node, 0));
  if (child.node.isLeaf) return child.position + (isAfter ? 1 : 0);
  return child.position + 1 + positionIn(child.node, offset - child.start);
}

function inlinePosition(units: readonly InlineUnit[], offset: number): number {
  const unit = units.find(({ end }) => offset <= end);
  if (unit === undefined) return units.at(-1)?.to ?? 0;
  if (offset <= unit.start) return unit.from;
  const { places, inside } = unit;
  if (places !== undefined) {
    const index = places.findIndex((place) => place >= offset);
    return unit.from + (index < 0 ? places.length - 1 : index);
  }
  if (inside === undefined) return offset < unit.end ? unit.from : unit.to;
  if (offset <= inside.range.start) return inside.units[0]?.from ?? unit.from;
  return offset > inside.range.end ? unit.to : inlinePosition(inside.units, offset);
}

/** Maps a position in the code to an offset in the block's source, which includes the fences. */
function codeOffset(code: string, source: string, position: number): number {
  const before = code.slice(0, position).split("\n");
  const lines = sourceLines(source);
  const first = firstCodeLine(source);
  const line = lines[before.length - 1 + first];
  if (line === undefined) return source.length;
  const text = code.split("\n")[before.length - 1] ?? "";
  const indent = Math.max(0, line.end - line.start - text.length);
  return Math.min(line.end, line.start + indent + (before.at(-1)?.length ?? 0));
}

/** Maps an offset in the block's source to a position in the code. */
function codePosition(code: string, source: string, offset: number): number {
  const lines = sourceLines(source);
  const texts = code.split("\n");
  const found = lines.findLastIndex(({ start }) => start <= offset) - firstCodeLine(source);
  if (found < 0) return 0;
  if (found >= texts.length) return code.length;
  const line = lines[found + firstCodeLine(source)];
  const text = texts[found] ?? "";
  const before = texts.slice(0, found).reduce((length, previous) => length + previous.length + 1, 0);
  const indent = line === undefined ? 0 : Math.max(0, line.end - line.start - text.length);
  const column = offset - (line?.start ?? 0) - indent;
  return before + Math.max(0, Math.min(text.length, column));
}

/** The index of the first line of code in the source. Indented code has no fence before it. */
function firstCodeLine(source: string): number {
  return source.startsWith("```") || source.startsWith("~~~") ? 1 : 0;
}

function sourceLines(source: string): { start: number; end: number }[] {
  const lines: { start: number; end: number }[] = [];
  let start = 0;
  for (const match of source.matchAll(/\r\n|\r|\n/g)) {
    lines.push({ start, end: match.index });
    start = match.index + match[0].length;
  }
  lines.push({ start, end: source.length });
  return lines;
}
