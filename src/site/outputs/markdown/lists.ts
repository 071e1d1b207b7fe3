import { element, type HtmlElement, type HtmlNode, isElement } from "../../ground/html/html-node.ts";
import { type BlockWriter, joinBlocks, leadItem, listItem, type MarkdownWriter } from "./markdown-writer.ts";

export const list: BlockWriter = (node, writer) => {
  const items = node.children.filter((child) => typeof child !== "string" || child.trim() !== "").map(asItem);
  const isTight = !items.some((item) => item.children.some((child) => isElement(child) && child.tag === "p"));
  let number = Number(node.attributes.start ?? 1);
  const written = items.map((item) => {
    const marker = node.tag === "ol" ? `${number}. ` : "- ";
    number += 1;
    return writeItem(marker, item, isTight, writer);
  });
  if (written.length === 0) return [];
  return [written.join(isTight ? "\n" : "\n\n")];
};

/** A tight item is its text and the lists below it, line by line; with anything larger in it, it needs room. */
function writeItem(marker: string, item: HtmlElement, isTight: boolean, writer: MarkdownWriter): string {
  const blocks = writer.nested(item.children);
  const isPlain = blocks.every((block, index) => index === 0 || /^(?:-|\d+\.) /.test(block));
  return listItem(marker, blocks, isTight && isPlain, writer);
}

function asItem(node: HtmlNode): HtmlElement {
  return isElement(node) && node.tag === "li" ? node : element("li", {}, [node]);
}

/** Terms and what they mean, as a list: Markdown has nothing of its own for it. */
export const definitionList: BlockWriter = (node, writer) => {
  const items: { title: string[]; blocks: string[] }[] = [];
  // A pair may stand in a box of its own.
  const parts = node.children.filter(isElement).flatMap((child) => (child.tag === "div" ? child.children : [child]));
  for (const child of parts.filter(isElement)) {
    const last = items.at(-1);
    if (child.tag === "dt" || last === undefined) items.push({ title: writer.blocks(child.children), blocks: [] });
    else last.blocks.push(...writer.nested(child.children));
  }
  return items.map(({ title, blocks }) => leadItem(`**${joinBlocks(title)}**`, blocks, writer));
};
