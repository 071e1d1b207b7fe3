import { element, type HtmlElement, isElement } from "../../shared/html/html-node.ts";
import { parseSvg } from "../../shared/html/parse-markup.ts";
import { safeResourceUrl } from "../../shared/html/safe-url.ts";
import { sanitize } from "../../shared/html/sanitize.ts";
import { createStyleCollector } from "../../shared/html/style-collector.ts";
import { type IconLibrary, isIconLibrary } from "../../source/config/icon.ts";
import { findIcon } from "./find-icon.ts";

interface IconRequest {
  /** A name, a URL, a path in the project, SVG text, or `{ name, library, style }` as in docs.json. */
  icon: unknown;
  iconType?: string | undefined;
}

const fileAddress = /^(?:https?:\/\/|\/|\.{1,2}\/|data:image\/)|\.(?:svg|png|jpe?g|gif|webp|avif|ico)$/i;
const svgText = /^\s*<svg[\s>]/i;
const svgDepthMax = 20;

/** The icon for a setting or prop, safe to print. Undefined if there is none or its name is unknown. */
export function drawIcon(library: IconLibrary, { icon, iconType }: IconRequest): HtmlElement | undefined {
  if (typeof icon === "object" && icon !== null && "name" in icon) {
    const { name, style, library: own } = icon as { name: unknown; style?: unknown; library?: unknown };
    const type = typeof style === "string" ? style : iconType;
    return typeof name === "string" ? findIcon(isIconLibrary(own) ? own : library, name, type) : undefined;
  }
  if (typeof icon !== "string") return undefined;
  if (svgText.test(icon)) return ownDrawing(icon);
  return isIconFile(icon) ? pictureIcon(icon) : findIcon(library, icon, iconType);
}

/** True for a URL or path, which is shown as an image without looking up a name. */
export function isIconFile(icon: string): boolean {
  return fileAddress.test(icon);
}

function pictureIcon(address: string): HtmlElement | undefined {
  const src = safeResourceUrl(address);
  return src === undefined
    ? undefined
    : element("img", { class: "icon icon-picture", src, alt: "", width: 16, height: 16, loading: "lazy" });
}

/** Drops `style` attributes: they would need a stylesheet, and `fill` and `stroke` have the same effect. */
function ownDrawing(text: string): HtmlElement | undefined {
  const drawing = parseSvg(text, svgDepthMax);
  const [clean] = drawing === undefined ? [] : sanitize([drawing], createStyleCollector());
  if (!isElement(clean)) return undefined;
  const { id: _, class: __, ...attributes } = clean.attributes;
  return { ...clean, attributes: { width: 16, height: 16, ...attributes, class: "icon", "aria-hidden": "true" } };
}
