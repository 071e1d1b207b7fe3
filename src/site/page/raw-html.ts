import { posix } from "node:path";
import { type DefaultTreeAdapterMap, parseFragment } from "parse5";
import { BuildProblem } from "../build-problem.ts";
import { escapeAttribute } from "../html/escape.ts";
import { element, type HtmlAttributes, type HtmlNode } from "../html/html-node.ts";
import { printHtml, voidTags } from "../html/print-html.ts";
import { resolveSiteUrl } from "./resolve-site-url.ts";

type ParsedNode = DefaultTreeAdapterMap["childNode"];

/**
 * `.md` pages may hold HTML that opens in one paragraph and closes in another. The whole article is printed with it,
 * parsed as a browser would, and read back as elements; the sanitiser then sees what a browser would have seen.
 */
export function resolveRawHtml(nodes: HtmlNode[], file: string, depthMax: number): HtmlNode[] {
  if (!nodes.some(holdsRawHtml)) return nodes;
  const fragment = parseFragment(printWithRawHtml(nodes));
  return fragment.childNodes.flatMap((node) => fromParsed(node, file, depthMax));
}

function holdsRawHtml(node: HtmlNode): boolean {
  if (typeof node === "string" || "highlighted" in node) return false;
  return "rawHtml" in node || node.children.some(holdsRawHtml);
}

function printWithRawHtml(nodes: HtmlNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === "string" || "highlighted" in node) return printHtml([node]);
      if ("rawHtml" in node) return node.rawHtml;
      const attributes = Object.entries(node.attributes)
        .filter(([, value]) => value !== undefined && value !== false)
        .map(([name, value]) => ` ${name}="${value === true ? "" : escapeAttribute(String(value))}"`)
        .join("");
      const opening = `<${node.tag}${attributes}>`;
      return voidTags.has(node.tag) ? opening : `${opening}${printWithRawHtml(node.children)}</${node.tag}>`;
    })
    .join("");
}

function fromParsed(node: ParsedNode, file: string, depthLeft: number): HtmlNode[] {
  if (depthLeft <= 0) throw new BuildProblem("HTML elements are nested too deep", { file, hint: "flatten the page" });
  if (node.nodeName === "#text" && "value" in node) return [node.value];
  if (!("tagName" in node)) return [];
  const attributes: HtmlAttributes = {};
  for (const { name, value, prefix } of node.attrs) attributes[prefix ? `${prefix}:${name}` : name] = value;
  for (const name of ["href", "src", "poster"]) {
    const url = attributes[name];
    if (typeof url === "string") attributes[name] = resolveSiteUrl(url, posix.dirname(file));
  }
  return [
    element(
      node.tagName,
      attributes,
      node.childNodes.flatMap((child) => fromParsed(child, file, depthLeft - 1)),
    ),
  ];
}
