import { posix } from "node:path";
import { mathAssets } from "../../page/math/math-assets.ts";
import type { SiteAssets } from "../../theme/templates/site-assets.ts";

/** A document of its own can't load fonts from the site, so they are part of the styles, up to this size. */
const fontBytesMax = 2_000_000;

/** The stylesheets that pages of the site load. */
export function previewStyles({ stylesheet, iconStylesheet, fonts }: SiteAssets, siteUrl: string): string {
  const math = mathAssets();
  const files = new Map([...fonts, ...math.fonts].map((font) => [`/${font.path}`, font]));
  let bytes = 0;
  const css = [stylesheet, iconStylesheet, math.stylesheet].map((file) => file?.bytes.toString() ?? "").join("\n");
  return css.replaceAll(address, (whole, quote: string, path: string) => {
    // Only the stylesheet of formulas has relative addresses.
    const absolute = posix.resolve(`/${posix.dirname(math.stylesheet.path)}`, path);
    const font = files.get(absolute);
    if (font === undefined) return path.startsWith("/") ? `url(${quote}${siteUrl}${path}${quote})` : whole;
    bytes += font.bytes.length;
    if (bytes > fontBytesMax) return `url(${quote}${siteUrl}/${font.path}${quote})`;
    return `url("data:${font.type};base64,${font.bytes.toString("base64")}")`;
  });
}

const address = /url\((["']?)(?!data:|https?:|#)([^"')\s]{1,300})\1\)/g;
