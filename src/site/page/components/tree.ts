import { textOf } from "../../ground/html/html-node.ts";
import { flagProp, type Props, textProp } from "../markdown/props.ts";
import { readProps } from "../markdown/read-props.ts";
import type { RenderContext } from "../markdown/render-context.ts";
import type { MarkdownNode } from "../page-tree.ts";
import { warnOfUnknownProps } from "./common-props.ts";
import { type Component, define } from "./component.ts";
import { type TreeEntry, treeElement } from "./tree-entry.ts";

export const tree: Component = ({ children }, context) => [
  treeElement(children.flatMap((child) => readEntries(child, context))),
];

/** A folder or a file outside of a tree is a tree of its own. */
const loneEntry: Component = ({ node }, context) => [treeElement(readEntries(node, context))];

export const treeFolderDefinition = define(loneEntry, "name defaultOpen openable highlight");
export const treeFileDefinition = define(loneEntry, "name highlight");

/** Entries are components, or items of a Markdown list in which a trailing slash makes a folder. */
function readEntries(node: MarkdownNode, context: RenderContext): TreeEntry[] {
  if (node.type === "list") return (node.children ?? []).map((item) => listEntry(item, context));
  if (node.type === "paragraph") return (node.children ?? []).flatMap((child) => readEntries(child, context));
  if (node.name === "Tree.Folder" || node.name === "Tree.File") return [componentEntry(node, context)];
  const name = textOf(context.renderNodes([node], context)).trim();
  return name === "" ? [] : [{ ...plainEntry, name }];
}

const plainEntry = { isFolder: false, isOpen: false, canOpen: false, isHighlighted: false, entries: [], note: [] };

function componentEntry(node: MarkdownNode, context: RenderContext): TreeEntry {
  const isFolder = node.name === "Tree.Folder";
  const props: Props = readProps(node);
  const call = { name: node.name ?? "", props, children: [], node };
  warnOfUnknownProps(isFolder ? treeFolderDefinition : treeFileDefinition, call, context);
  return {
    ...plainEntry,
    name: textProp(props, "name") ?? (isFolder ? "folder" : "file"),
    isFolder,
    isOpen: flagProp(props, "defaultOpen") === true,
    canOpen: flagProp(props, "openable") !== false,
    isHighlighted: flagProp(props, "highlight") === true,
    entries: (node.children ?? []).flatMap((child) => readEntries(child, context)),
  };
}

function listEntry(item: MarkdownNode, context: RenderContext): TreeEntry {
  const [label, ...rest] = item.children ?? [];
  const [first, ...note] = label?.type === "paragraph" ? (label.children ?? []) : [];
  const text = first === undefined ? "" : textOf(context.renderNodes([first], context)).trim();
  const name = text.split(/\s+/)[0] ?? "";
  const inner = rest.filter((child) => child.type === "list");
  return {
    name: name.replace(/(?<=.)\/$/, ""),
    isFolder: name.endsWith("/") || inner.length > 0,
    isOpen: true,
    canOpen: true,
    isHighlighted: first?.type === "strong",
    entries: inner.flatMap((list) => readEntries(list, context)),
    note: [text.slice(name.length), ...context.renderNodes(note, context)],
  };
}
