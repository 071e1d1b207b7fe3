import type { NodeType } from "prosemirror-model";
import { canJoin, findWrapping, liftTarget } from "prosemirror-transform";
import { type EditContext, isList, placesOf, positionOf } from "./edit-places-test-support.ts";
import { pageSchema } from "./page-schema.ts";

const { nodes } = pageSchema;

/** Edits that move, wrap or join blocks. */
export const blockEdits = {
  join: ({ transform, doc, pick }: EditContext) => {
    const places = placesOf(doc, (node, position) => {
      const { nodeBefore } = doc.resolve(position);
      return nodeBefore?.type === node.type && !tableParts.includes(node.type) && canJoin(doc, position);
    });
    const place = pick(places);
    if (place === undefined) return false;
    transform.join(place.position);
  },
  moveBlock: ({ transform, doc, random }: EditContext) => {
    const first = doc.firstChild?.type === nodes.frontmatter ? 1 : 0;
    if (doc.childCount - first < 3) return false;
    const from = first + random(doc.childCount - first);
    const node = doc.child(from);
    const start = positionOf(doc, from);
    transform.delete(start, start + node.nodeSize);
    transform.insert(positionOf(transform.doc, first + random(transform.doc.childCount - first + 1)), node);
  },
  moveInto: ({ transform, doc, random, pick }: EditContext) => {
    const container = pick(placesOf(doc, (node) => containers.includes(node.type) && node.childCount > 0));
    const place = pick(placesOf(doc, (node) => movable.includes(node.type)));
    if (container === undefined || place === undefined) return false;
    const inside = positionOf(container.node, random(container.node.childCount + 1)) + container.position + 1;
    transform.insert(inside, place.node);
  },
  deleteBlock: ({ transform, doc, pick }: EditContext) => {
    const place = pick(
      placesOf(doc, (node, position) => {
        const { parent } = doc.resolve(position);
        return (
          node.isBlock && parent.childCount > 1 && !tableParts.includes(node.type) && node.type !== nodes.frontmatter
        );
      }),
    );
    if (place === undefined) return false;
    transform.delete(place.position, place.position + place.node.nodeSize);
  },
  insertItem: ({ transform, doc, random, pick }: EditContext) => {
    const place = pick(placesOf(doc, isList));
    if (place === undefined) return false;
    const checked = place.node.firstChild?.attrs.checked === null ? null : false;
    const item = nodes.listItem.create({ checked }, nodes.paragraph.create(null, pageSchema.text("new item")));
    transform.insert(place.position + 1 + positionOf(place.node, random(place.node.childCount + 1)), item);
  },
  nestItem: ({ transform, doc, random, pick }: EditContext) => {
    const place = pick(placesOf(doc, (node) => isList(node) && node.childCount > 1));
    if (place === undefined) return false;
    const index = 1 + random(place.node.childCount - 1);
    const [before, item] = [place.node.child(index - 1), place.node.child(index)];
    const nested = before.copy(before.content.addToEnd(place.node.type.create(null, item)));
    const start = place.position + 1 + positionOf(place.node, index - 1);
    transform.replaceWith(start, start + before.nodeSize + item.nodeSize, nested);
  },
  checkItem: ({ transform, doc, pick }: EditContext) => {
    const place = pick(
      placesOf(
        doc,
        (node) => node.type === nodes.listItem && node.firstChild?.type === nodes.paragraph && node.textContent !== "",
      ),
    );
    if (place === undefined) return false;
    transform.setNodeMarkup(place.position, null, { checked: pick([true, false, null]) });
  },
  wrap: ({ transform, doc, pick, format }: EditContext) => {
    const place = pick(placesOf(doc, (node) => movable.includes(node.type)));
    if (place === undefined || doc.resolve(place.position).parent.attrs.checked != null) return false;
    const range = doc.resolve(place.position).blockRange(doc.resolve(place.position + place.node.nodeSize));
    const wrappers: [NodeType, object | null][] = [
      [nodes.blockquote, null],
      [nodes.bulletList, null],
      [nodes.orderedList, { start: 1 }],
    ];
    if (format === "mdx") wrappers.push([nodes.component, { name: "Note", attributes: [] }]);
    const [wrapper, attributes] = pick(wrappers) ?? [nodes.blockquote, null];
    const wrapping = range === null ? null : findWrapping(range, wrapper, { ...attributes });
    if (range === null || wrapping === null) return false;
    transform.wrap(range, wrapping);
  },
  unwrap: ({ transform, doc, pick }: EditContext) => {
    const lifted = placesOf(doc, (node, position) => {
      if (!movable.includes(node.type)) return false;
      const range = doc.resolve(position).blockRange(doc.resolve(position + node.nodeSize));
      return range !== null && liftTarget(range) !== null;
    });
    const place = pick(lifted);
    if (place === undefined) return false;
    const range = doc.resolve(place.position).blockRange(doc.resolve(place.position + place.node.nodeSize));
    const target = range === null ? null : liftTarget(range);
    if (range === null || target === null) return false;
    transform.lift(range, target);
  },
};

const containers = [nodes.component, nodes.blockquote, nodes.listItem];
const movable = [nodes.paragraph, nodes.heading, nodes.codeBlock, nodes.bulletList, nodes.orderedList, nodes.component];
const tableParts = [nodes.tableRow, nodes.tableCell, nodes.tableHeader];
