import { Fragment, type Node, type NodeType, Slice } from "prosemirror-model";
import { type EditContext, editNode, isOfType, pickPlace, positionOf } from "./edit-places-test-support.ts";
import { type ComponentAttribute, componentAttributes, pageSchema } from "./page-schema.ts";

const { nodes } = pageSchema;
const isTable = isOfType(nodes.table);

/** Edits of tables and of component props. */
export const tableEdits = {
  addRow: editNode(isTable, ({ node, position }, { transform, random }) => {
    const aligns = node.firstChild?.children.map(({ attrs }) => attrs.align) ?? [];
    const row = nodes.tableRow.create(
      null,
      aligns.map((align) => nodes.tableCell.create({ align }, pageSchema.text("new"))),
    );
    transform.insert(position + 1 + positionOf(node, 1 + random(node.childCount)), row);
  }),
  deleteRow: editNode(
    (node) => isTable(node) && node.childCount > 2,
    ({ node, position }, { transform, random }) => {
      const index = 1 + random(node.childCount - 1);
      const start = position + 1 + positionOf(node, index);
      transform.delete(start, start + node.child(index).nodeSize);
    },
  ),
  addColumn: (context: EditContext) =>
    changeColumns(context, (cells, column, type, content) => [
      ...cells.slice(0, column),
      type.create({ align: "center" }, pageSchema.text(content)),
      ...cells.slice(column),
    ]),
  deleteColumn: (context: EditContext) =>
    changeColumns(context, (cells, column) => (cells.length < 2 ? cells : cells.toSpliced(column % cells.length, 1))),
  alignColumn: (context: EditContext) =>
    changeColumns(context, (cells, column) => {
      const at = column % cells.length;
      const cell = cells[at];
      return cell === undefined
        ? cells
        : cells.with(at, cell.type.create({ ...cell.attrs, align: "right" }, cell.content));
    }),
  setProp: editNode(isOfType(nodes.component), ({ node, position }, { transform, pick }) => {
    const attributes = componentAttributes(node);
    const changed = pick(attributes.filter(({ name, value }) => name !== "" && typeof value === "string"));
    const value = pick(["new value", 'a "quoted" one', 'it\'s & "both"', "", "<b> {x}"]) ?? "";
    const added: ComponentAttribute = pick([
      { name: "added", value },
      { name: "count", value: { expression: "[1, 2]" } },
      { name: "flag", value: null },
    ]) ?? { name: "a", value };
    const next =
      changed === undefined
        ? [...attributes, added]
        : attributes.map((known) => (known === changed ? { ...known, value } : known));
    transform.setNodeAttribute(position, "attributes", next);
  }),
  removeProp: editNode(
    (node) => node.type === nodes.component && componentAttributes(node).length > 0,
    ({ node, position }, { transform, pick }) => {
      const attributes = componentAttributes(node);
      const removed = pick(attributes);
      const rest = attributes.filter((known) => known !== removed);
      transform.setNodeAttribute(position, "attributes", rest);
    },
  ),
};

function changeColumns(
  context: EditContext,
  change: (cells: readonly Node[], column: number, type: NodeType, content: string) => readonly Node[],
): false | undefined {
  const place = pickPlace(context, isTable);
  if (place === undefined) return false;
  const column = context.random((place.node.firstChild?.childCount ?? 0) + 1);
  const rows = place.node.children.map((row, index) => {
    const cells = change(
      row.children,
      column,
      index === 0 ? nodes.tableHeader : nodes.tableCell,
      index === 0 ? "Head" : "new",
    );
    return row.copy(Fragment.fromArray([...cells]));
  });
  const start = place.position + 1;
  context.transform.replace(start, start + place.node.content.size, new Slice(Fragment.fromArray(rows), 0, 0));
}
