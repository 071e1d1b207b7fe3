import { element, type HtmlNode } from "../html/html-node.ts";
import { isExternalUrl, safeLinkUrl } from "../html/safe-url.ts";
import { imageElement, linkElement } from "../page/links-and-images.ts";
import { flagProp, numberProp, textProp } from "../page/props.ts";
import type { Component } from "./component.ts";
import { icon } from "./icons.ts";

const columnsMax = 4;

export const columns: Component = ({ props, children }, context) => {
  const count = Math.min(Math.max(Math.round(numberProp(props, "cols") ?? 2), 1), columnsMax);
  return [element("div", { class: "columns", "data-cols": count }, context.renderNodes(children, context))];
};

export const column: Component = ({ children }, context) => {
  return [element("div", { class: "column" }, context.renderNodes(children, context))];
};

/** The title is the link and its area covers the whole card, so that links in the text of the card still work. */
export const card: Component = ({ props, children, node }, context) => {
  const href = textProp(props, "href");
  const image = textProp(props, "img");
  const cta = textProp(props, "cta");
  const content: HtmlNode[] = [];
  if (image !== undefined) content.push(imageElement({ src: image, alt: "", class: "card-image" }, node, context));
  const title = cardTitle(textProp(props, "title"), href);
  if (title.length > 0) {
    const heading = href === undefined ? title : [linkElement(href, title, node, context)];
    content.push(element("p", { class: "card-title" }, heading));
  }
  const body = context.renderNodes(children, context);
  if (body.length > 0) content.push(element("div", { class: "card-body" }, body));
  if (cta !== undefined) content.push(element("p", { class: "card-cta" }, [cta]));
  if (showsArrow(flagProp(props, "arrow"), href)) content.push(icon("arrow"));
  const classes = ["card", href !== undefined && "card-link", flagProp(props, "horizontal") && "card-horizontal"];
  return [element("div", { class: classes.filter(Boolean).join(" ") }, content)];
};

function cardTitle(title: string | undefined, href: string | undefined): HtmlNode[] {
  if (title !== undefined) return [title];
  return href === undefined ? [] : [safeLinkUrl(href) ?? ""];
}

function showsArrow(arrow: boolean | undefined, href: string | undefined): boolean {
  return href !== undefined && (arrow ?? isExternalUrl(href));
}
