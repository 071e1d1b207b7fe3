import { createHash } from "node:crypto";

/** Collects inline styles of a page as classes, because the content security policy of a site forbids style attributes. */
export interface StyleCollector {
  classFor(declarations: string): string;
  /** The stylesheet of the page, or an empty string when it needs none. */
  stylesheet(): string;
}

const classDigits = 8;

export function createStyleCollector(): StyleCollector {
  const rules = new Map<string, string>();
  return {
    classFor(declarations) {
      const className = `s-${createHash("sha256").update(declarations).digest("hex").slice(0, classDigits)}`;
      rules.set(className, declarations);
      return className;
    },
    stylesheet() {
      return [...rules]
        .toSorted(([one], [other]) => one.localeCompare(other))
        .map(([className, declarations]) => `.${className}{${declarations}}`)
        .join("\n");
    },
  };
}
