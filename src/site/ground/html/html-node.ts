type AttributeValue = string | number | boolean | undefined;
export type HtmlAttributes = Record<string, AttributeValue>;

/** Where in the author's files an element comes from, so that a broken link can be reported with its line. */
export interface SourcePlace {
  file: string;
  line?: number | undefined;
}

export interface HtmlElement {
  tag: string;
  attributes: HtmlAttributes;
  children: HtmlNode[];
  source?: SourcePlace;
}

/** Spans of the highlighter. The sanitizer lets them pass only if they hold nothing but spans and escaped text. */
interface HighlightedCode {
  highlighted: string;
  /** The same without its spans, where it is known. */
  code?: string;
}

/** HTML as the author wrote it in a `.md` page; `raw-html.ts` turns it into elements before anything is printed. */
interface RawHtml {
  rawHtml: string;
}

/** One thing in two forms: what a reader sees on the page, and what stands in its place in the page's Markdown. */
export interface TwoForms {
  readers: HtmlNode[];
  machines: HtmlNode[];
}

/** A string is text and always escaped. There is no way to put markup of an author into the output as it is. */
export type HtmlNode = string | HtmlElement | HighlightedCode | RawHtml | TwoForms;

export function element(tag: string, attributes: HtmlAttributes, children: HtmlNode[] = []): HtmlElement {
  return { tag, attributes, children };
}

export function isElement(node: HtmlNode | undefined): node is HtmlElement {
  return typeof node === "object" && "tag" in node;
}

/** A formula stands there three times: for the eye, for screen readers, and as its source. Only one of them is words. */
export function isUnread({ tag, attributes }: HtmlElement): boolean {
  return tag === "annotation" || attributes["aria-hidden"] === "true";
}

/** The words of a tree without its markup. */
export function textOf(nodes: HtmlNode[]): string {
  let text = "";
  for (const node of nodes) {
    if (typeof node === "string") text += node;
    else if ("tag" in node) text += isUnread(node) ? "" : textOf(node.children);
    else if ("highlighted" in node) text += node.code ?? plainText(node.highlighted);
    else if ("readers" in node) text += textOf(node.readers);
  }
  return text;
}

const entities: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#x27;": "'" };

/** Highlighted code back to the code: its only markup is spans and five entities. */
function plainText(highlighted: string): string {
  return highlighted
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => entities[entity] ?? entity);
}
