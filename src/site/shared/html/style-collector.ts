import { hash } from "node:crypto";
import { computeOnce } from "../compute-once.ts";

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
      return computeOnce(classNames, declarations, () => `s-${hash("sha256", declarations).slice(0, classDigits)}`);
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
