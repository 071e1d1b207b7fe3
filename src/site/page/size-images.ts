import type { HtmlAttributes, HtmlElement, HtmlNode } from "../html/html-node.ts";
import type { ImageSize } from "../project/image-size.ts";

/** The sizes of the project's pictures, by path. */
export type ImageSizes = ReadonlyMap<string, ImageSize>;

/** What an article was told of a picture; undefined when its size was not known, or the picture not there. */
export type AskedSizes = Map<string, ImageSize | undefined>;

/** Gives pictures the room they will need, so that the text does not move when they arrive. Notes what it asked for. */
export function sizeImages(nodes: HtmlNode[], sizes: ImageSizes, asked: AskedSizes): HtmlNode[] {
  let sized: HtmlNode[] | undefined;
  for (const [place, node] of nodes.entries()) {
    if (typeof node === "string" || !("tag" in node)) continue;
    const replacement = node.tag === "img" ? sizedImage(node, sizes, asked) : withSizedImages(node, sizes, asked);
    if (replacement === node) continue;
    sized ??= [...nodes];
    sized[place] = replacement;
  }
  return sized ?? nodes;
}

/** The element as it is when nothing in it changes, as in most of a page. */
function withSizedImages(node: HtmlElement, sizes: ImageSizes, asked: AskedSizes): HtmlElement {
  const children = sizeImages(node.children, sizes, asked);
  return children === node.children ? node : { ...node, children };
}

function sizedImage(image: HtmlElement, sizes: ImageSizes, asked: AskedSizes): HtmlElement {
  const { src, width, height } = image.attributes;
  const path = sitePath(src);
  if (path === undefined || (width !== undefined && height !== undefined)) return image;
  const size = sizes.get(path);
  asked.set(path, size);
  const sides = size === undefined ? undefined : bothSides(size, width, height);
  return sides === undefined ? image : { ...image, attributes: { ...image.attributes, ...sides } };
}

function sitePath(src: HtmlAttributes[string]): string | undefined {
  if (typeof src !== "string" || !src.startsWith("/") || src.startsWith("//")) return undefined;
  try {
    return decodeURIComponent(src.slice(1).split(/[?#]/, 1)[0] ?? "");
  } catch {
    return undefined;
  }
}

/** An author who gives one side in pixels means the other to follow. */
function bothSides(
  [width, height]: ImageSize,
  ownWidth: HtmlAttributes[string],
  ownHeight: HtmlAttributes[string],
): HtmlAttributes | undefined {
  const side = (value: HtmlAttributes[string]) => Number(/^(\d+)(?:px)?$/.exec(String(value))?.[1]);
  if (ownWidth === undefined && ownHeight === undefined) return { width, height };
  const [wide, high] = [side(ownWidth), side(ownHeight)];
  if (wide > 0) return { width: wide, height: Math.round((wide * height) / width) };
  if (high > 0) return { width: Math.round((high * width) / height), height: high };
  return undefined;
}
