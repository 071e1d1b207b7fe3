import type { Node } from "prosemirror-model";
import { type ComponentAttribute, pageSchema } from "./page-schema.ts";

const { nodes } = pageSchema;

/** Blocks that the `/` menu can insert, besides components. */
export const newBlockKinds = [
  "paragraph",
  "heading1",
  "heading2",
  "heading3",
  "heading4",
  "bulletList",
  "orderedList",
  "taskList",
  "blockquote",
  "codeBlock",
  "table",
  "thematicBreak",
  "math",
] as const;
export type NewBlockKind = (typeof newBlockKinds)[number];

export interface NewComponent {
  name: string;
  /** The names of required props. Props with a known value get it, others start empty. */
  requiredProps: readonly string[];
  values?: Readonly<Record<string, string>>;
  /** Whether it can have children. Components such as Icon can't. */
  hasChildren: boolean;
  /** A component that only makes sense inside this one, such as Tab in Tabs. */
  child?: NewComponent;
}

/** A new block with an empty place for the cursor. */
export function newBlock(kind: NewBlockKind): Node {
  switch (kind) {
    case "heading1":
    case "heading2":
    case "heading3":
    case "heading4":
      return nodes.heading.create({ level: Number(kind.slice(-1)) });
    case "bulletList":
    case "orderedList":
      return nodes[kind].create(null, newItem(null));
    case "taskList":
      return nodes.bulletList.create(null, newItem(false));
    case "blockquote":
      return nodes.blockquote.create(null, nodes.paragraph.create());
    case "codeBlock":
      return nodes.codeBlock.create();
    case "table":
      return newTable(2, 3);
    case "thematicBreak":
      return nodes.thematicBreak.create();
    case "math":
      return nodes.opaque.create({ kind: "math", source: "$$\nx\n$$" });
    default:
      return nodes.paragraph.create();
  }
}

/** A new component with its required props. It contains a paragraph, or the component that belongs inside. */
export function newComponent({ name, requiredProps, values = {}, hasChildren, child }: NewComponent): Node {
  const attributes: ComponentAttribute[] = requiredProps.map((prop) => ({ name: prop, value: values[prop] ?? "" }));
  const content = child === undefined ? nodes.paragraph.create() : newComponent(child);
  return nodes.component.create({ name, attributes }, hasChildren ? content : null);
}

/** A table with a header row. */
function newTable(columns: number, rows: number): Node {
  const row = (type: typeof nodes.tableCell) =>
    nodes.tableRow.create(
      null,
      Array.from({ length: columns }, () => type.create()),
    );
  const body = Array.from({ length: Math.max(1, rows - 1) }, () => row(nodes.tableCell));
  return nodes.table.create(null, [row(nodes.tableHeader), ...body]);
}

function newItem(checked: boolean | null): Node {
  return nodes.listItem.create({ checked }, nodes.paragraph.create());
}
