import { type DefaultTreeAdapterMap, parseFragment } from "parse5";
import { ariaAttribute, globalAttributes, svgAttributes, svgTags } from "../../shared/html/allowed-html.ts";
import { escapeAttribute, escapeText } from "../../shared/html/escape.ts";
import { safeStyleText } from "../../shared/html/safe-style.ts";
import { safeResourceUrl } from "../../shared/html/safe-url.ts";

type ParsedNode = DefaultTreeAdapterMap["childNode"];
type ParsedElement = DefaultTreeAdapterMap["element"];

const loadsSomething = /url\s*\(\s*['"]?\s*(?!#|['"]?#)|@import|javascript:/i;

/**
 * An SVG image is served from the site's own origin, and a browser that opens it directly would run its scripts.
 * Therefore only allowed elements and attributes of the parsed tree are written out. A file that isn't an SVG image
 * becomes an empty image.
 */
export function sanitizeSvgFile(bytes: Buffer, depthMax: number): Buffer {
  const fragment = parseFragment(bytes.toString("utf8"));
  const root = fragment.childNodes.find((node): node is ParsedElement => node.nodeName === "svg");
  const markup = root === undefined ? '<svg xmlns="http://www.w3.org/2000/svg"/>' : printElement(root, depthMax);
  return Buffer.from(markup);
}

function printElement(node: ParsedElement, depthLeft: number): string {
  if (depthLeft <= 0) return "";
  if (node.tagName === "style") return printStyle(node);
  if (!svgTags.has(node.tagName)) return "";
  const attributes = node.attrs.map((attribute) => printAttribute(node.tagName, attribute)).join("");
  const namespace = node.tagName === "svg" ? ' xmlns="http://www.w3.org/2000/svg"' : "";
  const children = node.childNodes.map((child) => printChild(child, depthLeft - 1)).join("");
  return `<${node.tagName}${namespace}${attributes}>${children}</${node.tagName}>`;
}

function printChild(node: ParsedNode, depthLeft: number): string {
  if (node.nodeName === "#text" && "value" in node) return escapeText(node.value);
  return "tagName" in node ? printElement(node, depthLeft) : "";
}

/** Styles of an SVG image only affect the image, as long as they load nothing. */
function printStyle(node: ParsedElement): string {
  const css = node.childNodes.map((child) => ("value" in child ? child.value : "")).join("");
  return loadsSomething.test(css) || css.includes("\\") ? "" : `<style>${escapeText(css)}</style>`;
}

interface ParsedAttribute {
  name: string;
  value: string;
  prefix?: string;
}

function printAttribute(tag: string, { name, value, prefix }: ParsedAttribute): string {
  if (name === "href" && (prefix === undefined || prefix === "xlink" || prefix === "")) {
    const isInside = value.startsWith("#");
    const safe = isInside ? value : tag === "image" ? safeResourceUrl(value) : undefined;
    return safe === undefined ? "" : ` href="${escapeAttribute(safe)}"`;
  }
  if (name === "style") {
    const style = safeStyleText(value);
    return style === "" ? "" : ` style="${escapeAttribute(style)}"`;
  }
  const isListed =
    name !== "xmlns" && (svgAttributes.has(name) || globalAttributes.has(name) || ariaAttribute.test(name));
  return prefix || !isListed || loadsSomething.test(value) ? "" : ` ${name}="${escapeAttribute(value)}"`;
}
