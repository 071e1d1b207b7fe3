import { element, type HtmlNode, isElement } from "../../ground/html/html-node.ts";
import { findIcon } from "../icons/find-icon.ts";
import { imageElement, linkElement } from "../markdown/links-and-images.ts";
import { flagProp, textProp } from "../markdown/props.ts";
import { resolveSiteUrl } from "../markdown/resolve-site-url.ts";
import type { Component } from "./component.ts";
import { ownIcon } from "./icon-prop.ts";
import { altProp, pictureNode } from "./picture.ts";
import { propMarkdown } from "./prop-markdown.ts";

/** `Link`, `Image` and `Video` aren't documented, but authors bring them from other systems. */
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

/** A video that plays by itself works like an animated image: muted, looping, and inline on phones. */
function withQuietVideos(node: HtmlNode): HtmlNode {
  if (!isElement(node)) return node;
  const children = node.children.map(withQuietVideos);
  const startsAlone =
    node.tag === "video" && node.attributes.autoplay !== undefined && node.attributes.autoplay !== false;
  const quiet = startsAlone ? { muted: true, loop: true, playsinline: true } : {};
  return { ...node, attributes: { ...node.attributes, ...quiet }, children };
}

const repository = /^(?:https?:\/\/(?:www\.)?github\.com\/)?([\w.-]+)\/([\w.-]+?)(?:\.git)?\/?$/;

/** A link to a repository. It doesn't fetch star counts: a reader's browser only talks to this site. */
export const githubRepo: Component = ({ props, node }, context) => {
  const repo = textProp(props, "repo") ?? "";
  const [, owner, name] = repository.exec(repo.trim()) ?? [];
  if (owner === undefined || name === undefined) {
    context.warn(`<GitHub.Repo repo="${repo.slice(0, 80)}"> does not name a repository`, node, {
      hint: 'write repo="owner/name"',
    });
    return [];
  }
  const variant = textProp(props, "variant") === "flat" ? "flat" : "inset";
  const mark = findIcon("fontawesome", "github", "brands");
  const words = element("span", { class: "repository-name" }, [
    element("span", { class: "repository-owner" }, [`${owner}/`]),
    name,
  ]);
  const content = [...(mark === undefined ? [] : [mark]), words, ownIcon("arrow-up-right", "repository-arrow")];
  const link = linkElement(`https://github.com/${owner}/${name}`, content, node, context);
  return [{ ...link, attributes: { ...link.attributes, class: `repository repository-${variant}` } }];
};
