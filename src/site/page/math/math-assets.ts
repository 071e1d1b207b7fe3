import { standInRule } from "../../ground/fonts/stand-in-rule.ts";
import { hashedAsset, type SiteAsset } from "../../ground/site-file.ts";
import { mathFonts } from "./math-fonts.ts";

/** The files a page with formulas loads. Sites without formulas have none of them. */
interface MathAssets {
  stylesheet: SiteAsset;
  fonts: SiteAsset[];
  /** The fonts that the formulas in this HTML need, so that a page can preload them. */
  fontsFor(html: string): SiteAsset[];
}

const fontFace = /@font-face\{[^}]*?font-family:"?(KaTeX_\w+)"?;([^}]*?)src:url\(fonts\/([\w-]+)\.woff2\)[^}]*\}/g;
const usedFamily = /KaTeX_\w+/g;
/** Written by `boxGlyphs`: a class and the name of the font. */
const namedFont = /\bglyphs (KaTeX_[\w-]+)/g;

/**
 * Letters in a fallback font start where those of the formula's own font will. Arrows over letters are drawn in a
 * zero-width box, which the site's rule for images would clip.
 */
const ownRules = ".katex .glyphs{display:inline-block;text-align:left}.katex svg{max-width:none}";

let assets: MathAssets | undefined;

/** The stylesheet and fonts of KaTeX under our own paths. The fonts are next to the stylesheet, named by hash. */
export function mathAssets(): MathAssets {
  assets ??= makeAssets();
  return assets;
}

function makeAssets(): MathAssets {
  const { files, stylesheet } = mathFonts();
  const fonts = new Map(
    [...files].map(([name, { bytes }]) => [name, hashedAsset(`${name}.woff2`, bytes, "font/woff2")]),
  );
  const faces: string[] = [];
  const rest = stylesheet.replaceAll(fontFace, (_, family: string, face: string, name: string) => {
    const [asset, font] = [fonts.get(name), files.get(name)?.font];
    if (asset === undefined || font === undefined) throw new Error(`KaTeX names the font ${name}, which is not there`);
    const url = asset.path.replace("_lectern/", "../");
    faces.push(`@font-face{font-display:block;font-family:${family};${face}src:url(${url}) format("woff2")}`);
    faces.push(standInRule({ family: `${family}-late`, fonts: serifs, face, size: 1, font }));
    return "";
  });
  if (rest.includes("@font-face")) throw new Error("a font of KaTeX is written in another way than the others");
  const rules = rest.replaceAll(usedFamily, "$&,$&-late");
  return {
    stylesheet: hashedAsset("math.css", `${faces.join("")}${rules}${ownRules}`, "text/css; charset=utf-8"),
    fonts: [...fonts.values()],
    fontsFor: (html) => {
      const names = new Set([...html.matchAll(namedFont)].map(([, name = ""]) => name));
      return [...names].flatMap((name) => fonts.get(name) ?? []);
    },
  };
}

const serifs = ["Times New Roman", "Liberation Serif", "Times", "Noto Serif", "DejaVu Serif", "Roboto", "Arial"];
