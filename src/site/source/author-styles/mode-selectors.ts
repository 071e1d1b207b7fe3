import { type Atrule, type CssNode, clone, List, parse, type Rule, walk } from "css-tree";

/**
 * Authors write `.dark .card` for the dark mode, because elsewhere the page has that class. Here a reader's choice stands
 * in `data-theme`, and without a choice the system decides, so such a rule is written once for each.
 */
export function splitByMode(rule: Rule): CssNode[] {
  if (!namesMode(rule)) return [rule];
  return [
    inMedia("(prefers-color-scheme:dark)", rule, {
      dark: ':root:where(:not([data-theme="light"]))',
      light: ':root:where([data-theme="light"])',
    }),
    inMedia("not all and (prefers-color-scheme:dark)", rule, {
      dark: ':root:where([data-theme="dark"])',
      light: ':root:where(:not([data-theme="dark"]))',
    }),
  ];
}

interface ModeSelectors {
  dark: string;
  light: string;
}

function namesMode({ prelude }: Rule): boolean {
  let isFound = false;
  walk(prelude, {
    visit: "ClassSelector",
    enter({ name }) {
      isFound ||= name === "dark" || name === "light";
    },
  });
  return isFound;
}

function inMedia(query: string, rule: Rule, selectors: ModeSelectors): Atrule {
  const media = parse(`@media ${query}{}`, { context: "atrule" }) as Atrule;
  const copy = clone(rule) as Rule;
  walk(copy.prelude, {
    visit: "ClassSelector",
    enter({ name }, item, list) {
      if (name !== "dark" && name !== "light") return;
      const replacement = parse(selectors[name], { context: "selector" });
      if (replacement.type === "Selector") list.replace(item, new List<CssNode>().appendList(replacement.children));
    },
  });
  media.block?.children.appendData(copy);
  return media;
}
