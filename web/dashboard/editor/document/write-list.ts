import type { Node } from "prosemirror-model";
import { findOrigin, type Origin } from "./node-origin.ts";
import { pageSchema } from "./page-schema.ts";
import { writeChildren } from "./write-children.ts";
import { itemMarker, tailOf, writeItem } from "./write-container.ts";
import type { WriteContext } from "./write-context.ts";

/** Writes a list with its existing markers and gaps. Consecutive numbers stay consecutive. */
export function spliceList(node: Node, origin: Origin, context: WriteContext): string | undefined {
  const { prefix, children = [], isLoose = false } = origin;
  const isOrdered = node.type === pageSchema.nodes.orderedList;
  const [first] = children;
  const sample = first === undefined ? undefined : findOrigin(first.node);
  if (sample === undefined) return undefined;
  const writeNew = (item: Node, neighbor: Node | undefined, itemPrefix: string) => {
    const marker = itemMarker((neighbor && findOrigin(neighbor)) ?? sample) ?? "- ";
    return writeItem(item, marker, itemPrefix, context);
  };
  const parts = writeChildren(node.children, origin, { prefix, isTight: !isLoose, writeNew }, context);
  return (isOrdered ? renumber(parts, node.attrs.start, origin) : parts).join("") + tailOf(origin);
}

/** The parts are items at even indexes and the gaps between them at odd ones. */
function renumber(parts: readonly string[], start: number, { children = [], prefix }: Origin): string[] {
  const numbers = children.map(({ node }) => Number.parseInt(findOrigin(node)?.text ?? "", 10));
  const isRepeated = numbers.length > 1 && numbers.every((number) => number === numbers[0]);
  const isCounted = numbers.every((number, index) => number === (numbers[0] ?? 0) + index);
  return parts.map((part, index) => {
    if (index % 2 === 1) return part;
    if (index > 0 && !isCounted && !isRepeated) return part;
    return withNumber(part, isRepeated ? start : start + index / 2, prefix);
  });
}

function withNumber(item: string, number: number, prefix: string): string {
  const [digits] = /^\d+/.exec(item) ?? [];
  const wanted = String(number);
  if (digits === undefined || digits === wanted) return item;
  const change = wanted.length - digits.length;
  const renumbered = wanted + item.slice(digits.length);
  if (change === 0) return renumbered;
  // A wider number shifts the text, so the blocks below it have to be indented further.
  return renumbered.replaceAll(/(\r\n|\r|\n)([^\r\n]+)/g, (whole, lineEnding: string, line: string) => {
    if (!line.startsWith(prefix)) return whole;
    const rest = line.slice(prefix.length);
    if (change > 0) return lineEnding + prefix + " ".repeat(change) + rest;
    const removed = Math.min(-change, rest.length - rest.trimStart().length);
    return lineEnding + prefix + rest.slice(removed);
  });
}
