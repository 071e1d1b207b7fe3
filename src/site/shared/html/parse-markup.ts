import { type DefaultTreeAdapterMap, parseFragment } from "parse5";
import { element, type HtmlAttributes, type HtmlElement, type HtmlNode, isElement } from "./html-node.ts";

type ParsedNode = DefaultTreeAdapterMap["childNode"];

const textLengthMax = 2 * 1024 * 1024;

class TooDeep extends Error {}

/** Parses a tool's markup for the sanitizer. Returns undefined if it is too long or nested too deeply. */
export function parseMarkup(text: string, depthMax: number): HtmlNode[] | undefined {
  if (text.length > textLengthMax) return undefined;
  try {
    return parseFragment(text).childNodes.flatMap((node) => fromParsed(node, depthMax));
  } catch (error) {
    if (error instanceof TooDeep) return undefined;
    throw error;
  }
}

/** The first <svg> in a text. */
export function parseSvg(text: string, depthMax: number): HtmlElement | undefined {
  return parseMarkup(text, depthMax)?.find((node): node is HtmlElement => isElement(node) && node.tag === "svg");
}

function fromParsed(node: ParsedNode, depthLeft: number): HtmlNode[] {
  if (depthLeft <= 0) throw new TooDeep();
  if (node.nodeName === "#text" && "value" in node) return [node.value];
  if (!("tagName" in node)) return [];
  const attributes: HtmlAttributes = {};
  for (const { name, value, prefix } of node.attrs) attributes[prefix ? `${prefix}:${name}` : name] = value;
  const children = node.childNodes.flatMap((child) => fromParsed(child, depthLeft - 1));
  return [element(node.tagName, attributes, children)];
}
