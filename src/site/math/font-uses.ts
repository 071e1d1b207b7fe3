/** Elements with all these classes are drawn in this font. */
export interface FontUse {
  classes: string[];
  /** The name of the font's file, without its ending. */
  font: string;
}

/** Every formula has letters of it. */
const mainFont = "KaTeX_Main-Regular";
const ruleText = /([^{}]+)\{([^{}]*(?:font-family:KaTeX_|font-style:italic|font-weight:700)[^{}]*)\}/g;

/** Which classes of KaTeX need which of its fonts, read off its stylesheet, so that a new version cannot differ. */
export function listFontUses(stylesheet: string): FontUse[] {
  return [...stylesheet.matchAll(ruleText)].flatMap(([, selectors = "", declarations = ""]) => {
    if (selectors.includes("@font-face")) return [];
    const font = fontOf(declarations);
    return selectors.split(",").map((selector) => ({ classes: classesOf(selector), font }));
  });
}

/** The fonts of the formulas in this HTML, each once. */
export function usedFonts(html: string, uses: readonly FontUse[]): string[] {
  const lists = new Set([...html.matchAll(/ class="([^"]+)"/g)].map(([, names = ""]) => names));
  const found = new Set([mainFont]);
  for (const list of lists) {
    const names = new Set(list.split(" "));
    for (const { classes, font } of uses) if (classes.every((name) => names.has(name))) found.add(font);
  }
  return [...found];
}

function fontOf(declarations: string): string {
  const family = /KaTeX_(\w+)/.exec(declarations)?.[1] ?? "Main";
  const weight = declarations.includes("font-weight:700") ? "Bold" : "";
  const style = declarations.includes("font-style:italic") ? "Italic" : "";
  return `KaTeX_${family}-${`${weight}${style}` || "Regular"}`;
}

/** Of `.katex .delimsizing.mult .delim-size1>span`, what tells the element: `delim-size1`. */
function classesOf(selector: string): string[] {
  const last =
    selector
      .replace(/>span$/, "")
      .split(" ")
      .at(-1) ?? "";
  return [...last.matchAll(/\.([\w-]+)/g)].map(([, name = ""]) => name);
}
