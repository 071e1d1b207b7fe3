import type { HtmlElement, HtmlNode } from "../../ground/html/html-node.ts";

/** What the writer of one kind of element needs. Blocks are texts of one or more lines, with no empty line around them. */
export interface MarkdownWriter {
  blocks(nodes: HtmlNode[]): string[];
  /** The same, one level deeper: they will be indented. */
  nested(nodes: HtmlNode[]): string[];
  /** How many levels of lists and quotations the blocks stand in. */
  depth: number;
  /** Of the last heading; titles of components stand below it. */
  headingLevel: number;
}

export type BlockWriter = (node: HtmlElement, writer: MarkdownWriter) => string[];

/** Deeper lists and quotations are written side by side: a line must not begin with more signs than it has words. */
export const indentedLevelsMax = 10;

/** A list item: the marker, then its blocks, indented to stand under each other. */
export function listItem(marker: string, blocks: string[], isTight: boolean, { depth }: MarkdownWriter): string {
  const text = isTight ? blocks.join("\n") : joinBlocks(blocks);
  if (depth >= indentedLevelsMax) return `${marker}${text}`;
  return `${marker}${text.replaceAll("\n", `\n${" ".repeat(marker.length)}`).replaceAll(/^ +$/gm, "")}`;
}

/** A part with a title, such as a tab or an accordion: what is inside of it stays inside. */
export function titledItem(title: string, blocks: string[], writer: MarkdownWriter): string {
  return listItem("- ", title === "" ? blocks : [`**${title}**`, ...blocks], false, writer);
}

/** `- lead: text` when the text is one paragraph, else the blocks below the lead. */
export function leadItem(lead: string, blocks: string[], writer: MarkdownWriter): string {
  if (lead === "") return listItem("- ", blocks, false, writer);
  return listItem("- ", isOneParagraph(blocks) ? [`${lead}: ${blocks[0]}`] : [lead, ...blocks], false, writer);
}

export function isOneParagraph([only = "", ...others]: string[]): boolean {
  return only !== "" && others.length === 0 && !/\n|^(?:[-#>|`]|\d+\.|!\[)/.test(only);
}

const singleItem = /^- [^\n]*$/;

/** Items that are one line each stand close together; everything else has an empty line between. */
export function joinBlocks(blocks: string[]): string {
  let text = "";
  blocks.forEach((block, index) => {
    const before = blocks[index - 1];
    if (before !== undefined) text += singleItem.test(before) && singleItem.test(block) ? "\n" : "\n\n";
    text += block;
  });
  return text;
}

/** Signs at the end of a heading would be taken for its end. */
export function headingLine(level: number, text: string): string {
  const line = text.replaceAll(/\s*\n\s*/g, " ").replace(/(^|\s)(#+)$/, "$1\\$2");
  return `${"#".repeat(level)} ${line}`;
}

export function classesOf(node: HtmlElement): string[] {
  const { class: classes } = node.attributes;
  return typeof classes === "string" ? classes.split(" ") : [];
}

export function textAttribute(node: HtmlElement, name: string): string | undefined {
  const value = node.attributes[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}
