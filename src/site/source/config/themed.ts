import { isJsonObject } from "../json-value.ts";
import { shape } from "./check-shape.ts";
import { type Check, hexColor, mapped, textOrObject, withForm } from "./check-value.ts";
import { reportValue } from "./config-report.ts";
import { fileUrl, linkUrl } from "./link-url.ts";

/** A file for each mode; a single file is used for both. */
export interface ThemedFile {
  light: string;
  dark: string;
}

/** A color for each mode. Either color may be missing. */
export interface ThemedColor {
  light?: string;
  dark?: string;
}

interface LogoFile extends ThemedFile {
  href?: string;
}

export const themedFile: Check<ThemedFile> = textOrObject(
  mapped(fileUrl, (file): ThemedFile => ({ light: file, dark: file })),
  bothModes(shape({ light: fileUrl, dark: fileUrl })),
  "the path of a file, or {light, dark}",
);

export const logoFile: Check<LogoFile> = textOrObject(
  mapped(fileUrl, (file): LogoFile => ({ light: file, dark: file })),
  bothModes(shape({ light: fileUrl, dark: fileUrl, href: linkUrl })),
  "the path of a file, or {light, dark, href}",
);

export const themedColor: Check<ThemedColor> = textOrObject(
  mapped(hexColor, (color): ThemedColor => ({ light: color, dark: color })),
  shape({ light: hexColor, dark: hexColor }),
  "a color, or {light, dark}",
);

/** A file for only one mode is used for both modes. */
function bothModes<Files extends { light?: string; dark?: string }>(check: Check<Files>): Check<Files & ThemedFile> {
  return withForm(check.form, (value, place, report) => {
    const files = check(value, place, report);
    if (isJsonObject(value) && (value.light === undefined || value.dark === undefined)) {
      const [has, lacks] = value.light === undefined ? ["dark", "light"] : ["light", "dark"];
      const effect = value[has] === undefined ? "so it is left out" : `so "${has}" is used for both modes`;
      reportValue(report, place, `has no "${lacks}", ${effect}`);
    }
    const light = files?.light ?? files?.dark;
    const dark = files?.dark ?? files?.light;
    return files === undefined || light === undefined || dark === undefined ? undefined : { ...files, light, dark };
  });
}
