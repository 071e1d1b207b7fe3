import { parse, type Rule, walk } from "css-tree";

/** The parts of the frame by the names that the format promises to stylesheets of authors, and where they stand here. */
const ids: Readonly<Record<string, string>> = {
  "content-area": "main",
  "page-title": ".article-head h1",
  "sidebar-content": ".sidebar",
  "table-of-contents": ".outline",
  navbar: ".site-header,.header-tabs",
  pagination: ".neighbours",
  footer: ".site-footer",
};
const classes: Readonly<Record<string, string>> = {
  "nav-logo": ".logo img",
  "nav-tabs-item": ".header-tabs>div>a,.header-tabs summary",
};

/**
 * `#navbar a` → `:is(#navbar,.site-header,.header-tabs) a`. The names are not in the pages themselves, where a heading
 * such as "Pagination" has the same; and the rule keeps the weight that its author gave it.
 */
export function nameFrameParts({ prelude }: Rule): void {
  walk(prelude, (node, item, list) => {
    const names = node.type === "IdSelector" ? ids : node.type === "ClassSelector" ? classes : {};
    const name = "name" in node && typeof node.name === "string" ? node.name : "";
    if (!Object.hasOwn(names, name)) return;
    const sign = node.type === "IdSelector" ? "#" : ".";
    const choice = parse(`:is(${sign}${name},${names[name]})`, { context: "selector" });
    const [part] = choice.type === "Selector" ? choice.children.toArray() : [];
    if (part !== undefined) list.replace(item, list.createItem(part));
  });
}
