import type { Node, NodeType } from "prosemirror-model";
import { canJoin, findWrapping, liftTarget } from "prosemirror-transform";
import { type EditContext, editNode, isOfType, pickPlace, positionOf } from "./edit-places-test-support.ts";
import { isList, pageSchema } from "./page-schema.ts";

const { nodes } = pageSchema;
const isContainer = isOfType(nodes.component, nodes.blockquote, nodes.listItem);
const isMovable = isOfType(
  ...[nodes.paragraph, nodes.heading, nodes.codeBlock, nodes.bulletList, nodes.orderedList, nodes.component],
);
const isTablePart = isOfType(nodes.tableRow, nodes.tableCell, nodes.tableHeader);

const rangeOf = (node: Node, position: number, doc: Node) =>
  doc.resolve(position).blockRange(doc.resolve(position + node.nodeSize));

const liftOf = (node: Node, position: number, doc: Node) => {
  const range = rangeOf(node, position, doc);
  const target = range === null ? null : liftTarget(range);
  return range === null || target === null ? undefined : { range, target };
};

/** Edits that move, wrap or join blocks. */
export const blockEdits = {
  join: editNode(
    (node, position, doc) =>
      doc.resolve(position).nodeBefore?.type === node.type && !isTablePart(node) && canJoin(doc, position),
    ({ position }, { transform }) => transform.join(position),
  ),
  moveBlock: ({ transform, doc, random }: EditContext) => {
    const first = doc.firstChild?.type === nodes.frontmatter ? 1 : 0;
    if (doc.childCount - first < 3) return false;
    const from = first + random(doc.childCount - first);
    const node = doc.child(from);
    const start = positionOf(doc, from);
    transform.delete(start, start + node.nodeSize);
    transform.insert(positionOf(transform.doc, first + random(transform.doc.childCount - first + 1)), node);
  },
  moveInto: editNode(
    (node) => isContainer(node) && node.childCount > 0,
    (container, context) => {
      const moved = pickPlace(context, isMovable);
      if (moved === undefined) return false;
      const inside = positionOf(container.node, context.random(container.node.childCount + 1));
      context.transform.insert(inside + container.position + 1, moved.node);
    },
  ),
  deleteBlock: editNode(
    (node, position, doc) =>
      node.isBlock &&
      doc.resolve(position).parent.childCount > 1 &&
      !isTablePart(node) &&
      node.type !== nodes.frontmatter,
    ({ node, position }, { transform }) => transform.delete(position, position + node.nodeSize),
  ),
  insertItem: editNode(isList, ({ node, position }, { transform, random }) => {
    const checked = node.firstChild?.attrs.checked === null ? null : false;
    const item = nodes.listItem.create({ checked }, nodes.paragraph.create(null, pageSchema.text("new item")));
    transform.insert(position + 1 + positionOf(node, random(node.childCount + 1)), item);
  }),
  nestItem: editNode(
    (node) => isList(node) && node.childCount > 1,
    ({ node, position }, { transform, random }) => {
      const index = 1 + random(node.childCount - 1);
      const [before, item] = [node.child(index - 1), node.child(index)];
      const nested = before.copy(before.content.addToEnd(node.type.create(null, item)));
      const start = position + 1 + positionOf(node, index - 1);
      transform.replaceWith(start, start + before.nodeSize + item.nodeSize, nested);
    },
  ),
  checkItem: editNode(
    ({ type, firstChild, textContent }) =>
      type === nodes.listItem && firstChild?.type === nodes.paragraph && textContent !== "",
    ({ position }, { transform, pick }) =>
      transform.setNodeMarkup(position, null, { checked: pick([true, false, null]) }),
  ),
  wrap: editNode(isMovable, ({ node, position }, { transform, doc, pick, format }) => {
    if (doc.resolve(position).parent.attrs.checked != null) return false;
    const wrappers: [NodeType, object | null][] = [
      [nodes.blockquote, null],
      [nodes.bulletList, null],
      [nodes.orderedList, { start: 1 }],
    ];
    if (format === "mdx") wrappers.push([nodes.component, { name: "Note", attributes: [] }]);
    const [wrapper, attributes] = pick(wrappers) ?? [nodes.blockquote, null];
    const range = rangeOf(node, position, doc);
    const wrapping = range === null ? null : findWrapping(range, wrapper, { ...attributes });
    return range !== null && wrapping !== null && transform.wrap(range, wrapping);
  }),
  unwrap: editNode(
    (node, position, doc) => isMovable(node) && liftOf(node, position, doc) !== undefined,
    ({ node, position }, { transform, doc }) => {
      const lift = liftOf(node, position, doc);
      return lift !== undefined && transform.lift(lift.range, lift.target);
    },
  ),
};
