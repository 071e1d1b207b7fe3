import type { Node } from "prosemirror-model";
import { type ComponentCatalog, childNames, findComponent } from "../catalog.ts";
import { type ComponentAttribute, pageSchema } from "./page-schema.ts";

const { nodes } = pageSchema;

/** Blocks that the `/` menu can insert, besides text and components. */
export const newBlocks = {
  table: () => {
    const row = (type: typeof nodes.tableCell) => nodes.tableRow.create(null, [type.create(), type.create()]);
    return nodes.table.create(null, [row(nodes.tableHeader), row(nodes.tableCell), row(nodes.tableCell)]);
  },
  thematicBreak: () => nodes.thematicBreak.create(),
  math: () => nodes.opaque.create({ kind: "math", source: "$$\nx\n$$" }),
};

const nestingMax = 3;

/** A component with its required props. It contains a paragraph, or its first child component in the catalog. */
export function newComponent(catalog: ComponentCatalog, name: string, depth = 0): Node {
  const { props = [], children = "blocks", isInline = false } = findComponent(catalog, name) ?? {};
  // Numbers and expressions have no sensible default value.
  const attributes: ComponentAttribute[] = props
    .filter(({ type, isRequired }) => isRequired && type !== "number" && type !== "expression")
    .map((prop) => ({ name: prop.name, value: prop.options?.[0] ?? "" }));
  if (isInline && depth === 0) {
    const text = children === "none" ? null : pageSchema.text(name.toLowerCase());
    return nodes.inlineComponent.create({ name, attributes }, text);
  }
  const [child] = depth < nestingMax ? childNames(catalog, name) : [];
  const content = child === undefined ? nodes.paragraph.create() : newComponent(catalog, child, depth + 1);
  return nodes.component.create({ name, attributes }, children === "none" ? null : content);
}
