import { type CssNode, walk } from "css-tree";

/** No quotes, no braces, no escapes: letters like these cannot leave the place where they stand. */
const plainLetters = /^[\w\s%.,:<>=+*/#-]*$/;
const couldLoad = /url|image|src|expression|cross-fade|\/[/*]/i;

/** True when the parser left a part as letters that could end a rule or load something; such a part is never written out. */
export function hasUnsafeRaw(node: CssNode): boolean {
  let isUnsafe = false;
  walk(node, {
    visit: "Raw",
    enter({ value }) {
      isUnsafe ||= !plainLetters.test(value.replaceAll(/\([\w\s%.,:<>=+*/#-]*\)/g, "")) || couldLoad.test(value);
    },
  });
  return isUnsafe;
}
