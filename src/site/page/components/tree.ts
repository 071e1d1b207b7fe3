import { element, type HtmlElement, type HtmlNode, textOf } from "../../shared/html/html-node.ts";
import { flagProp, type Props, readProps, textProp } from "../markdown/props.ts";
import type { RenderContext } from "../markdown/render-context.ts";
import type { MarkdownNode } from "../page-tree.ts";
import { type Component, define, warnOfUnknownProps } from "./component.ts";
import { lucideIcon } from "./icon-prop.ts";
import { required, takesFlag, takesText } from "./prop.ts";

const tree: Component = ({ children }, context) => [
  treeElement(children.flatMap((child) => readEntries(child, context))),
];

/** A folder or file outside a tree becomes its own tree. */
const loneEntry: Component = ({ node }, context) => [treeElement(readEntries(node, context))];

const entryName = takesText("name", "The name to show.", required);
const more = [takesFlag("highlight", "Highlights the name."), takesText("comment", "Shown after the name.")];
const entries = ["Tree.Folder", "Tree.File"];

/** Entries are components, or items of a Markdown list in which a trailing slash marks a folder. */
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
  warnOfUnknownProps(treeComponents[isFolder ? "Tree.Folder" : "Tree.File"], call, context);
  return {
    ...plainEntry,
    name: textProp(props, "name") ?? (isFolder ? "folder" : "file"),
    isFolder,
    isOpen: flagProp(props, "defaultOpen") === true,
    canOpen: flagProp(props, "openable") !== false,
    isHighlighted: flagProp(props, "highlight") === true,
    entries: (node.children ?? []).flatMap((child) => readEntries(child, context)),
    note: [textProp(props, "comment") ?? ""],
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

/** A file or folder in a tree. */
interface TreeEntry {
  name: string;
  isFolder: boolean;
  isOpen: boolean;
  canOpen: boolean;
  isHighlighted: boolean;
  entries: TreeEntry[];
  /** Text after the name. */
  note: HtmlNode[];
}

function treeElement(entries: TreeEntry[]): HtmlNode {
  const onPage = element("div", { class: "tree", "data-tree": true }, [element("ul", {}, entries.map(entryElement))]);
  const text = entries.map((entry) => entryText(entry, "")).join("\n");
  const inMarkdown = element("pre", { "data-language": "text" }, [element("code", {}, [text])]);
  return { onPage: [onPage], inMarkdown: [inMarkdown] };
}

/** Folders are `<details>`, so that they open without JavaScript; site.js adds arrow keys. */
function entryElement(entry: TreeEntry): HtmlElement {
  const name = element("span", { class: entry.isHighlighted ? "tree-name highlighted" : "tree-name" }, [entry.name]);
  const note = textOf(entry.note).trim() === "" ? [] : [element("span", { class: "tree-note" }, entry.note)];
  if (!entry.isFolder) return closedRow([lucideIcon("file"), name, ...note]);
  if (!entry.canOpen) return fixedFolder(entry, [name, ...note]);
  const icons = [
    lucideIcon("chevron-right", "chevron"),
    lucideIcon("folder", "folder-closed"),
    lucideIcon("folder-open", "folder-opened"),
  ];
  return element("li", {}, [
    element("details", { class: "tree-folder", open: entry.isOpen }, [
      element("summary", { class: "tree-row" }, [...icons, name, ...note]),
      element("ul", {}, entry.entries.map(entryElement)),
    ]),
  ]);
}

/** A folder that can't be toggled shows its content only if it starts open. */
function fixedFolder({ isOpen, entries }: TreeEntry, words: HtmlNode[]): HtmlElement {
  const row = closedRow([lucideIcon(isOpen ? "folder-open" : "folder"), ...words]);
  if (isOpen && entries.length > 0) row.children.push(element("ul", {}, entries.map(entryElement)));
  return row;
}

function closedRow(content: HtmlNode[]): HtmlElement {
  return element("li", {}, [element("span", { class: "tree-row" }, content)]);
}

/** The tree as plain text. */
function entryText(entry: TreeEntry, indentation: string): string {
  const note = textOf(entry.note).trim();
  const line = `${indentation}${entry.name}${entry.isFolder ? "/" : ""}${note === "" ? "" : `  ${note}`}`;
  return [line, ...entry.entries.map((inner) => entryText(inner, `${indentation}  `))].join("\n");
}

const treeDefinition = define(tree, {
  description: "Folders and files, as components or as a list.",
  children: entries,
});

export const treeComponents = {
  Tree: treeDefinition,
  FileTree: treeDefinition,
  "Tree.Folder": define(loneEntry, {
    description: "A folder of a tree.",
    props: [
      entryName,
      takesFlag("defaultOpen", "Starts open."),
      takesFlag("openable", "Opens with a click.", { default: "true" }),
      ...more,
    ],
    children: entries,
  }),
  "Tree.File": define(loneEntry, {
    description: "A file of a tree.",
    props: [entryName, ...more],
    children: "none",
  }),
};
