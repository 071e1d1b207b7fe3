import type { Atrule } from "css-tree";
import { hasUnsafeRaw } from "./raw-css.ts";

/** Rules that arrange other rules or describe something on the same page. */
const allowed: ReadonlySet<string> = new Set(
  `media supports container layer scope starting-style keyframes -webkit-keyframes font-face font-feature-values
  font-palette-values counter-style property page view-transition position-try`.split(/\s+/),
);

/** Why a rule such as `@import` is left out, or undefined when it stays. */
export function refuseAtRule({ name, prelude }: Atrule): { message: string; hint?: string } | undefined {
  const word = name.toLowerCase();
  if (word === "import") {
    const hint = "every .css file of the project is loaded on every page, so it needs no @import";
    return { message: "@import is left out", hint };
  }
  if (!allowed.has(word)) return { message: `@${name} is not a rule that browsers know here, so it is left out` };
  if (prelude !== null && hasUnsafeRaw(prelude)) return { message: `@${name} has a condition that is not understood` };
  return undefined;
}
