import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { packageFile } from "../../shared/packages.ts";
import { hashedAsset, type SiteAsset } from "../../shared/site-file.ts";

/** The files a page with formulas loads. Sites without formulas have none of them. */
interface MathAssets {
  stylesheet: SiteAsset;
  fonts: SiteAsset[];
  /** The fonts that almost every formula uses. Pages with formulas preload them. */
  earlyFonts: SiteAsset[];
}

const fontSource = /src:url\(fonts\/([\w-]+)\.woff2\)[^}]*/g;
const earlyNames: ReadonlySet<string> = new Set(["KaTeX_Main-Regular", "KaTeX_Math-Italic"]);

/** Arrows over letters are drawn in a zero-width box, which the site's rule for images would clip. */
const ownRules = ".katex svg{max-width:none}";

let assets: MathAssets | undefined;

/** KaTeX's stylesheet and fonts as files of the site. The fonts are next to the stylesheet and named by their hash. */
export function mathAssets(): MathAssets {
  assets ??= makeAssets();
  return assets;
}

function makeAssets(): MathAssets {
  const folder = dirname(packageFile("katex/dist/katex.min.css"));
  const fonts: SiteAsset[] = [];
  const earlyFonts: SiteAsset[] = [];
  const rules = readFileSync(join(folder, "katex.min.css"), "utf8").replaceAll(fontSource, (_, name: string) => {
    const bytes = readFileSync(join(folder, "fonts", `${name}.woff2`));
    const font = hashedAsset(`${name}.woff2`, bytes, "font/woff2");
    fonts.push(font);
    if (earlyNames.has(name)) earlyFonts.push(font);
    return `src:url(${font.path.replace("_lectern/", "../")}) format("woff2")`;
  });
  return { stylesheet: hashedAsset("math.css", rules + ownRules, "text/css; charset=utf-8"), fonts, earlyFonts };
}
