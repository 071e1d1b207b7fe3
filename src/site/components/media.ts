import { element } from "../html/html-node.ts";
import { imageElement, linkElement } from "../page/links-and-images.ts";
import { textProp } from "../page/props.ts";
import { resolveSiteUrl } from "../page/resolve-site-url.ts";
import type { Component } from "./component.ts";

/** `Link`, `Image` and `Video` are not in the reference, but authors bring them along from other systems. */
export const linkComponent: Component = ({ props, children, node }, context) => {
  const content = context.renderNodes(children, context);
  return [linkElement(textProp(props, "href") ?? "", content, node, context)];
};

export const imageComponent: Component = ({ props, node }, context) => {
  const { src = "", alt = "" } = { src: textProp(props, "src"), alt: textProp(props, "alt") };
  return [imageElement({ src, alt, title: textProp(props, "title") }, node, context)];
};

export const videoComponent: Component = ({ props }, context) => {
  const src = resolveSiteUrl(textProp(props, "src") ?? "", context.folder);
  return [element("video", { src, controls: true, playsinline: true, preload: "metadata" })];
};
