import type { MdxJsxAttribute, MdxJsxExpressionAttribute, MdxJsxFlowElement, MdxJsxTextElement } from "mdast-util-mdx";
import type { Tag } from "./node-origin.ts";
import type { ComponentAttribute } from "./page-schema.ts";
import { rangeOf } from "./tree-range.ts";

type Element = MdxJsxFlowElement | MdxJsxTextElement;

export function readAttributes({ attributes }: Element): ComponentAttribute[] {
  return attributes.map(readAttribute);
}

function readAttribute(attribute: MdxJsxAttribute | MdxJsxExpressionAttribute): ComponentAttribute {
  if (attribute.type === "mdxJsxExpressionAttribute") return { name: "", value: { expression: attribute.value } };
  const { name, value } = attribute;
  if (value === null || value === undefined) return { name, value: null };
  return { name, value: typeof value === "string" ? value : { expression: value.value } };
}

/** Finds the parts of a component in its source, which starts at the base. */
export function readTag(element: Element, base: number, text: string): Tag {
  const nameStart = text.indexOf(element.name ?? "", 1);
  const nameEnd = nameStart + (element.name ?? "").length;
  const attributes = element.attributes.map((attribute) => {
    const { start, end } = rangeOf(attribute as Parameters<typeof rangeOf>[0]);
    return { start: start - base, end: end - base };
  });
  // Only whitespace and a slash can follow the last attribute, so the next `>` ends the opening tag.
  const openEnd = text.indexOf(">", attributes.at(-1)?.end ?? nameEnd) + 1;
  const isSelfClosing = text[openEnd - 2] === "/" && openEnd === text.length;
  return {
    nameEnd,
    attributes,
    openEnd,
    isSelfClosing,
    closeStart: isSelfClosing ? text.length : text.lastIndexOf("<"),
  };
}
