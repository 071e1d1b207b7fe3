import { type DefaultTreeAdapterMap, parseFragment } from "parse5";
import { element, type HtmlAttributes, type HtmlElement, type HtmlNode } from "./html-node.ts";

type ParsedNode = DefaultTreeAdapterMap["childNode"];

const textLengthMax = 512 * 1024;

/** The first drawing in a text as elements for the sanitiser. What is nested deeper than `depthMax` is left out. */
export function parseSvg(text: string, depthMax: number): HtmlElement | undefined {
  if (text.length > textLengthMax) return undefined;
  for (const node of parseFragment(text).childNodes) {
    const [drawing] = node.nodeName === "svg" ? fromParsed(node, depthMax) : [];
    if (typeof drawing === "object" && "tag" in drawing) return drawing;
  }
  return undefined;
}

function fromParsed(node: ParsedNode, depthLeft: number): HtmlNode[] {
  if (depthLeft <= 0) return [];
  if (node.nodeName === "#text" && "value" in node) return [node.value];
  if (!("tagName" in node)) return [];
  const attributes: HtmlAttributes = {};
  for (const { name, value, prefix } of node.attrs) attributes[prefix ? `${prefix}:${name}` : name] = value;
  const children = node.childNodes.flatMap((child) => fromParsed(child, depthLeft - 1));
  return [element(node.tagName, attributes, children)];
}
