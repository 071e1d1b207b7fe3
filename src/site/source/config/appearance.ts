import { isExternalUrl } from "../../shared/html/safe-url.ts";
import { codeThemeNames } from "../code-themes.ts";
import { expecting, listOf, shape } from "./check-shape.ts";
import { type Check, describe, flag, hexColor, mapped, oneOf, text, textOrObject, withForm } from "./check-value.ts";
import { reportValue } from "./config-report.ts";
import { iconLibrary } from "./icon.ts";
import { fileUrl } from "./link-url.ts";
import { didYouMean, nearestWord } from "./nearest-word.ts";
import { themedColor, themedFile } from "./themed.ts";

const grammarsMax = 50;

export const theme = oneOf("mint", "maple", "palm", "willow", "linden", "almond", "aspen", "sequoia", "luma");
export const colors = shape({ primary: hexColor, light: hexColor, dark: hexColor });
export const appearance = shape({ default: oneOf("system", "light", "dark"), strict: flag });
export const icons = expecting(shape({ library: iconLibrary }), () => ["library"]);
export const interaction = shape({ drilldown: flag });

export const background = shape({
  decoration: oneOf("gradient", "grid", "windows"),
  color: themedColor,
  image: themedFile,
});

/** The themes of both modes. In docs.json, a name other than `"system"` and `"dark"` is a theme for both modes. */
interface CodeTheme {
  light: string;
  dark: string;
}

/** Reports unknown themes. Otherwise the author would silently get the default theme. */
const themeName: Check<string> = withForm({ kind: "select", words: codeThemeNames }, (value, place, report) => {
  const name = text(value, place, report);
  if (name === undefined || codeThemeNames.includes(name)) return name;
  const hint = didYouMean(nearestWord(name, codeThemeNames));
  return reportValue(report, place, `is ${describe(name)}, which is not a code theme Lectern knows`, hint);
});

const codeTheme: Check<CodeTheme> = textOrObject(
  mapped(themeName, (name): CodeTheme => ({ light: name, dark: name })),
  shape({ light: themeName, dark: themeName }, ["light", "dark"]),
  "the name of a theme, or {light, dark}",
);

interface CodeBlocks {
  /** `system` follows the mode of the site, `dark` is always dark; otherwise the names of themes. */
  theme: "system" | "dark" | CodeTheme;
  /** Paths of the author's grammars. */
  grammars: string[];
}

/** Grammars are JSON; the older XML format of TextMate isn't supported. */
const grammarFile: Check<string> = withForm(fileUrl.form, (value, place, report) => {
  const path = text(value, place, report);
  if (path === undefined) return undefined;
  if (isExternalUrl(path) || !/\.json$/i.test(path)) {
    const hint = "add it to the project and write its path, such as /languages/acme.tmLanguage.json";
    return reportValue(report, place, `is ${describe(value)}, but must be a .json file of the project`, hint);
  }
  return fileUrl(path, place, report);
});

const codeblocks: Check<CodeBlocks> = textOrObject(
  mapped(themeName, (word): CodeBlocks => {
    const isWord = word === "system" || word === "dark";
    return { theme: isWord ? word : { light: word, dark: word }, grammars: [] };
  }),
  mapped(
    shape({ theme: codeTheme, languages: shape({ custom: listOf(grammarFile, grammarsMax) }) }),
    ({ theme: names, languages }): CodeBlocks => ({ theme: names ?? "system", grammars: languages?.custom ?? [] }),
  ),
  '"system", "dark", the name of a theme, or {theme, languages}',
);

export const styling = shape({ eyebrows: oneOf("section", "breadcrumbs"), latex: flag, codeblocks });

export const thumbnails = shape({
  appearance: oneOf("light", "dark"),
  background: fileUrl,
  fonts: shape({ family: text }),
});
