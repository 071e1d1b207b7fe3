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
import type { CatalogComponent } from "../../../../src/contract/editor-fact-operations.ts";
import type { ComponentCatalog } from "../catalog.ts";
import { newBlocks, newComponent } from "../document/new-block.ts";
import { pageSchema } from "../document/page-schema.ts";
import { insertBlock } from "./block-commands.ts";
import { findLook } from "./component-looks.ts";
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

type ItemRow<Id> = [id: Id, title: string, icon: LucideIcon, description: string, words: string];

const toItem = <Id extends string>([id, title, icon, description, words]: ItemRow<Id>) => ({
  id,
  title,
  icon,
  description,
  words,
});

const textRows: ItemRow<TextKind>[] = [
  ["paragraph", "Text", Pilcrow, "A plain paragraph", "paragraph"],
  ["heading1", "Heading 1", Heading1, "Largest heading", "h1 title"],
  ["heading2", "Heading 2", Heading2, "Section of the page", "h2"],
  ["heading3", "Heading 3", Heading3, "Part of a section", "h3"],
  ["heading4", "Heading 4", Heading4, "Smallest heading", "h4"],
  ["bulletList", "Bulleted list", List, "Items without an order", "ul unordered"],
  ["orderedList", "Numbered list", ListOrdered, "Items in order", "ol ordered"],
  ["taskList", "Task list", ListTodo, "Items with checkboxes", "todo checkbox"],
  ["blockquote", "Quote", Quote, "Text by someone else", "blockquote"],
  ["codeBlock", "Code block", SquareCode, "Code with syntax colors", "pre fence"],
];

const blockRows: ItemRow<keyof typeof newBlocks | "image" | "newSource">[] = [
  ["table", "Table", Table, "Rows and columns with a header", "grid columns rows"],
  ["image", "Image", Image, "An image by its address", "picture photo screenshot media upload"],
  ["thematicBreak", "Divider", Minus, "A horizontal line", "horizontal rule hr separator"],
  ["math", "Formula", Sigma, "LaTeX in a separate block", "math latex equation"],
  ["newSource", "MDX source", Code, "Content that has no form", "html import expression raw"],
];

/** In the order of the menus. */
export const textItems = textRows.map(toItem);

/** Everything that can be inserted, in the order of the menu. */
export function blockItems(catalog: ComponentCatalog, canUpload: boolean): BlockItem[] {
  const texts = textItems.map((item): BlockItem => {
    return { ...item, group: item.id === "codeBlock" ? "Blocks" : "Text", action: { command: turnInto(item.id) } };
  });
  const blocks = blockRows.map(toItem).map((item): BlockItem => {
    const { id } = item;
    if (id === "newSource") return { ...item, group: "Blocks", action: id };
    if (id !== "image") return { ...item, group: "Blocks", action: { command: insertNew(newBlocks[id]) } };
    const description = canUpload ? "Upload a file or enter an address" : item.description;
    return { ...item, description, group: "Blocks", action: id };
  });
  return [...texts, ...blocks, ...catalog.map((component) => componentItem(catalog, component))];
}

function insertNew(newBlock: () => Node): Command {
  return (state, dispatch) => insertBlock(newBlock())(state, dispatch);
}

/** The entries that match the query. Entries whose title starts with the query come first. */
export function filterItems(items: readonly BlockItem[], query: string): BlockItem[] {
  const wanted = query.trim().toLowerCase();
  if (wanted === "") return [...items];
  const rank = ({ title, words }: BlockItem) => {
    const name = title.toLowerCase();
    if (name.startsWith(wanted)) return 0;
    if (name.includes(wanted)) return 1;
    return ` ${words.toLowerCase()}`.includes(` ${wanted}`) ? 2 : 3;
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
        const node = newComponent(catalog, name);
        // A tag without content, alone on its line, is a block.
        const isAlone = children === "none" && state.selection.$from.parent.content.size === 0;
        if (!isInline) return insertBlock(node)(state, dispatch);
        if (isAlone) return insertBlock(nodes.component.create(node.attrs))(state, dispatch);
        dispatch?.(state.tr.replaceSelectionWith(node).scrollIntoView());
        return true;
      },
      opensProps: props.some(({ isRequired }) => isRequired),
    },
    // "call" finds all callouts.
    words: `${findLook(name)?.name ?? ""} ${description}`,
  };
}

export const insertMenuId = "insert-menu";

/** The element ID of an entry, which the editor names as its active descendant. */
export function insertOptionId(item: BlockItem): string {
  return `${insertMenuId}-${item.id}`;
}
