import { Fragment, type Node } from "prosemirror-model";
import { findOrigin, type OriginChild, setOrigin } from "./node-origin.ts";
import { isEmptyParagraph } from "./normal-form.ts";
import { reuseNodes } from "./reuse-nodes.ts";

/**
 * Turns the model into the document of the source that was just written: its nodes get their new source, so that the
 * view can keep them. If the blocks differ, the result is the parsed document, with as many nodes of the model as
 * possible.
 */
export function adoptSource(model: Node, read: Node): Node {
  if (!sameBlocks(model, read)) return reuseNodes(model, read);
  return withOrigin(model, read);
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

/**
 * The node with its new source. A moved block becomes a new object, because the old page still uses the old object.
 */
function withOrigin(model: Node, read: Node): Node {
  const origin = findOrigin(read);
  if (origin === undefined) return model;
  const own = findOrigin(model);
  if (own !== undefined && own.text === origin.text && own.prefix === origin.prefix) return model;
  if (model.inlineContent || model.isLeaf) {
    return setOrigin(own === undefined ? model : anew(model, model.content), origin);
  }
  const others = read.children.filter(isWritten);
  const places = origin.children ?? [];
  const placed = places.map(({ node }) => node);
  // In order, because a duplicated block is the same object twice.
  let next = 0;
  const given: OriginChild[] = [];
  const children = model.children.map((child) => {
    const other = isWritten(child) ? others.shift() : undefined;
    const index = other === undefined ? -1 : placed.indexOf(other, next);
    const place = places[index];
    if (other === undefined || place === undefined) return child;
    next = index + 1;
    const node = withOrigin(child, other);
    given.push({ ...place, node });
    return node;
  });
  const isKept = own === undefined && children.every((child, index) => child === model.child(index));
  return setOrigin(isKept ? model : anew(model, Fragment.fromArray(children)), { ...origin, children: given });
}

/** Unlike `copy`, this returns a new object even if the content is the same. */
function anew(node: Node, content: Fragment): Node {
  return node.type.create(node.attrs, content, node.marks);
}

/** Whether the node appears in the source. Empty paragraphs don't, but empty table cells do. */
function isWritten(node: Node): boolean {
  return node.type.spec.tableRole !== undefined || !isEmptyParagraph(node);
}
