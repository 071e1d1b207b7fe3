import { Fragment, type Node } from "prosemirror-model";
import { isEmptyParagraph } from "../document/normal-form.ts";
import { findOrigin, setOrigin } from "../document/node-origin.ts";

/**
 * The document after with the empty paragraphs of before. The source has none, so they would disappear under the cursor
 * whenever someone else types.
 */
export function keepEmptyParagraphs(before: Node, after: Node): Node {
  if (!before.children.some(isEmptyParagraph) || after.children.some(isEmptyParagraph)) return after;
  const kept = new Set(after.children);
  const following = new Map<Node | undefined, Node[]>();
  let anchor: Node | undefined;
  for (const child of before.children) {
    if (kept.has(child)) anchor = child;
    else if (isEmptyParagraph(child)) following.set(anchor, [...(following.get(anchor) ?? []), child]);
  }
  const [first, ...others] = after.children;
  // Nothing can be before the frontmatter.
  const atStart = following.get(undefined) ?? [];
  const isFrontmatter = first?.type.name === "frontmatter";
  const children = [
    ...(isFrontmatter ? [] : atStart),
    ...(first === undefined ? [] : [first, ...(following.get(first) ?? [])]),
    ...(isFrontmatter ? atStart : []),
    ...others.flatMap((child) => [child, ...(following.get(child) ?? [])]),
  ];
  const doc = after.copy(Fragment.fromArray(children));
  const origin = findOrigin(after);
  return origin === undefined ? doc : setOrigin(doc, origin);
}
