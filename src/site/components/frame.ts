import { element, type HtmlNode } from "../html/html-node.ts";
import { textProp } from "../page/props.ts";
import type { Component } from "./component.ts";

export const frame: Component = ({ props, children }, context) => {
  const hint = textProp(props, "hint");
  const caption = textProp(props, "caption");
  const content: HtmlNode[] = [element("div", { class: "frame-content" }, context.renderNodes(children, context))];
  if (caption !== undefined) content.push(element("figcaption", {}, [caption]));
  const figure = element("figure", { class: "frame" }, content);
  return hint === undefined ? [figure] : [element("p", { class: "frame-hint" }, [hint]), figure];
};
