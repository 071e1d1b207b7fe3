import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Font, readFont } from "../../ground/fonts/read-font.ts";
import { packageFile } from "../../ground/packages.ts";
import { type FontFace, type FontUse, faceName, listFontUses } from "./font-uses.ts";

/** The metrics of KaTeX's fonts. */
export interface MathFonts {
  uses: readonly FontUse[];
  /** By file name, without its extension. */
  files: ReadonlyMap<string, { bytes: Buffer; font: Font }>;
  stylesheet: string;
  /** The file a browser uses for a face: the closest one if the face has none. */
  nameOf(face: FontFace): string;
  /** Relative to the font size; undefined if the font lacks one of the letters. These fonts have no kerning. */
  widthOf(text: string, face: FontFace): number | undefined;
}

const fontFile = /url\(fonts\/([\w-]+)\.woff2\)/g;

let fonts: MathFonts | undefined;

export function mathFonts(): MathFonts {
  fonts ??= readFonts();
  return fonts;
}

function readFonts(): MathFonts {
  const folder = dirname(packageFile("katex/dist/katex.min.css"));
  const stylesheet = readFileSync(join(folder, "katex.min.css"), "utf8");
  const files = new Map<string, { bytes: Buffer; font: Font }>();
  for (const [, name = ""] of stylesheet.matchAll(fontFile)) {
    const bytes = readFileSync(join(folder, "fonts", `${name}.woff2`));
    const font = readFont(bytes);
    if (font === undefined) throw new Error(`the font ${name} of KaTeX cannot be read`);
    files.set(name, { bytes, font });
  }
  const nameOf = (face: FontFace) => {
    const { isBold, isItalic } = face;
    const near = [face, { ...face, isItalic: !isItalic }, { ...face, isBold: !isBold }].map(faceName);
    return near.find((name) => files.has(name)) ?? `${face.family}-Regular`;
  };
  return {
    uses: listFontUses(stylesheet),
    files,
    stylesheet,
    nameOf,
    widthOf(text, face) {
      const font = files.get(nameOf(face))?.font;
      let width = 0;
      for (const letter of text) {
        const own = font?.widthOf(letter);
        if (own === undefined) return undefined;
        width += own;
      }
      return width;
    },
  };
}
