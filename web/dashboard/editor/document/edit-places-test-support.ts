import type { Node } from "prosemirror-model";
import type { Transform } from "prosemirror-transform";
import { pageSchema } from "./page-schema.ts";
import type { PageFormat } from "./parse-tree.ts";

/** A number from 0 up to the limit, excluding it. */
export type Random = (limit: number) => number;

/** Random numbers that are the same in each run. */
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

export interface Place {
  node: Node;
  position: number;
}

export function placesOf(doc: Node, isWanted: (node: Node, position: number) => boolean): Place[] {
  const places: Place[] = [];
  doc.descendants((node, position) => {
    if (isWanted(node, position)) places.push({ node, position });
  });
  return places;
}

export function positionOf(parent: Node, index: number): number {
  return parent.children.slice(0, index).reduce((size, child) => size + child.nodeSize, 0);
}

export function isList(node: Node): boolean {
  return node.type === pageSchema.nodes.bulletList || node.type === pageSchema.nodes.orderedList;
}
