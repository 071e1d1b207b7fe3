import { element, type HtmlElement } from "../../ground/html/html-node.ts";
import { findIcon } from "../icons/find-icon.ts";

/** An icon of our own components, from Lucide; `class` says what it stands for. */
export function ownIcon(name: string, className?: string): HtmlElement {
  const drawing = findIcon("lucide", name) ?? element("svg", {});
  const classes = className === undefined ? drawing.attributes.class : `${drawing.attributes.class} ${className}`;
  return { ...drawing, attributes: { ...drawing.attributes, class: classes } };
}
