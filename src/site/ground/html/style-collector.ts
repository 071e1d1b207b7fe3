import { createHash } from "node:crypto";
import { type UtilityRule, utilityRule } from "./utilities/utility-rule.ts";

/** Collects inline styles of a page as classes, because the content security policy of a site forbids style attributes. */
export interface StyleCollector {
  classFor(declarations: string): string;
  /** Classes that authors bring along from Tailwind get their rules when a page uses them. */
  addClasses(classes: string): void;
  /** The stylesheet of the page, or an empty string when it needs none. */
  stylesheet(): string;
}

const classDigits = 8;

export function createStyleCollector(): StyleCollector {
  const classNames = new Map<string, string>();
  const utilities = new Map<string, UtilityRule>();
  return {
    classFor(declarations) {
      let className = classNames.get(declarations);
      if (className === undefined) {
        className = `s-${createHash("sha256").update(declarations).digest("hex").slice(0, classDigits)}`;
        classNames.set(declarations, className);
      }
      return className;
    },
    addClasses(classes) {
      for (const name of classes.split(" ")) {
        const rule = utilities.has(name) ? undefined : utilityRule(name);
        if (rule !== undefined) utilities.set(name, rule);
      }
    },
    stylesheet() {
      const rules = [...utilities]
        .toSorted(([one, first], [other, second]) => first.order - second.order || one.localeCompare(other))
        .map(([, rule]) => rule.css);
      // An inline style is stronger than any rule, so its class stands there three times.
      const styles = [...classNames]
        .toSorted(([, one], [, other]) => one.localeCompare(other))
        .map(([declarations, name]) => `.${name}.${name}.${name}{${declarations}}`);
      return [...rules, ...styles].join("\n");
    },
  };
}
