import type { Node } from "prosemirror-model";
import { isTextblock, pageSchema } from "./page-schema.ts";

/** If more consecutive blocks than this have changed, they are paired by position instead of by text. */
const comparedMax = 40;

/**
 * For each new child, the index of the old child that it equals or was made from, otherwise -1. Both halves of a block
 * that was split get the same index.
 */
export function pairChildren(before: readonly Node[], after: readonly Node[]): number[] {
  const pairs = new Array<number>(after.length).fill(-1);
  const anchors = findAnchors(before, after);
  let [beforeStart, afterStart] = [0, 0];
  for (const [beforeEnd, afterEnd] of [...anchors, [before.length, after.length] as const]) {
    pairRun([beforeStart, beforeEnd], [afterStart, afterEnd]);
    if (afterEnd < after.length) pairs[afterEnd] = beforeEnd;
    [beforeStart, afterStart] = [beforeEnd + 1, afterEnd + 1];
  }
  return pairs;

  function pairRun([oldStart, oldEnd]: [number, number], [newStart, newEnd]: [number, number]): void {
    const sameCount = oldEnd - oldStart === newEnd - newStart;
    const isLong = oldEnd - oldStart > comparedMax || newEnd - newStart > comparedMax;
    for (let index = newStart; index < newEnd; index += 1) {
      const node = after[index];
      const byPlace = before[oldStart + index - newStart];
      if (node === undefined) continue;
      if (
        (sameCount || isLong) &&
        byPlace !== undefined &&
        oldStart + index - newStart < oldEnd &&
        canPair(byPlace, node)
      )
        pairs[index] = oldStart + index - newStart;
      else if (!isLong) pairs[index] = mostSimilar(node, oldStart, oldEnd);
    }
  }

  function mostSimilar(node: Node, start: number, end: number): number {
    let best = { index: -1, score: 0 };
    for (let index = start; index < end; index += 1) {
      const other = before[index];
      if (other === undefined || !canPair(other, node)) continue;
      const score = sharedLength(other.textContent, node.textContent) + (node.isTextblock ? 0 : 1);
      if (score > best.score) best = { index, score };
    }
    return best.index;
  }
}

/** Children that are the same object on both sides, in an order that both sides share. */
function findAnchors(before: readonly Node[], after: readonly Node[]): [number, number][] {
  const places = new Map<Node, number[]>();
  for (const [index, node] of before.entries()) places.set(node, [...(places.get(node) ?? []), index]);
  const found = after.flatMap((node, index) => {
    const place = places.get(node)?.[0];
    return place === undefined ? [] : [[place, index] as [number, number]];
  });
  return longestIncreasing(found);
}

/** The longest subsequence of pairs in which both numbers increase. All other children were moved. */
function longestIncreasing(pairs: readonly [number, number][]): [number, number][] {
  const ends: number[] = [];
  const previous = new Array<number>(pairs.length).fill(-1);
  for (const [index, [value]] of pairs.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const end = pairs[ends[middle] ?? 0]?.[0] ?? 0;
      if (end < value) low = middle + 1;
      else high = middle;
    }
    previous[index] = ends[low - 1] ?? -1;
    ends[low] = index;
  }
  const chain: [number, number][] = [];
  for (let index = ends.at(-1) ?? -1; index >= 0; index = previous[index] ?? -1) {
    const pair = pairs[index];
    if (pair !== undefined) chain.unshift(pair);
  }
  return chain;
}

/** Whether the source of the old block helps to write the new one. */
function canPair(before: Node, after: Node): boolean {
  const isText = (node: Node) => isTextblock(node) && !node.type.spec.tableRole;
  if (isText(before) && isText(after)) return true;
  if (before.type !== after.type) return false;
  return before.type !== pageSchema.nodes.component || before.attrs.name === after.attrs.name;
}

function sharedLength(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  let start = 0;
  while (start < length && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < length - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return start + end;
}
