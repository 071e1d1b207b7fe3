import { hash } from "node:crypto";
import { computeOnce } from "../compute-once.ts";

export type StyleCollector = ReturnType<typeof createStyleCollector>;

const classDigits = 8;

/**
 * Collects the inline styles of a page as classes, because the site's content security policy forbids style attributes.
 */
export function createStyleCollector() {
  const classNames = new Map<string, string>();
  return {
    classFor(declarations: string): string {
      return computeOnce(classNames, declarations, () => `s-${hash("sha256", declarations).slice(0, classDigits)}`);
    },
    /** The stylesheet of the page; empty if no element has inline styles. */
    stylesheet(): string {
      // Inline styles must take precedence over any rule, so the selector repeats the class to raise its specificity.
      return [...classNames]
        .toSorted(([, one], [, other]) => one.localeCompare(other))
        .map(([declarations, name]) => `.${name}.${name}.${name}{${declarations}}`)
        .join("\n");
    },
  };
}
