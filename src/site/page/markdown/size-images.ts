import { type HtmlAttributes, type HtmlElement, type HtmlNode, isElement } from "../../ground/html/html-node.ts";
import type { StyleCollector } from "../../ground/html/style-collector.ts";
import type { ImageSize } from "../../source/media-size.ts";

/** The sizes of the project's pictures and videos, by path. */
export type ImageSizes = ReadonlyMap<string, ImageSize>;

/** What an article was told of a picture; undefined when its size was not known, or the picture not there. */
export type AskedSizes = Map<string, ImageSize | undefined>;

export interface ImageSizing {
  sizes: ImageSizes;
  /** Notes what was asked for. */
  asked: AskedSizes;
  /** A shape cannot be said in attributes of HTML. */
  styles: Pick<StyleCollector, "classFor">;
}

/** Gives pictures and videos the room they will need, so that the text does not move when they arrive. */
export function sizeImages(nodes: HtmlNode[], sizing: ImageSizing): HtmlNode[] {
  let sized: HtmlNode[] | undefined;
  for (let place = 0; place < nodes.length; place++) {
    const node = nodes[place];
    if (typeof node !== "object" || !("tag" in node)) continue;
    const isPicture = node.tag === "img" || node.tag === "video";
    const replacement = isPicture ? sizedElement(node, sizing) : withSizedImages(node, sizing);
    if (replacement === node) continue;
    sized ??= [...nodes];
    sized[place] = replacement;
  }
  return sized ?? nodes;
}

/** The element as it is when nothing in it changes, as in most of a page. */
function withSizedImages(node: HtmlElement, sizing: ImageSizing): HtmlElement {
  const children = sizeImages(node.children, sizing);
  return children === node.children ? node : { ...node, children };
}

function sizedElement(node: HtmlElement, { sizes, asked, styles }: ImageSizing): HtmlElement {
  const { width, height, class: classes } = node.attributes;
  const path = sitePath(node.attributes.src ?? firstSource(node));
  if (path === undefined || (width !== undefined && height !== undefined)) return node;
  const size = sizes.get(path);
  asked.set(path, size);
  if (size === undefined) return node;
  const sides = bothSides(size, width, height);
  if (sides !== undefined) return { ...node, attributes: { ...node.attributes, ...sides } };
  // Either it fills the room that it gets, or the author gave a share of that room.
  const shape = styles.classFor(`aspect-ratio:auto ${size[0]}/${size[1]}`);
  const attributes = { width: height === undefined ? "100%" : undefined, ...node.attributes };
  return { ...node, attributes: { ...attributes, class: classes === undefined ? shape : `${classes} ${shape}` } };
}

/** A video may name its files in elements of their own. */
function firstSource({ children }: HtmlElement): HtmlAttributes[string] {
  return children.filter(isElement).find(({ tag }) => tag === "source")?.attributes.src;
}

function sitePath(src: HtmlAttributes[string]): string | undefined {
  if (typeof src !== "string" || !src.startsWith("/") || src.startsWith("//")) return undefined;
  try {
    return decodeURIComponent(src.slice(1).split(/[?#]/, 1)[0] ?? "");
  } catch {
    return undefined;
  }
}

/** An author who gives one side in pixels means the other to follow. Undefined when only the shape is known. */
function bothSides(
  [width, height, fills]: ImageSize,
  ownWidth: HtmlAttributes[string],
  ownHeight: HtmlAttributes[string],
): HtmlAttributes | undefined {
  const side = (value: HtmlAttributes[string]) => Number(/^(\d+)(?:px)?$/.exec(String(value))?.[1]);
  if (ownWidth === undefined && ownHeight === undefined) return fills ? undefined : { width, height };
  const [wide, high] = [side(ownWidth), side(ownHeight)];
  if (wide > 0) return { width: wide, height: Math.round((wide * height) / width) };
  if (high > 0) return { width: Math.round((high * width) / height), height: high };
  return undefined;
}
