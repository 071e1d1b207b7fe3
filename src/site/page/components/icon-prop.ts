import { element, type HtmlElement, type HtmlNode, isElement } from "../../shared/html/html-node.ts";
import { drawIcon, isIconFile } from "../icons/draw-icon.ts";
import { findIcon } from "../icons/find-icon.ts";
import { missingIcon } from "../icons/missing-icon.ts";
import { type Props, type PropValue, textProp } from "../markdown/props.ts";
import type { RenderContext } from "../markdown/render-context.ts";
import { resolveSiteUrl } from "../markdown/resolve-site-url.ts";
import { Jsx, type MarkdownNode } from "../page-tree.ts";

/** The icon named by a component's props. Unknown names are reported. */
export function iconProp(
  props: Props,
  node: MarkdownNode,
  context: RenderContext,
  name = "icon",
): HtmlElement | undefined {
  const icon = props[name];
  if (icon === undefined || icon === null || icon === "" || typeof icon === "boolean") return undefined;
  return iconElement(icon, textProp(props, "iconType"), node, context);
}

export function iconElement(
  icon: PropValue,
  iconType: string | undefined,
  node: MarkdownNode,
  context: RenderContext,
): HtmlElement | undefined {
  const { iconLibrary } = context.page.settings;
  if (icon instanceof Jsx) return drawingOf(context.renderNodes(icon.nodes, context));
  if (typeof icon === "string" && isIconFile(icon)) {
    const picture = drawIcon(iconLibrary, {
      icon: resolveSiteUrl(icon, context.folder, context.page.settings.sources),
    });
    return picture === undefined ? undefined : { ...picture, source: context.place(node) };
  }
  const drawing = drawIcon(iconLibrary, { icon, iconType });
  if (drawing !== undefined || typeof icon !== "string") return drawing;
  const { message, hint } = missingIcon(iconLibrary, icon);
  context.warn(message, node, { hint });
  return undefined;
}

/** `icon={<svg … />}`: the author's own drawing, at icon size unless it sets its own size. */
function drawingOf(nodes: HtmlNode[]): HtmlElement | undefined {
  const drawing = nodes.find(isElement);
  if (drawing?.tag !== "svg") return drawing;
  const size = { width: 16, height: 16 };
  return { ...drawing, attributes: { ...size, "aria-hidden": "true", ...drawing.attributes, class: "icon" } };
}

/** A Lucide icon for a built-in component. */
export function lucideIcon(name: string, className?: string): HtmlElement {
  const drawing = findIcon("lucide", name) ?? element("svg", {});
  const classes = className === undefined ? drawing.attributes.class : `${drawing.attributes.class} ${className}`;
  return { ...drawing, attributes: { ...drawing.attributes, class: classes } };
}
