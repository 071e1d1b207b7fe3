import { element, type HtmlNode, isElement } from "../../shared/html/html-node.ts";
import { findIcon } from "../icons/find-icon.ts";
import { imageElement, linkElement } from "../markdown/links-and-images.ts";
import { flagProp, textProp } from "../markdown/props.ts";
import { resolveSiteUrl } from "../markdown/resolve-site-url.ts";
import { type Component, define } from "./component.ts";
import { lucideIcon } from "./icon-prop.ts";
import { altProp, pictureNode, placements } from "./picture.ts";
import { required, takesFlag, takesNumber, takesPage, takesText, takesValue, takesWord } from "./prop.ts";
import { propMarkdown } from "./prop-markdown.ts";

/** `Link`, `Image` and `Video` aren't documented, but projects that come from other systems use them. */
const linkComponent: Component = ({ props, children, node }, context) => {
  const content = context.renderNodes(children, context);
  const link = linkElement(textProp(props, "href") ?? "", content, node, context, textProp(props, "title"));
  const own = { target: textProp(props, "target"), rel: textProp(props, "rel") };
  return [link.tag === "a" ? { ...link, attributes: { ...own, ...link.attributes } } : link];
};

const imageComponent: Component = ({ props, node }, context) => {
  const attributes = {
    src: textProp(props, "src") ?? "",
    alt: altProp(props),
    title: textProp(props, "title"),
    width: textProp(props, "width"),
    height: textProp(props, "height"),
  };
  return [pictureNode(imageElement(attributes, node, context), props, context.page.words)];
};

const videoComponent: Component = ({ props, node }, context) => {
  const address = (name: string) => {
    const url = textProp(props, name);
    return url === undefined ? undefined : resolveSiteUrl(url, context.folder, context.page.settings.sources);
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

const frame: Component = ({ props, children, node }, context) => {
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

/** A link to a repository. Without a star count, because a reader's browser only sends requests to this site. */
const githubRepo: Component = ({ props, node }, context) => {
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
  const content = [...(mark === undefined ? [] : [mark]), words, lucideIcon("arrow-up-right", "repository-arrow")];
  const link = linkElement(`https://github.com/${owner}/${name}`, content, node, context);
  return [{ ...link, attributes: { ...link.attributes, class: `repository repository-${variant}` } }];
};

const imageDefinition = define(imageComponent, {
  description: "An image.",
  props: [
    takesText("src", "The path or address of the image.", required),
    takesText("alt", "What the image shows; empty for a decoration."),
    takesText("title", "Shown on hover."),
    takesNumber("width", "In pixels."),
    takesNumber("height", "In pixels."),
    takesFlag("noZoom", "Keeps the image from being enlarged on click."),
    takesValue("actions", "Buttons of the image: `copy` and `download`."),
    takesWord("actionsPlacement", placements, "The corner of the buttons.", { default: "top-right" }),
  ],
  children: "none",
});

export const mediaComponents = {
  Frame: define(frame, {
    description: "A frame around an image or a video.",
    props: [takesText("caption", "Markdown below the content."), takesText("hint", "Markdown above the content.")],
  }),
  "GitHub.Repo": define(githubRepo, {
    description: "A link to a repository on GitHub.",
    props: [
      takesText("repo", "`owner/name`, or its address.", required),
      takesWord("variant", ["inset", "flat"], "How the link looks.", { default: "inset" }),
    ],
    children: "none",
  }),
  Link: define(linkComponent, {
    description: "A link.",
    props: [
      takesPage("href", "Where the link leads.", required),
      takesText("title", "Shown on hover."),
      takesText("target", "Where the link opens."),
      takesText("rel", "How the target relates to this page."),
    ],
    children: "text",
    isInline: true,
  }),
  Image: imageDefinition,
  Img: imageDefinition,
  Video: define(videoComponent, {
    description: "A video.",
    props: [
      takesText("src", "The path or address of the video.", required),
      takesText("poster", "The image to show before the video plays."),
      takesText("title", "Announced by screen readers."),
      takesNumber("width", "In pixels."),
      takesNumber("height", "In pixels."),
      takesFlag("controls", "Shows controls.", { default: "true" }),
      takesFlag("autoPlay", "Plays by itself, muted."),
      takesFlag("loop", "Starts again at the end."),
      takesFlag("muted", "Plays without sound."),
      takesFlag("playsInline", "Plays in the page on phones."),
    ],
    children: "none",
  }),
};
