import { element, type HtmlElement, type HtmlNode, textOf } from "../../ground/html/html-node.ts";
import { ownIcon } from "./own-icon.ts";

/** A file or a folder of a tree. */
export interface TreeEntry {
  name: string;
  isFolder: boolean;
  isOpen: boolean;
  canOpen: boolean;
  isHighlighted: boolean;
  entries: TreeEntry[];
  /** Words that follow the name. */
  note: HtmlNode[];
}

export function treeElement(entries: TreeEntry[]): HtmlNode {
  const readers = element("div", { class: "tree", "data-tree": true }, [element("ul", {}, entries.map(entryElement))]);
  const text = entries.map((entry) => entryText(entry, "")).join("\n");
  const machines = element("pre", { "data-language": "text" }, [element("code", {}, [text])]);
  return { readers: [readers], machines: [machines] };
}

/** Folders are `<details>`, so that they open without JavaScript; site.js adds the arrow keys. */
function entryElement(entry: TreeEntry): HtmlElement {
  const name = element("span", { class: entry.isHighlighted ? "tree-name highlighted" : "tree-name" }, [entry.name]);
  const note = textOf(entry.note).trim() === "" ? [] : [element("span", { class: "tree-note" }, entry.note)];
  if (!entry.isFolder) return closedRow([ownIcon("file"), name, ...note]);
  if (!entry.canOpen) return fixedFolder(entry, [name, ...note]);
  const icons = [
    ownIcon("chevron-right", "chevron"),
    ownIcon("folder", "folder-closed"),
    ownIcon("folder-open", "folder-opened"),
  ];
  return element("li", {}, [
    element("details", { class: "tree-folder", open: entry.isOpen }, [
      element("summary", { class: "tree-row" }, [...icons, name, ...note]),
      element("ul", {}, entry.entries.map(entryElement)),
    ]),
  ]);
}

/** A folder that cannot be opened or closed stays as it is: what it holds is shown if it starts open. */
function fixedFolder({ isOpen, entries }: TreeEntry, words: HtmlNode[]): HtmlElement {
  const row = closedRow([ownIcon(isOpen ? "folder-open" : "folder"), ...words]);
  if (isOpen && entries.length > 0) row.children.push(element("ul", {}, entries.map(entryElement)));
  return row;
}

function closedRow(content: HtmlNode[]): HtmlElement {
  return element("li", {}, [element("span", { class: "tree-row" }, content)]);
}

/** The tree as people draw it in plain text. */
function entryText(entry: TreeEntry, indentation: string): string {
  const note = textOf(entry.note).trim();
  const line = `${indentation}${entry.name}${entry.isFolder ? "/" : ""}${note === "" ? "" : `  ${note}`}`;
  return [line, ...entry.entries.map((inner) => entryText(inner, `${indentation}  `))].join("\n");
}
