import {
  Code,
  Component,
  Heading1,
  Heading2,
  Heading3,
  Heading4,
  Image,
  List,
  ListOrdered,
  ListTodo,
  type LucideIcon,
  Minus,
  Pilcrow,
  Quote,
  Sigma,
  SquareCode,
  Table,
} from "lucide-react";
import type { Node } from "prosemirror-model";
import type { Command } from "prosemirror-state";
import { type NewComponent, newBlock, newComponent } from "../document/new-block.ts";
import { pageSchema } from "../document/page-schema.ts";
import { insertBlock } from "./block-commands.ts";
import { type CatalogComponent, type ComponentCatalog, findComponent } from "./catalog.ts";
import { type TextKind, turnInto } from "./turn-into.ts";

const { nodes } = pageSchema;

/** An entry of the insert menu. */
export interface BlockItem {
  id: string;
  group: "Text" | "Blocks" | "Components" | "In the text";
  title: string;
  description: string;
  icon: LucideIcon;
  /** The action after the typed query was deleted. "image" and "newSource" open a dialog. */
  action: { command: Command; opensProps?: boolean } | "image" | "newSource";
  words: string;
}

interface TextItem {
  kind: TextKind;
  title: string;
  description: string;
  icon: LucideIcon;
  words: string;
}

/** In the order of the menus. */
export const textItems: readonly TextItem[] = [
  { kind: "paragraph", title: "Text", description: "A plain paragraph", icon: Pilcrow, words: "paragraph" },
  { kind: "heading1", title: "Heading 1", description: "Largest heading", icon: Heading1, words: "h1 title" },
  { kind: "heading2", title: "Heading 2", description: "Section of the page", icon: Heading2, words: "h2" },
  { kind: "heading3", title: "Heading 3", description: "Part of a section", icon: Heading3, words: "h3" },
  { kind: "heading4", title: "Heading 4", description: "Smallest heading", icon: Heading4, words: "h4" },
  {
    kind: "bulletList",
    title: "Bulleted list",
    description: "Items without an order",
    icon: List,
    words: "ul unordered",
  },
  {
    kind: "orderedList",
    title: "Numbered list",
    description: "Items in order",
    icon: ListOrdered,
    words: "ol ordered",
  },
  {
    kind: "taskList",
    title: "Task list",
    description: "Items with checkboxes",
    icon: ListTodo,
    words: "todo checkbox",
  },
  { kind: "blockquote", title: "Quote", description: "Text by someone else", icon: Quote, words: "blockquote" },
  {
    kind: "codeBlock",
    title: "Code block",
    description: "Code with syntax colors",
    icon: SquareCode,
    words: "pre fence",
  },
];

/** Everything that can be inserted, in the order of the menu. */
export function blockItems(catalog: ComponentCatalog, canUpload: boolean): BlockItem[] {
  const texts = textItems.map(({ kind, ...item }): BlockItem => {
    const group = kind === "codeBlock" ? "Blocks" : "Text";
    return { ...item, id: kind, group, action: { command: turnInto(kind) } };
  });
  const blocks: BlockItem[] = [
    {
      id: "table",
      group: "Blocks",
      title: "Table",
      description: "Rows and columns with a header",
      icon: Table,
      action: { command: (state, dispatch) => insertBlock(newBlock("table"))(state, dispatch) },
      words: "grid columns rows",
    },
    {
      id: "image",
      group: "Blocks",
      title: "Image",
      description: canUpload ? "Upload a file or enter an address" : "An image by its address",
      icon: Image,
      action: "image",
      words: "picture photo screenshot media upload",
    },
    {
      id: "thematicBreak",
      group: "Blocks",
      title: "Divider",
      description: "A horizontal line",
      icon: Minus,
      action: { command: (state, dispatch) => insertBlock(newBlock("thematicBreak"))(state, dispatch) },
      words: "horizontal rule hr separator",
    },
    {
      id: "math",
      group: "Blocks",
      title: "Formula",
      description: "LaTeX in a block of its own",
      icon: Sigma,
      action: { command: (state, dispatch) => insertBlock(newBlock("math"))(state, dispatch) },
      words: "math latex equation",
    },
    {
      id: "source",
      group: "Blocks",
      title: "MDX source",
      description: "Anything that has no form of its own",
      icon: Code,
      action: "newSource",
      words: "html import expression raw",
    },
  ];
  return [...texts, ...blocks, ...catalog.map((component) => componentItem(catalog, component))];
}

/** The entries that match the query. Entries whose title starts with the query come first. */
export function filterItems(items: readonly BlockItem[], query: string): BlockItem[] {
  const wanted = query.trim().toLowerCase();
  if (wanted === "") return [...items];
  const rank = ({ title, words }: BlockItem) => {
    const name = title.toLowerCase();
    if (name.startsWith(wanted)) return 0;
    if (name.includes(wanted)) return 1;
    return words
      .toLowerCase()
      .split(" ")
      .some((word) => word.startsWith(wanted))
      ? 2
      : 3;
  };
  const ranked = items.map((item) => ({ item, rank: rank(item) })).filter(({ rank: place }) => place < 3);
  return ranked.sort((left, right) => left.rank - right.rank).map(({ item }) => item);
}

function componentItem(catalog: ComponentCatalog, component: CatalogComponent): BlockItem {
  const { name, description = "", isInline = false, props, children } = component;
  return {
    id: `component-${name}`,
    group: isInline ? "In the text" : "Components",
    title: name,
    description,
    icon: Component,
    action: {
      command: (state, dispatch) => {
        const node = newCatalogComponent(catalog, name);
        // A tag without content, alone on its line, is a block.
        const isAlone = children === "none" && state.selection.$from.parent.content.size === 0;
        if (!isInline) return insertBlock(node)(state, dispatch);
        if (isAlone) return insertBlock(nodes.component.create(node.attrs))(state, dispatch);
        dispatch?.(state.tr.replaceSelectionWith(node).scrollIntoView());
        return true;
      },
      opensProps: props.some(({ isRequired }) => isRequired),
    },
    words: description,
  };
}

const nestingMax = 3;

/** A component with its required props, and with children if it is meant to contain certain components. */
export function newCatalogComponent(catalog: ComponentCatalog, name: string): Node {
  const component = findComponent(catalog, name);
  const described = describeNewComponent(catalog, name, 0);
  if (component?.isInline !== true) return newComponent(described);
  const { attributes } = newComponent(described).attrs;
  const text = component.children === "none" ? undefined : pageSchema.text(name.toLowerCase());
  return nodes.inlineComponent.create({ name, attributes }, text);
}

function describeNewComponent(catalog: ComponentCatalog, name: string, depth: number): NewComponent {
  const { props = [], children = "blocks" } = findComponent(catalog, name) ?? {};
  // Numbers and expressions have no sensible default value.
  const required = props.filter(({ type, isRequired }) => isRequired && type !== "number" && type !== "expression");
  const [child] = typeof children === "object" ? children : [];
  return {
    name,
    requiredProps: required.map((prop) => prop.name),
    values: Object.fromEntries(required.flatMap((prop) => (prop.options?.[0] ? [[prop.name, prop.options[0]]] : []))),
    hasChildren: children !== "none",
    ...(child !== undefined && depth < nestingMax && { child: describeNewComponent(catalog, child, depth + 1) }),
  };
}

export const insertMenuId = "insert-menu";

/** The element ID of an entry, which the editor names as its active descendant. */
export function insertOptionId(item: BlockItem): string {
  return `${insertMenuId}-${item.id}`;
}
