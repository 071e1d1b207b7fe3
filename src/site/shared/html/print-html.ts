import { authorClass } from "./author-class.ts";
import { escapeAttribute, escapeText } from "./escape.ts";
import type { HtmlAttributes, HtmlNode } from "./html-node.ts";

export const voidTags: ReadonlySet<string> = new Set(
  "area base br col embed hr img input link meta source track wbr".split(" "),
);

/** Prints a sanitized tree. Recursion is safe, because the depth was limited when the tree was created. */
export function printHtml(nodes: HtmlNode[]): string {
  let html = "";
  for (const node of nodes) html += printNode(node);
  return html;
}

function printNode(node: HtmlNode): string {
  if (typeof node === "string") return escapeText(node);
  if ("highlighted" in node) return node.highlighted;
  if ("rawHtml" in node) return escapeText(node.rawHtml);
  if ("onPage" in node) return printHtml(node.onPage);
  const opening = `<${node.tag}${printAttributes(node.attributes)}>`;
  if (voidTags.has(node.tag)) return opening;
  const content = printHtml(node.children);
  // Browsers drop a line break right after these tags, so text that starts with an empty line gets a second line break.
  const lineBreak = /^(?:pre|textarea)$/.test(node.tag) && /^[\r\n]/.test(content) ? "\n" : "";
  return `${opening}${lineBreak}${content}</${node.tag}>`;
}

function printAttributes(attributes: HtmlAttributes): string {
  let html = "";
  const written = attributes[authorClass];
  for (const name in attributes) {
    const value = attributes[name];
    if (value === undefined || value === false) continue;
    if (name === "class" && written !== undefined) html += ` class="${escapeAttribute(`${value} ${written}`)}"`;
    else if (name !== authorClass) html += value === true ? ` ${name}` : ` ${name}="${escapeAttribute(String(value))}"`;
    else if (attributes.class === undefined) html += ` class="${escapeAttribute(String(value))}"`;
  }
  return html;
}
