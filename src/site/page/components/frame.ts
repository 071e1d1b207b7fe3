import { element, type HtmlNode, isElement } from "../../ground/html/html-node.ts";
import { textProp } from "../markdown/props.ts";
import type { Component } from "./component.ts";
import { propMarkdown } from "./prop-markdown.ts";

export const frame: Component = ({ props, children, node }, context) => {
  const hint = textProp(props, "hint");
  const caption = textProp(props, "caption");
  const shown = context.renderNodes(children, context).map(withQuietVideos);
  const parts: HtmlNode[] = [];
  if (hint !== undefined) parts.push(element("div", { class: "frame-hint" }, propMarkdown(hint, node, context)));
  parts.push(element("div", { class: "frame-content" }, shown));
  if (caption !== undefined) parts.push(element("figcaption", {}, propMarkdown(caption, node, context)));
  return [element("figure", { class: "frame" }, parts)];
};

/** A video that starts by itself is a moving picture: silent, endless, and in its place on a phone. */
function withQuietVideos(node: HtmlNode): HtmlNode {
  if (!isElement(node)) return node;
  const children = node.children.map(withQuietVideos);
  const startsAlone =
    node.tag === "video" && node.attributes.autoplay !== undefined && node.attributes.autoplay !== false;
  const quiet = startsAlone ? { muted: true, loop: true, playsinline: true } : {};
  return { ...node, attributes: { ...node.attributes, ...quiet }, children };
}
