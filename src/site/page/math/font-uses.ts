/** What a rule of the stylesheet says of the font of elements that have all these classes, and of what is in them. */
export interface FontUse {
  classes: string[];
  face: Partial<FontFace>;
}

export interface FontFace {
  family: string;
  isBold: boolean;
  isItalic: boolean;
}

/** What every formula begins with. */
export const mainFace: FontFace = { family: "KaTeX_Main", isBold: false, isItalic: false };

const ruleText = /([^{}]+)\{([^{}]*(?:font-family:KaTeX_|font-style:|font-weight:)[^{}]*)\}/g;

/** Which classes of KaTeX need which of its fonts, read off its stylesheet, so that a new version cannot differ. */
export function listFontUses(stylesheet: string): FontUse[] {
  return [...stylesheet.matchAll(ruleText)].flatMap(([, selectors = "", declarations = ""]) => {
    if (selectors.includes("@font-face")) return [];
    const face = faceOf(declarations);
    return selectors.split(",").map((selector) => ({ classes: classesOf(selector), face }));
  });
}

/** The face of an element with these classes, in an element of that face. */
export function faceIn(outer: FontFace, classes: string, uses: readonly FontUse[]): FontFace {
  if (classes === "") return outer;
  const names = new Set(classes.split(" "));
  let face = outer;
  for (const use of uses) if (use.classes.every((name) => names.has(name))) face = { ...face, ...use.face };
  return face;
}

/** The name of the face's file, without its ending. */
export function faceName({ family, isBold, isItalic }: FontFace): string {
  return `${family}-${`${isBold ? "Bold" : ""}${isItalic ? "Italic" : ""}` || "Regular"}`;
}

function faceOf(declarations: string): Partial<FontFace> {
  const family = /font-family:(KaTeX_\w+)/.exec(declarations)?.[1];
  const style = /font-style:(\w+)/.exec(declarations)?.[1];
  const weight = /font-weight:(\w+)/.exec(declarations)?.[1];
  return {
    ...(family !== undefined && { family }),
    ...(style !== undefined && { isItalic: style === "italic" }),
    ...(weight !== undefined && { isBold: weight === "700" || weight === "bold" }),
  };
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
