type AttributeValue = string | number | boolean | undefined;
export type HtmlAttributes = Record<string, AttributeValue>;

/** Where an element comes from in the author's files, so that a broken link can be reported with its line. */
export interface SourcePlace {
  file: string;
  line?: number | undefined;
  /** The offsets in the file, as `start-end`. Only known in the preview of a page that is being written. */
  range?: string;
}

export interface HtmlElement {
  tag: string;
  attributes: HtmlAttributes;
  children: HtmlNode[];
  source?: SourcePlace;
}

/** Highlighter output. The sanitizer only accepts spans and escaped text. */
export interface HighlightedCode {
  highlighted: string;
  /** The plain code without spans, if known. */
  code?: string;
}

/** HTML as written in a `.md` page. `raw-html.ts` converts it to elements before anything is printed. */
export interface RawHtml {
  rawHtml: string;
  source?: SourcePlace;
}

/** A node that looks different on the page and in its Markdown. */
export interface TwoForms {
  onPage: HtmlNode[];
  inMarkdown: HtmlNode[];
}

/** A string is text and always escaped. An author's markup can never reach the output unchecked. */
export type HtmlNode = string | HtmlElement | HighlightedCode | RawHtml | TwoForms;

export function element(tag: string, attributes: HtmlAttributes, children: HtmlNode[] = []): HtmlElement {
  return { tag, attributes, children };
}

export function isElement(node: HtmlNode | undefined): node is HtmlElement {
  return typeof node === "object" && "tag" in node;
}

/**
 * The attribute for class names that authors wrote. Class names in `class` are always Lectern's own, and later steps
 * read the structure of a page from them. Both are printed as `class`.
 */
export const authorClass = "author-class";

export function classesOf({ attributes }: HtmlElement, name = "class"): string[] {
  const classes = attributes[name];
  return typeof classes === "string" ? classes.split(/\s+/) : [];
}

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

/**
 * A formula is printed three times: visually, for screen readers, and as its source. Only the text for screen readers
 * counts.
 */
export function isUnread({ tag, attributes }: HtmlElement): boolean {
  return tag === "annotation" || attributes["aria-hidden"] === "true";
}

/** The text of a tree without its markup. */
export function textOf(nodes: HtmlNode[]): string {
  let text = "";
  for (const node of nodes) {
    if (typeof node === "string") text += node;
    else if ("tag" in node) text += isUnread(node) ? "" : textOf(node.children);
    else if ("highlighted" in node) text += node.code ?? plainText(node.highlighted);
    else if ("onPage" in node) text += textOf(node.onPage);
  }
  return text;
}

const entities: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#x27;": "'" };

/** Converts highlighted code back to plain code: its only markup is spans and five entities. */
function plainText(highlighted: string): string {
  return highlighted
    .replaceAll(/<[^<>]*>/g, "")
    .replaceAll(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => entities[entity] ?? entity);
}
