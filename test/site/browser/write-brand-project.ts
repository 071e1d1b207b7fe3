import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Fonts that differ from all system fonts, so that a wrong font changes the layout. */
const fonts = ["KaTeX_Fraktur-Regular.woff2", "KaTeX_Typewriter-Regular.woff2"] as const;

const page = `---
title: A page in fonts of its own
---

${"Words that take several lines, and other lines when the font is another one. ".repeat(6)}

Letters $x^2 + \\vec{v}$ between words, and a formula alone:

$$
\\left\\{\\begin{matrix}\\int_0^1 f(x)\\,dx & \\text{if } a \\\\ \\mathbb{R} \\times \\mathfrak{g} & \\textbf{else}\\end{matrix}\\right.
$$

![A drawing that has no size](/images/shape.svg)

<img src="/images/screen.png" alt="Half of the room" width="50%" />

<Card title="A card" img="/images/shape.svg">Below its picture.</Card>

<Frame><video src="/images/moving.webm" controls /></Frame>

\`\`\`js
const code = "in a font of its own";
\`\`\`

The end.
`;

/** A project with everything that may arrive late: fonts, formulas, SVGs without a size and a video. */
export function writeBrandProject(folder: string): void {
  const gallery = join(import.meta.dirname, "../gallery/images");
  const fontFolder = join(import.meta.dirname, "../../../node_modules/katex/dist/fonts");
  for (const name of ["fonts", "images"]) mkdirSync(join(folder, name));
  for (const name of fonts) copyFileSync(join(fontFolder, name), join(folder, "fonts", name));
  for (const name of ["screen.png", "moving.webm"]) copyFileSync(join(gallery, name), join(folder, "images", name));
  const drawing = readFileSync(join(gallery, "wide.svg"), "utf8").replace(' width="640" height="300"', "");
  writeFileSync(join(folder, "images/shape.svg"), drawing);
  writeFileSync(join(folder, "index.mdx"), page);
  const [heading, body] = fonts;
  const settings = {
    theme: "mint",
    name: "Brand",
    colors: { primary: "#16A34A" },
    styling: { latex: true },
    fonts: {
      heading: { family: "Brand", source: `/fonts/${heading}` },
      body: { family: "Letter", source: `/fonts/${body}` },
    },
    navigation: { pages: ["index"] },
  };
  writeFileSync(join(folder, "docs.json"), JSON.stringify(settings));
}
