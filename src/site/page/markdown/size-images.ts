import {
  type HtmlAttributes,
  type HtmlElement,
  type HtmlNode,
  isElement,
  withAuthorClass,
} from "../../shared/html/html-node.ts";
import type { StyleCollector } from "../../shared/html/style-collector.ts";
import { tryDecodeUrl } from "../../shared/text/decode-url.ts";
import type { ImageSize } from "../../source/media-size.ts";

/** The sizes of the project's images and videos, by path. */
export type ImageSizes = ReadonlyMap<string, ImageSize>;

/** The sizes that an article looked up. Undefined if a size isn't known or the file doesn't exist. */
export type AskedSizes = Map<string, ImageSize | undefined>;

interface ImageSizing {
  sizes: ImageSizes;
  /** Records the lookups. */
  asked: AskedSizes;
  /** Collects styles for aspect ratios, which HTML attributes can't express. */
  styles: Pick<StyleCollector, "classFor">;
}

/** Gives images and videos their final size, so that the text doesn't move when they load. */
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

/** Returns the element itself if nothing in it changes, which is true for most of a page. */
function withSizedImages(node: HtmlElement, sizing: ImageSizing): HtmlElement {
  const children = sizeImages(node.children, sizing);
  return children === node.children ? node : { ...node, children };
}

function sizedElement(node: HtmlElement, { sizes, asked, styles }: ImageSizing): HtmlElement {
  const { width, height } = node.attributes;
  const path = sitePath(node.attributes.src ?? firstSource(node));
  if (path === undefined || (width !== undefined && height !== undefined)) return node;
  const size = sizes.get(path);
  asked.set(path, size);
  if (size === undefined) return node;
  const sides = bothSides(size, width, height);
  if (sides !== undefined) return { ...node, attributes: { ...node.attributes, ...sides } };
  // The image fills the available width, or the author set a percentage.
  const shape = styles.classFor(`aspect-ratio:auto ${size[0]}/${size[1]}`);
  const attributes = { width: height === undefined ? "100%" : undefined, ...node.attributes };
  return { ...node, attributes: withAuthorClass(attributes, shape) };
}

/** A video may list its files in <source> elements. */
function firstSource({ children }: HtmlElement): HtmlAttributes[string] {
  return children.filter(isElement).find(({ tag }) => tag === "source")?.attributes.src;
}

function sitePath(src: HtmlAttributes[string]): string | undefined {
  if (typeof src !== "string" || !src.startsWith("/") || src.startsWith("//")) return undefined;
  return tryDecodeUrl(src.slice(1).split(/[?#]/, 1)[0] ?? "");
}

/** If the author sets one side in pixels, the other is computed. Undefined if only the aspect ratio is known. */
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
