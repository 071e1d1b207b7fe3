import type { Node } from "prosemirror-model";
import { findOrigin, type Origin } from "./node-origin.ts";
import { isList, pageSchema } from "./page-schema.ts";
import { pairChildren } from "./pair-children.ts";
import type { WriteContext } from "./write-context.ts";

interface ChildrenPlace {
  /** The line prefix of a new child. */
  prefix: string;
  /** For lists and their items: whether the items follow each other without blank lines. */
  isTight?: boolean;
  /** For lists: writes an item that has no old counterpart, in the style of a neighboring old item. */
  writeNew?: (node: Node, neighbor: Node | undefined, prefix: string) => string;
}

/** Writes the children of a container in order. Children that were already neighbors keep the gap between them. */
export function writeChildren(
  children: readonly Node[],
  origin: Origin,
  place: ChildrenPlace,
  context: WriteContext,
): string[] {
  const old = origin.children ?? [];
  const pairs = pairChildren(
    old.map(({ node }) => node),
    children,
  );
  const prefixes = old.map(({ node }) => findOrigin(node)?.prefix ?? place.prefix);
  const gaps = old.slice(1).map(({ start }, index) => origin.text.slice(old[index]?.end, start));
  const parts: string[] = [];
  for (const [index, node] of children.entries()) {
    const pair = pairs[index] ?? -1;
    const previous = pairs[index - 1] ?? -1;
    let prefix = prefixes[pair] ?? prefixes[0] ?? place.prefix;
    if (index === 0) prefix = prefixes[0] ?? place.prefix;
    else if (pair > 0 && previous === pair - 1) parts.push(gaps[previous] ?? "");
    else {
      const gap = newGap(children[index - 1], node, previous, pair, prefix);
      parts.push(gap.text);
      prefix = gap.prefix;
    }
    const neighbor = old[pair >= 0 ? pair : previous >= 0 ? previous : 0]?.node;
    const isNew = pair < 0 && findOrigin(node) === undefined;
    parts.push(
      isNew && place.writeNew !== undefined
        ? place.writeNew(node, neighbor, prefix)
        : context.writeBlock(node, old[pair]?.node, prefix, context),
    );
  }
  return parts;

  /** Reuses the nearest gap in the file if it fits, otherwise a blank line. */
  function newGap(before: Node | undefined, node: Node, previous: number, pair: number, prefix: string) {
    const candidates = [previous, pair - 1, place.writeNew === undefined ? -1 : 0];
    const known = candidates.find((index) => gaps[index]?.trim() === "" && /[\r\n]/.test(gaps[index] ?? ""));
    const canFollow = context.level === "literal" || place.writeNew !== undefined;
    if (known !== undefined && canFollow) return { text: gaps[known] ?? "", prefix: prefixes[known + 1] ?? prefix };
    return { text: defaultGap(before, node, prefix, place.isTight === true, context), prefix };
  }
}

export function defaultGap(
  before: Node | undefined,
  node: Node,
  prefix: string,
  isTight: boolean,
  { style: { lineEnding }, level }: WriteContext,
): string {
  const isItem = before?.type === pageSchema.nodes.listItem;
  // Some lists, such as those that start at 2, are only parsed as lists after a blank line.
  const followsTightly = isTight && (isItem || (isList(node) && level === "literal"));
  return lineEnding + (followsTightly ? "" : prefix.trimEnd() + lineEnding) + prefix;
}
