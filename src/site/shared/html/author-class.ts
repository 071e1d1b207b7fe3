import { classesOf, type HtmlAttributes, type HtmlElement } from "./html-node.ts";

/**
 * The attribute for class names that authors wrote. Class names in `class` are always Lectern's own, and later steps
 * read the structure of a page from them. Both are printed as `class`.
 */
export const authorClass = "author-class";

export function withAuthorClass(attributes: HtmlAttributes, className: string): HtmlAttributes {
  return { ...attributes, [authorClass]: [attributes[authorClass], className].filter(Boolean).join(" ") };
}

const chromeClasses: ReadonlySet<string> = new Set(
  "code-header heading-link icon-picture tab-list when-closed when-open".split(" "),
);
const pictures: ReadonlySet<string> = new Set(["img", "picture", "video"]);

/** Whether an element is part of the user interface and not of the text. Lectern's own buttons have a data attribute. */
export function isChrome(node: HtmlElement): boolean {
  if (node.tag === "svg") return true;
  // The dark mode variant of an image adds nothing.
  if (pictures.has(node.tag) && classesOf(node, authorClass).includes("hidden")) return true;
  if (node.tag === "button") return Object.keys(node.attributes).some(isOwnData);
  return node.attributes.class !== undefined && classesOf(node).some((name) => chromeClasses.has(name));
}

/** An author's buttons only have renamed data attributes, and the mark of their handlers. */
function isOwnData(name: string): boolean {
  return name.startsWith("data-") && !name.startsWith("data-author-") && name !== "data-handlers";
}
