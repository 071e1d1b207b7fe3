import { element } from "../../ground/html/html-node.ts";
import { imageElement, linkElement } from "../markdown/links-and-images.ts";
import { flagProp, textProp } from "../markdown/props.ts";
import { resolveSiteUrl } from "../markdown/resolve-site-url.ts";
import type { Component } from "./component.ts";
import { altProp, pictureNode } from "./picture.ts";

/** `Link`, `Image` and `Video` are not in the reference, but authors bring them along from other systems. */
export const linkComponent: Component = ({ props, children, node }, context) => {
  const content = context.renderNodes(children, context);
  const link = linkElement(textProp(props, "href") ?? "", content, node, context, textProp(props, "title"));
  const own = { target: textProp(props, "target"), rel: textProp(props, "rel") };
  return [link.tag === "a" ? { ...link, attributes: { ...own, ...link.attributes } } : link];
};

export const imageComponent: Component = ({ props, node }, context) => {
  const attributes = {
    src: textProp(props, "src") ?? "",
    alt: altProp(props),
    title: textProp(props, "title"),
    width: textProp(props, "width"),
    height: textProp(props, "height"),
  };
  return [pictureNode(imageElement(attributes, node, context), props, context.page.words)];
};

export const videoComponent: Component = ({ props, node }, context) => {
  const address = (name: string) => {
    const url = textProp(props, name);
    return url === undefined ? undefined : resolveSiteUrl(url, context.folder);
  };
  const startsAlone = flagProp(props, "autoPlay") === true;
  const video = element("video", {
    src: address("src"),
    poster: address("poster"),
    title: textProp(props, "title"),
    width: textProp(props, "width"),
    height: textProp(props, "height"),
    controls: flagProp(props, "controls") ?? !startsAlone,
    autoplay: startsAlone,
    loop: flagProp(props, "loop") ?? startsAlone,
    muted: flagProp(props, "muted") ?? startsAlone,
    playsinline: true,
    preload: "metadata",
  });
  return [{ ...video, source: context.place(node) }];
};
