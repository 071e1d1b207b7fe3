import { listOf, shape } from "./check-shape.ts";
import { type Check, either, flag, hexColor, isText, mapped, oneOf, text, textOrNumber } from "./check-value.ts";
import { iconLibrary } from "./icon.ts";
import { fileUrl } from "./link-url.ts";
import { themedColor, themedFile } from "./themed.ts";

const grammarsMax = 50;

export const theme = oneOf("mint", "maple", "palm", "willow", "linden", "almond", "aspen", "sequoia", "luma");
export const colors = shape({ primary: hexColor, light: hexColor, dark: hexColor });
export const appearance = shape({ default: oneOf("system", "light", "dark"), strict: flag });
export const icons = shape({ library: iconLibrary });
export const interaction = shape({ drilldown: flag });

export const background = shape({
  decoration: oneOf("gradient", "grid", "windows"),
  color: themedColor,
  image: themedFile,
});

/** `"system"` and `"dark"` are words of the format; any other word names one theme for both modes. */
interface CodeTheme {
  light: string;
  dark: string;
}

const codeTheme: Check<CodeTheme> = either(
  isText,
  mapped(text, (name): CodeTheme => ({ light: name, dark: name })),
  shape({ light: text, dark: text }, ["light", "dark"]),
);

interface CodeBlocks {
  /** `system` follows the mode of the site, `dark` is always dark; otherwise the names of themes. */
  theme: "system" | "dark" | CodeTheme;
  /** Grammars of the author, by path. */
  grammars: string[];
}

const codeblocks: Check<CodeBlocks> = either(
  isText,
  mapped(text, (word): CodeBlocks => {
    const isWord = word === "system" || word === "dark";
    return { theme: isWord ? word : { light: word, dark: word }, grammars: [] };
  }),
  mapped(
    shape({ theme: codeTheme, languages: shape({ custom: listOf(text, grammarsMax) }) }),
    ({ theme: names, languages }): CodeBlocks => ({ theme: names ?? "system", grammars: languages?.custom ?? [] }),
  ),
);

export const styling = shape({ eyebrows: oneOf("section", "breadcrumbs"), latex: flag, codeblocks });

const fontKeys = { family: text, weight: textOrNumber, source: text, format: oneOf("woff", "woff2") };

export interface FontSetting {
  family: string;
  weight?: string;
  /** A path of the project. */
  source?: string;
  format?: "woff" | "woff2";
}

export interface FontSettings {
  heading?: FontSetting;
  body?: FontSetting;
}

const font: Check<FontSetting> = shape(fontKeys, ["family"]);

/** A font at the top counts for headings and body, unless one of them has its own. */
export const fonts: Check<FontSettings> = mapped(
  shape({ ...fontKeys, heading: font, body: font }),
  ({ family, heading, body, ...rest }): FontSettings => {
    const both = family === undefined ? {} : { heading: { family, ...rest }, body: { family, ...rest } };
    return { ...both, ...(heading === undefined ? {} : { heading }), ...(body === undefined ? {} : { body }) };
  },
);

export const thumbnails = shape({
  appearance: oneOf("light", "dark"),
  background: fileUrl,
  fonts: shape({ family: text }),
});
