import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { hashedAsset, type SiteAsset } from "../layout/site-asset.ts";
import { listFontUses, usedFonts } from "./font-uses.ts";

/** What a page with formulas loads. Sites without formulas have none of these files. */
export interface MathAssets {
  stylesheet: SiteAsset;
  fonts: SiteAsset[];
  /** The fonts that formulas in this HTML need: a page asks for them before the stylesheet names them. */
  fontsFor(html: string): SiteAsset[];
}

const require = createRequire(import.meta.url);
const fontFace = /url\(fonts\/([\w-]+\.woff2)\) format\("woff2"\)[^}]*/g;

let assets: MathAssets | undefined;

/** The stylesheet and fonts of KaTeX under addresses of ours. The fonts stand beside the stylesheet by their hash. */
export function mathAssets(): MathAssets {
  assets ??= readAssets();
  return assets;
}

function readAssets(): MathAssets {
  const folder = dirname(require.resolve("katex/dist/katex.min.css"));
  const fonts = new Map<string, SiteAsset>();
  const source = readFileSync(join(folder, "katex.min.css"), "utf8");
  const css = source.replaceAll(fontFace, (_, name: string) => {
    const bytes = readFileSync(join(folder, "fonts", name));
    const font = hashedAsset(name, bytes, "font/woff2");
    fonts.set(name, font);
    return `url(${font.path.replace("_lectern/", "../")}) format("woff2")`;
  });
  const uses = listFontUses(source);
  return {
    stylesheet: hashedAsset("math.css", css, "text/css; charset=utf-8"),
    fonts: [...fonts.values()],
    fontsFor: (html) => usedFonts(html, uses).flatMap((name) => fonts.get(`${name}.woff2`) ?? []),
  };
}
