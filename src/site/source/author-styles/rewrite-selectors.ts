import { type Atrule, type CssNode, clone, generate, List, parse, type Rule, walk } from "css-tree";
import { authorDataName } from "../../shared/html/allowed-html.ts";

/**
 * Authors write `.dark .card` for dark mode, because other tools set the class `dark` on the page. Here the visitor's
 * choice is in `data-theme`, and without a choice the system setting applies, so the rule is written for both cases.
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

function inMedia(query: string, rule: Rule, selectors: Record<"dark" | "light", string>): Atrule {
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

/** The page parts that authors may style according to the format, and Lectern's selectors for them. */
const ids: Readonly<Record<string, string>> = {
  "body-content": ".page",
  "content-area": "main",
  header: ".article-head",
  banner: ".banner",
  "page-title": ".article-head h1",
  "page-context-menu": ".page-menu",
  panel: ".article-aside",
  "request-example": ".article-aside .example",
  "response-example": ".article-aside .example",
  "sidebar-content": ".sidebar",
  "table-of-contents": ".outline",
  "table-of-contents-content": ".outline nav>ul",
  navbar: ".site-header,.header-tabs",
  "topbar-cta-button": ".header-button",
  "localization-select-trigger": ".switcher-language summary",
  pagination: ".neighbors",
  footer: ".site-footer",
};
const classes: Readonly<Record<string, string>> = {
  "nav-logo": ".logo img",
  "nav-tabs": ".header-tabs",
  "nav-tabs-item": ".header-tabs>div>a,.header-tabs summary",
  "nav-tag-pill": ".tag",
  "navbar-link": ".header-links>a",
  "sidebar-title": ".sidebar .caption",
  "mdx-content": ".prose",
  "breadcrumb-list": "ol.eyebrow",
  toc: ".outline",
  "toc-item": ".outline li",
  "pagination-prev": ".neighbors .previous",
  "pagination-next": ".neighbors .next",
  "code-block": ".code",
  "tryit-button": ".try-button",
  "method-pill": ".method",
  "method-nav-pill": ".sidebar .method",
};

/**
 * `#navbar a` → `:is(#navbar,.site-header,.header-tabs) a`. Page parts don't have these IDs, because headings such as
 * "Pagination" could have the same ID. An author's `[data-x]` is renamed as in the pages. The rule keeps its
 * specificity.
 */
export function nameFrameParts({ prelude }: Rule): void {
  walk(prelude, (node, item, list) => {
    const others = otherSelectors(node);
    if (others === undefined) return;
    const choice = parse(`:is(${generate(node)},${others})`, { context: "selector" });
    const [part] = choice.type === "Selector" ? choice.children.toArray() : [];
    if (part !== undefined) list.replace(item, list.createItem(part));
  });
}

function otherSelectors(node: CssNode): string | undefined {
  if (node.type === "AttributeSelector") {
    const own = authorDataName(node.name.name);
    // The theme is an attribute of the page, never of an author's element.
    if (own === undefined || node.name.name === "data-theme") return undefined;
    return generate({ ...node, name: { ...node.name, name: own } });
  }
  if (node.type !== "IdSelector" && node.type !== "ClassSelector") return undefined;
  const names = node.type === "IdSelector" ? ids : classes;
  return Object.hasOwn(names, node.name) ? names[node.name] : undefined;
}
