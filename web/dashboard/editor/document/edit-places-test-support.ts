import type { Node, NodeType } from "prosemirror-model";
import type { Transform } from "prosemirror-transform";
import type { PageFormat } from "./parse-tree.ts";

/** Returns a random integer from 0 to `limit - 1`. */
export type Random = (limit: number) => number;

/** Creates a generator that returns the same sequence of numbers for the same seed. */
export function randomNumbers(seed: number): Random {
  let state = seed >>> 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
}

export interface EditContext {
  transform: Transform;
  doc: Node;
  random: Random;
  format: PageFormat;
  pick: <T>(values: readonly T[]) => T | undefined;
}

interface Place {
  node: Node;
  position: number;
}

type IsWanted = (node: Node, position: number, doc: Node) => boolean;

/** An edit returns false if the document has nothing to edit in this way. */
type Edit = (context: EditContext) => false | undefined;

/** An edit of a random node. */
export function editNode(isWanted: IsWanted, edit: (place: Place, context: EditContext) => unknown): Edit {
  return (context) => {
    const place = pickPlace(context, isWanted);
    return place === undefined || edit(place, context) === false ? false : undefined;
  };
}

/** An edit at a random position directly in a random block of text. */
export function editInText(
  isWanted: IsWanted,
  edit: (position: number, context: EditContext) => unknown,
  where: "anywhere" | "before the end" | "between the ends" = "anywhere",
): Edit {
  return editNode(isWanted, ({ node, position }, context) => {
    const start = where === "between the ends" ? 1 : 0;
    const end = where === "anywhere" ? node.content.size + 1 : node.content.size;
    const inside = position + 1 + start + context.random(end - start);
    return context.doc.resolve(inside).parent === node && edit(inside, context);
  });
}

export function pickPlace({ doc, pick }: EditContext, isWanted: IsWanted): Place | undefined {
  const places: Place[] = [];
  doc.descendants((node, position) => {
    if (isWanted(node, position, doc)) places.push({ node, position });
  });
  return pick(places);
}

export function isOfType(...types: readonly NodeType[]): (node: Node) => boolean {
  return ({ type }) => types.includes(type);
}

export function positionOf(parent: Node, index: number): number {
  return parent.children.slice(0, index).reduce((size, child) => size + child.nodeSize, 0);
}
