/** The font that a rule sets for elements with all of these classes, and for their content. */
export interface FontUse {
  classes: string[];
  face: Partial<FontFace>;
}

export interface FontFace {
  family: string;
  isBold: boolean;
  isItalic: boolean;
}

/** The face of every formula's root. */
export const mainFace: FontFace = { family: "KaTeX_Main", isBold: false, isItalic: false };

const ruleText = /([^{}]+)\{([^{}]*(?:font-family:KaTeX_|font-style:|font-weight:)[^{}]*)\}/g;

/** Maps KaTeX classes to fonts. Read from its stylesheet, so that a new version can't differ. */
export function listFontUses(stylesheet: string): FontUse[] {
  return [...stylesheet.matchAll(ruleText)].flatMap(([, selectors = "", declarations = ""]) => {
    if (selectors.includes("@font-face")) return [];
    const face = faceOf(declarations);
    return selectors.split(",").map((selector) => ({ classes: classesOf(selector), face }));
  });
}

/** The face of an element with these classes inside an element of the given face. */
export function faceIn(outer: FontFace, classes: string, uses: readonly FontUse[]): FontFace {
  if (classes === "") return outer;
  const names = new Set(classes.split(" "));
  let face = outer;
  for (const use of uses) if (use.classes.every((name) => names.has(name))) face = { ...face, ...use.face };
  return face;
}

/** The file name of the face, without its extension. */
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

/** The part of `.katex .delimsizing.mult .delim-size1>span` that identifies the element: `delim-size1`. */
function classesOf(selector: string): string[] {
  const last =
    selector
      .replace(/>span$/, "")
      .split(" ")
      .at(-1) ?? "";
  return [...last.matchAll(/\.([\w-]+)/g)].map(([, name = ""]) => name);
}
