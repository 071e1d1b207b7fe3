import { createHash } from "node:crypto";

/**
 * Collects the inline styles of a page as classes, because the site's content security policy forbids style attributes.
 */
export interface StyleCollector {
  classFor(declarations: string): string;
  /** The stylesheet of the page; empty if no element has inline styles. */
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
      // Inline styles take precedence over any rule, so the selector repeats the class to raise its specificity.
      return [...classNames]
        .toSorted(([, one], [, other]) => one.localeCompare(other))
        .map(([declarations, name]) => `.${name}.${name}.${name}{${declarations}}`)
        .join("\n");
    },
  };
}
