import { classesOf, type HtmlElement, type HtmlNode, isElement } from "../../shared/html/html-node.ts";

/**
 * The context for writing one kind of element. A block is text of one or more lines without surrounding blank lines.
 */
export interface MarkdownWriter {
  blocks(nodes: HtmlNode[]): string[];
  /** Like `blocks`, but one level deeper, because the result will be indented. */
  nested(nodes: HtmlNode[]): string[];
  /** The number of lists and quotes around the blocks. */
  depth: number;
  /** The level of the last heading; titles of components go below it. */
  headingLevel: number;
}

export type BlockWriter = (node: HtmlElement, writer: MarkdownWriter) => string[];

/** Deeper lists and quotes aren't indented further, so that lines don't consist mostly of markers. */
const indentedLevelsMax = 10;

/** A list item: the marker, then its indented blocks. */
export function listItem(marker: string, blocks: string[], isTight: boolean, { depth }: MarkdownWriter): string {
  const text = isTight ? blocks.join("\n") : joinBlocks(blocks);
  if (depth >= indentedLevelsMax) return `${marker}${text}`;
  return `${marker}${text.replaceAll("\n", `\n${" ".repeat(marker.length)}`).replaceAll(/^ +$/gm, "")}`;
}

/** A part with a title, such as a tab or an accordion. */
export function titledItem(title: string, blocks: string[], writer: MarkdownWriter): string {
  return listItem("- ", title === "" ? blocks : [`**${title}**`, ...blocks], false, writer);
}

/** `- lead: text` if the text is one paragraph; otherwise the blocks follow below the lead. */
export function leadItem(lead: string, blocks: string[], writer: MarkdownWriter): string {
  if (lead === "") return listItem("- ", blocks, false, writer);
  return listItem("- ", isOneParagraph(blocks) ? [`${lead}: ${blocks[0]}`] : [lead, ...blocks], false, writer);
}

export function isOneParagraph([only = "", ...others]: string[]): boolean {
  return only !== "" && others.length === 0 && !/\n|^(?:[-#>|`]|\d+\.|!\[)/.test(only);
}

const singleItem = /^- [^\n]*$/;

/** One-line items are adjacent; everything else is separated by a blank line. */
export function joinBlocks(blocks: string[]): string {
  let text = "";
  blocks.forEach((block, index) => {
    const before = blocks[index - 1];
    if (before !== undefined) text += singleItem.test(before) && singleItem.test(block) ? "\n" : "\n\n";
    text += block;
  });
  return text;
}

/** Escapes a trailing `#`, which Markdown would remove from the heading. */
export function headingLine(level: number, text: string): string {
  const line = text.replaceAll(/(?<!\s)\s*\n\s*/g, " ").replace(/(^|\s)(#+)$/, "$1\\$2");
  return `${"#".repeat(level)} ${line}`;
}

export function textAttribute(node: HtmlElement, name: string): string | undefined {
  const value = node.attributes[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}

export function quote(blocks: string[], { depth }: MarkdownWriter): string {
  const text = joinBlocks(blocks);
  return depth >= indentedLevelsMax ? text : `> ${text.replaceAll("\n", "\n> ")}`.replaceAll(/^> +$/gm, ">");
}

/** The first child with this class. */
export function inside(node: HtmlElement, className: string): HtmlElement | undefined {
  return node.children.filter(isElement).find((child) => classesOf(child).includes(className));
}

/** The first child with this class, and all other children. */
export function takeChild(node: HtmlElement, className: string): [HtmlElement | undefined, HtmlNode[]] {
  const found = inside(node, className);
  return [found, node.children.filter((child) => child !== found)];
}

/** The first element with this class at any depth. */
export function findInside(nodes: HtmlNode[], className: string): HtmlElement | undefined {
  for (const node of nodes.filter(isElement)) {
    const found = classesOf(node).includes(className) ? node : findInside(node.children, className);
    if (found !== undefined) return found;
  }
  return undefined;
}
