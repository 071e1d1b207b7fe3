/** Codes that docs.json allows but browsers don't understand. */
const renamed: Record<string, string> = { cn: "zh-CN", jp: "ja" };
const rightToLeft: ReadonlySet<string> = new Set(["ar", "he"]);

/** The language and direction for the `<html>` element. A site without a language is English. */
export function htmlLanguage(code: string | undefined): { language: string; direction: "ltr" | "rtl" } {
  const language = code === undefined ? "en" : Object.hasOwn(renamed, code) ? (renamed[code] ?? code) : code;
  return { language, direction: rightToLeft.has(language) ? "rtl" : "ltr" };
}

/** The name of a language in that language: `Deutsch`, `日本語`. */
export function languageName(code: string): string {
  const { language } = htmlLanguage(code);
  try {
    const name = new Intl.DisplayNames([language], { type: "language" }).of(language) ?? code;
    return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
  } catch {
    // Intl rejects invalid codes; show them as written.
    return code;
  }
}
