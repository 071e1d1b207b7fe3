/** Codes that docs.json allows and that mean another language to a browser, or none. */
const renamed: Record<string, string> = { cn: "zh-CN", jp: "ja" };
const rightToLeft: ReadonlySet<string> = new Set(["ar", "he"]);

/** What the `<html>` of a page says of its language. A site that names none is taken to be English. */
export function htmlLanguage(code: string | undefined): { language: string; direction: "ltr" | "rtl" } {
  const language = code === undefined ? "en" : Object.hasOwn(renamed, code) ? (renamed[code] ?? code) : code;
  return { language, direction: rightToLeft.has(language) ? "rtl" : "ltr" };
}

/** A language by its own name: `Deutsch`, `日本語`. */
export function languageName(code: string): string {
  const { language } = htmlLanguage(code);
  try {
    const name = new Intl.DisplayNames([language], { type: "language" }).of(language) ?? code;
    return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
  } catch {
    // A code that no browser knows is shown as it is written.
    return code;
  }
}
