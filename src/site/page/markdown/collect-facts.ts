import { frameHosts } from "../../shared/html/allowed-html.ts";
import { oneLine } from "../../shared/html/collapse-whitespace.ts";
import {
  type HtmlElement,
  type HtmlNode,
  isChrome,
  isElement,
  isUnread,
  type SourcePlace,
  textOf,
} from "../../shared/html/html-node.ts";
import { mapSrcset } from "../../shared/html/safe-url.ts";
import { formTarget } from "../../shared/html/sanitize.ts";
import { createSectionWriter, type PageSection, type SectionWriter } from "./page-sections.ts";

export interface Heading {
  id: string;
  text: string;
  level: number;
  /** True if the heading is in a view that isn't shown at first. */
  isInOtherView?: boolean;
}

export interface LinkUse {
  url: string;
  place?: SourcePlace | undefined;
}

/** The facts about a page that other parts of the build need: its outline, search sections and links. */
export interface PageFacts {
  headings: Heading[];
  sections: PageSection[];
  anchors: string[];
  links: LinkUse[];
  images: LinkUse[];
  /** Images without alternative text. */
  imagesWithoutAlt: SourcePlace[];
  /** Links that are relative to their file or end in .md. */
  looseLinks: SourcePlace[];
  /** The servers of the page's frames, and the servers its forms are sent to. */
  frameOrigins?: string[];
  formOrigins?: string[];
  /** True if the page shows formulas, which need their own stylesheet. */
  usesMath: boolean;
  /** True if the page has diagrams, which Mermaid draws in the browser. */
  usesMermaid: boolean;
}

const headingTag = /^h[1-6]$/;
const outlineLevelMax = 3;
const foldedYear = "update-year";

/** Reads the facts from the finished article, from Lectern's own class names, which authors can't write. */
export function collectFacts(
  article: HtmlNode[],
  pageUrl: string,
  { imagesWithoutAlt, looseLinks }: Pick<PageFacts, "imagesWithoutAlt" | "looseLinks">,
): PageFacts {
  const found = { headings: [], sections: [], anchors: [], links: [], images: [], usesMath: false, usesMermaid: false };
  const facts: PageFacts = { ...found, imagesWithoutAlt, looseLinks };
  const writer = createSectionWriter(pageUrl);
  visit(article, facts, writer);
  // The outline of a changelog that is folded by year lists all years, but only the entries of the first year.
  if (article.some((node) => isElement(node) && node.attributes.class === foldedYear))
    facts.headings = facts.headings.filter(({ level }) => level < outlineLevelMax);
  facts.sections = writer.finish();
  return facts;
}

function visit(nodes: HtmlNode[], facts: PageFacts, writer: SectionWriter): void {
  for (const node of nodes) {
    if (typeof node === "string") writer.text(node);
    else if ("tag" in node) visitElement(node, facts, writer);
    else if ("onPage" in node) visit(node.onPage, facts, writer);
  }
}

function visitElement(node: HtmlElement, facts: PageFacts, writer: SectionWriter): void {
  const { id, href, src, srcset, action } = node.attributes;
  if (node.attributes.class === "katex") facts.usesMath = true;
  if (node.attributes["data-mermaid"] !== undefined) facts.usesMermaid = true;
  if (typeof id === "string") facts.anchors.push(id);
  if (node.tag === "a" && typeof href === "string") facts.links.push({ url: href, place: node.source });
  if (node.tag === "iframe" && typeof src === "string")
    facts.frameOrigins = [...(facts.frameOrigins ?? []), ...frameOrigins(src)];
  if (node.tag === "form" && typeof action === "string")
    facts.formOrigins = [...(facts.formOrigins ?? []), formTarget(action) ?? ""];
  if (mediaTags.has(node.tag) && typeof src === "string") facts.images.push({ url: src, place: node.source });
  if (typeof srcset === "string") mapSrcset(srcset, (url) => void facts.images.push({ url, place: node.source }));
  if (isUnread(node)) return;
  const level = outlineLevel(node);
  if (level !== undefined && typeof id === "string") {
    const text = headingText(node);
    if (level <= outlineLevelMax) facts.headings.push({ id, text, level });
    writer.heading({ id, text, level });
    // Links and images inside a heading count too. The text of the heading is already in the section title.
    for (const child of node.children)
      if (typeof child === "object" && "tag" in child && !isHeadingLink(child))
        visitElement(child, facts, createSectionWriter(""));
    return;
  }
  const language = node.attributes["data-language"];
  if (typeof language === "string") writer.codeLanguage(language);
  if (blockTags.has(node.tag)) writer.endBlock();
  const headingsBefore = facts.headings.length;
  if (node.tag === "pre") writer.code(textOf(node.children));
  else if (!isChrome(node)) visitInside(node, facts, writer);
  if (node.attributes.class === "view")
    for (const heading of facts.headings.slice(headingsBefore)) heading.isInOtherView = true;
  // In a changelog, the label of an entry ranks above the headings in it.
  if (node.attributes.class === "update-body")
    for (const heading of facts.headings.slice(headingsBefore)) heading.level = outlineLevelMax;
  if (node.attributes.class === foldedYear) facts.headings.splice(headingsBefore + 1);
  if (blockTags.has(node.tag)) writer.endBlock();
  else if (node.tag === "br") writer.text(" ");
}

/** Video players redirect from their bare domain to `www`, so both are needed. */
function frameOrigins(src: string): string[] {
  const { host, hostname } = new URL(src.startsWith("//") ? `https:${src}` : src);
  return frameHosts.has(hostname) && frameHosts.has(`www.${hostname}`)
    ? [`https://${host}`, `https://www.${host}`]
    : [`https://${host}`];
}

/** Visits the children of an element and marks the structure of their text. */
function visitInside(node: HtmlElement, facts: PageFacts, writer: SectionWriter): void {
  const { tag } = node;
  const range = rangeOf(node);
  const isLink = isAuthorLink(node) && writer.startLink(String(node.attributes.href));
  if (tag === "ol") writer.list(Number(node.attributes.start ?? 1));
  else if (tag === "ul") writer.list(0);
  else if (tag === "li") writer.item();
  else if (tag === "table") writer.table();
  else if (tag === "tr") writer.row(isHeadRow(node));
  if (range !== undefined) writer.startRange(range);
  visit(node.children, facts, writer);
  if (range !== undefined) writer.endRange(range);
  if (isLink) writer.endRange("link");
  if (tag === "ol" || tag === "ul") writer.endList();
  else if (tag === "tr") writer.endRow();
  else if (tag === "table") writer.table();
}

function rangeOf({ tag, attributes }: HtmlElement): "code" | "strong" | "cell" | undefined {
  if (tag === "code") return "code";
  if (tag === "td" || tag === "th") return "cell";
  // The titles of tabs, steps and callouts would otherwise read like paragraphs.
  return tag === "strong" || tag === "b" || /^[a-z-]+-title$/.test(String(attributes.class)) ? "strong" : undefined;
}

/** Whether the author wrote a link. Fields and footnotes have generated links to themselves. */
function isAuthorLink({ tag, attributes }: HtmlElement): boolean {
  const { href } = attributes;
  return tag === "a" && typeof href === "string" && attributes.class !== "field-link" && !href.startsWith("#footnote-");
}

/** The first cell of a header row can be an empty plain cell. */
function isHeadRow({ children }: HtmlElement): boolean {
  const cells = children.filter(isElement);
  return cells.length > 0 && cells.every((cell) => cell.tag === "th" || textOf(cell.children).trim() === "");
}

const mediaTags: ReadonlySet<string> = new Set(["img", "video", "audio", "source"]);
/** Elements that end a block of text. */
const blockTags: ReadonlySet<string> = new Set(
  "p div ul ol li dl dt dd table tr summary section figure figcaption blockquote h1 h2 h3 h4 h5 h6".split(" "),
);

/** The outline level of a heading, or of a component title that declares its own. */
function outlineLevel(node: HtmlElement): number | undefined {
  const marked = node.attributes["data-outline"];
  if (marked !== undefined) return marked === "none" ? undefined : Number(marked);
  // A second H1 is a section of the page.
  return headingTag.test(node.tag) ? Math.max(Number(node.tag.slice(1)), 2) : undefined;
}

/** The text of a heading without its badges: `theme - <Badge>required</Badge>` is about `theme`. */
function headingText(node: HtmlElement): string {
  const children = node.children.filter((child) => !isElement(child) || !isHeadingLink(child));
  const words = withoutBadges(children);
  const text = oneLine(textOf(words));
  if (text === oneLine(textOf(children))) return text;
  return text.replace(/ [-–—:|·]$/, "") || oneLine(textOf(children));
}

/** A badge may be inside a link or another mark. The text of a tooltip isn't part of the heading either. */
function withoutBadges(nodes: readonly HtmlNode[]): HtmlNode[] {
  return nodes.flatMap((node): HtmlNode[] => {
    if (typeof node === "object" && "onPage" in node) return withoutBadges(node.onPage);
    if (!isElement(node)) return [node];
    return isBadge(node) ? [] : [{ ...node, children: withoutBadges(node.children) }];
  });
}

function isHeadingLink(node: HtmlElement): boolean {
  return node.attributes.class === "heading-link";
}

/** Headings of API pages have badges with the type of a body and whether it is required. */
const badgeClasses: ReadonlySet<string> = new Set(["badge", "media-type", "field-required", "tooltip-box"]);

function isBadge(node: HtmlElement): boolean {
  return badgeClasses.has(String(node.attributes.class).split(" ", 1)[0] ?? "");
}
