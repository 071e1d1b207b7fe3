import { utilityDeclarations } from "./utility-declarations.ts";

export interface UtilityRule {
  /** Later rules win: plain ones first, then states, then wider screens, then the dark mode. */
  order: number;
  css: string;
}

const screens: Record<string, string> = { sm: "640px", md: "768px", lg: "1024px", xl: "1280px", "2xl": "1536px" };
const states: Record<string, string> = {
  hover: ":hover",
  focus: ":focus",
  "focus-visible": ":focus-visible",
  active: ":active",
  first: ":first-child",
  last: ":last-child",
  odd: ":nth-child(odd)",
  even: ":nth-child(even)",
};
/** Pictures for the light and the dark mode are so usual that the stylesheet of every site has their rules. */
const inStylesheet: ReadonlySet<string> = new Set(["block", "hidden", "dark:block", "dark:hidden"]);
const spacing = /^(-?)space-(x|y)-(.+)$/;
const important = /^!|!$/;
const nameLengthMax = 60;
const rememberedMax = 5_000;
const remembered = new Map<string, UtilityRule | undefined>();

/**
 * The rule of a class that authors bring along from Tailwind, such as `dark:hover:bg-zinc-900`. Only classes that a page
 * uses get a rule, and only from lists of ours: nothing of the author's text but its name reaches the stylesheet.
 */
export function utilityRule(className: string): UtilityRule | undefined {
  if (remembered.has(className)) return remembered.get(className);
  if (remembered.size >= rememberedMax) remembered.clear();
  const rule = className.length > nameLengthMax || inStylesheet.has(className) ? undefined : makeRule(className);
  remembered.set(className, rule);
  return rule;
}

function makeRule(className: string): UtilityRule | undefined {
  const parts = className.split(/:(?![^[]*\])/);
  const written = parts.pop() ?? "";
  const body = declarationsFor(written.replace(important, ""));
  if (body === undefined) return undefined;
  if (important.test(written)) body.declarations = body.declarations.replaceAll(/;|$/g, "!important$&");
  let selector = `.prose .${escapeClass(className)}`;
  let screen: string | undefined;
  let isDark = false;
  let order = 0;
  for (const variant of parts) {
    if (variant === "dark") isDark = true;
    else if (Object.hasOwn(screens, variant)) {
      screen = screens[variant];
      order += 100 * (Object.keys(screens).indexOf(variant) + 1);
    } else if (variant === "group-hover") {
      selector = selector.replace(".prose ", ".prose .group:hover ");
      order += 10;
    } else if (Object.hasOwn(states, variant)) {
      selector += states[variant];
      order += 10;
    } else return undefined;
  }
  const rule = `${selector}${body.suffix}{${body.declarations}}`;
  const css = isDark ? darkRules(selector + body.suffix, body.declarations) : rule;
  return {
    order: order + (isDark ? 1_000 : 0),
    css: screen === undefined ? css : `@media (min-width:${screen}){${css}}`,
  };
}

/** `space-y-4` is about the children; all others are about the element. */
function declarationsFor(name: string): { declarations: string; suffix: string } | undefined {
  const [, sign, axis, value] = spacing.exec(name) ?? [];
  if (axis === undefined) {
    const declarations = utilityDeclarations(name);
    return declarations === undefined ? undefined : { declarations, suffix: "" };
  }
  const margin = utilityDeclarations(`${sign}${axis === "x" ? "ml" : "mt"}-${value}`);
  return margin === undefined ? undefined : { declarations: margin, suffix: ">*+*" };
}

function darkRules(selector: string, declarations: string): string {
  const body = `${selector}{${declarations}}`;
  return `:root[data-theme="dark"] ${body}@media (prefers-color-scheme:dark){:root:not([data-theme="light"]) ${body}}`;
}

function escapeClass(className: string): string {
  return className.replaceAll(/[^\w-]/g, (sign) => `\\${sign}`).replace(/^\d/, (digit) => `\\3${digit} `);
}
