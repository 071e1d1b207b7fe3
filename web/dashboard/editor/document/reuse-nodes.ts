import { Fragment, type Node } from "prosemirror-model";
import { findOrigin, type OriginChild, setOrigin } from "./node-origin.ts";
import { pairChildren } from "./pair-children.ts";
import { sameMeaning } from "./same-meaning.ts";

/** The new document, with the old node objects wherever the source is the same. */
export function reuseNodes(before: Node, after: Node): Node {
  const [origin, old] = [findOrigin(after), findOrigin(before)];
  const isSame = origin?.text === old?.text && origin?.prefix === old?.prefix;
  if (isSame && origin !== undefined && sameMeaning(before, after)) return before;
  if (before.type !== after.type || after.inlineContent || after.isLeaf || origin === undefined) return after;
  const children = reuseChildren(before.children, after.children);
  const node = after.copy(Fragment.fromArray(children));
  // In order, because a duplicated block is the same object twice.
  let next = 0;
  const places = origin.children?.map((place): OriginChild => {
    const index = after.children.indexOf(place.node, next);
    if (index >= 0) next = index + 1;
    return { ...place, node: children[index] ?? place.node };
  });
  return setOrigin(node, places === undefined ? origin : { ...origin, children: places });
}

function reuseChildren(before: readonly Node[], after: readonly Node[]): Node[] {
  // Blocks with the same source share one object, so that they can be paired like unchanged blocks.
  const bySource = new Map<string, Node[]>();
  for (const node of before) {
    const key = sourceKey(node);
    if (key !== undefined) bySource.set(key, [...(bySource.get(key) ?? []), node]);
  }
  const known = after.map((node) => {
    const key = sourceKey(node);
    const found = key === undefined ? undefined : bySource.get(key)?.shift();
    return found !== undefined && sameMeaning(found, node) ? found : node;
  });
  const pairs = pairChildren(before, known);
  return known.map((node, index) => {
    const old = before[pairs[index] ?? -1];
    return old === undefined || old === node ? node : reuseNodes(old, node);
  });
}

function sourceKey(node: Node): string | undefined {
  const origin = findOrigin(node);
  return origin === undefined ? undefined : `${node.type.name} ${origin.prefix.length} ${origin.prefix}${origin.text}`;
}
