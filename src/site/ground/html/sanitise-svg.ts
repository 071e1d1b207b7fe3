import { ariaAttribute, globalAttributes, svgAttributes } from "./allowed-html.ts";
import type { HtmlAttributes, HtmlElement } from "./html-node.ts";
import { safeResourceUrl } from "./safe-url.ts";

const loadsSomething = /url\s*\(\s*['"]?\s*(?!#|['"]?#)/i;

/** Attributes of an SVG element by list. References stay inside the drawing; only <image> may name a picture. */
export function sanitiseSvgAttributes(node: HtmlElement): HtmlAttributes {
  const attributes: HtmlAttributes = {};
  for (const [name, value] of Object.entries(node.attributes)) {
    if (value === undefined || value === false) continue;
    const text = String(value);
    if (name === "href" || name === "xlink:href") {
      const reference = safeReference(node.tag, text);
      if (reference !== undefined) attributes.href = reference;
    } else if (isAllowed(name) && !loadsSomething.test(text)) {
      attributes[name] = text;
    }
  }
  return attributes;
}

function isAllowed(name: string): boolean {
  return svgAttributes.has(name) || globalAttributes.has(name) || ariaAttribute.test(name);
}

function safeReference(tag: string, reference: string): string | undefined {
  if (reference.startsWith("#")) return reference;
  return tag === "image" ? safeResourceUrl(reference) : undefined;
}
