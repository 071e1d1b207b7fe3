import { createHash } from "node:crypto";

/** Collects inline styles of a page as classes, because the content security policy of a site forbids style attributes. */
export interface StyleCollector {
  classFor(declarations: string): string;
  /** The stylesheet of the page, or an empty string when it needs none. */
  stylesheet(): string;
}

const classDigits = 8;

export function createStyleCollector(): StyleCollector {
  const classNames = new Map<string, string>();
  return {
    classFor(declarations) {
      let className = classNames.get(declarations);
      if (className === undefined) {
        className = `s-${createHash("sha256").update(declarations).digest("hex").slice(0, classDigits)}`;
        classNames.set(declarations, className);
      }
      return className;
    },
    stylesheet() {
      return [...classNames]
        .toSorted(([, one], [, other]) => one.localeCompare(other))
        .map(([declarations, className]) => `.${className}{${declarations}}`)
        .join("\n");
    },
  };
}
