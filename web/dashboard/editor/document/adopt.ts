import type { Node } from "prosemirror-model";
import { isEmptyParagraph } from "./normal-form.ts";
import { findOrigin, type OriginChild, setOrigin } from "./origins.ts";
import { reuseNodes } from "./reuse-nodes.ts";

/**
 * Makes the model the document of the source that was just written: its nodes get the source that was read for them, so
 * that the view can keep them. If the blocks differ, the result is what was read, with as many nodes of the model as
 * possible.
 */
export function adopt(model: Node, read: Node): Node {
  if (!sameBlocks(model, read)) return reuseNodes(model, read);
  give(model, read);
  return model;
}

function sameBlocks(model: Node, read: Node): boolean {
  if (model.type !== read.type) return false;
  if (model.inlineContent || model.isLeaf) return true;
  const [children, others] = [model.children.filter(isWritten), read.children.filter(isWritten)];
  return (
    children.length === others.length &&
    children.every((child, index) => {
      const other = others[index];
      return other !== undefined && sameBlocks(child, other);
    })
  );
}

function give(model: Node, read: Node): void {
  const origin = findOrigin(read);
  if (origin === undefined) return;
  const own = findOrigin(model);
  if (own !== undefined && own.text === origin.text && own.prefix === origin.prefix) return;
  if (model.inlineContent || model.isLeaf) {
    setOrigin(model, origin);
    return;
  }
  const [children, others] = [model.children.filter(isWritten), read.children.filter(isWritten)];
  const given: OriginChild[] = [];
  for (const [index, child] of children.entries()) {
    const other = others[index];
    const place = origin.children?.find(({ node }) => node === other);
    if (other === undefined || place === undefined) continue;
    give(child, other);
    given.push({ ...place, node: child });
  }
  setOrigin(model, { ...origin, children: given });
}

/** Cells are written even if they are empty. */
function isWritten(node: Node): boolean {
  return node.type.spec.tableRole !== undefined || !isEmptyParagraph(node);
}
