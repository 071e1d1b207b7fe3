import { type Attrs, DOMParser, type ParseRule, type Slice, type TagParseRule } from "prosemirror-model";
import { pageSchema } from "./page-schema.ts";
import type { PageFormat } from "./parse-tree.ts";
import { type Losses, tidyHtml } from "./tidy-html.ts";

/**
 * Turns pasted HTML into content. Only known elements and attributes are used: anything else, such as handlers and
 * styles, never reaches the document. The element must belong to a document without a window, such as one made by
 * `DOMParser.parseFromString`, so that nothing in it is loaded or run.
 */
export function cleanHtml(body: HTMLElement, format: PageFormat): { slice: Slice; losses: Losses } {
  const losses = tidyHtml(body, format);
  for (const element of body.querySelectorAll(ignoredElements)) element.remove();
  for (const image of body.querySelectorAll("img")) {
    if (readImage(image) === false && !isTiny(image)) losses.add("images, which you can add as files");
  }
  return { slice: parser.parseSlice(body), losses };
}

/** A tracking pixel or spacer. */
function isTiny(image: HTMLElement): boolean {
  return ["width", "height"].some((name) => ["0", "1"].includes(image.getAttribute(name) ?? ""));
}

const ignoredElements =
  "script, style, template, noscript, iframe, object, embed, svg, math, form, input, button, select, textarea, link, meta, base, title, head, audio, video, canvas";

const readItem = (element: HTMLElement): Attrs => {
  const checked = element.getAttribute("data-checked");
  return { checked: checked === null ? null : checked === "true" };
};

const blockRules: TagParseRule[] = [
  { tag: "p", node: "paragraph" },
  ...[1, 2, 3, 4, 5, 6].map((level) => ({ tag: `h${level}`, node: "heading", attrs: { level } })),
  { tag: "blockquote", node: "blockquote" },
  // Notion and Confluence write callouts as asides.
  { tag: "aside", node: "blockquote" },
  { tag: "ul", node: "bulletList" },
  { tag: "ol", node: "orderedList", getAttrs: (element) => ({ start: readStart(element) }) },
  { tag: "li", node: "listItem", getAttrs: readItem },
  {
    tag: "pre",
    node: "codeBlock",
    preserveWhitespace: "full",
    getAttrs: (element) => ({ lang: readLanguage(element) }),
  },
  { tag: "table", node: "table" },
  { tag: "tr", node: "tableRow" },
  { tag: "td", node: "tableCell", getAttrs: readCell },
  { tag: "th", node: "tableHeader", getAttrs: readCell },
  { tag: "hr", node: "thematicBreak" },
];

const inlineRules: ParseRule[] = [
  // A line break would end the row of the table.
  { tag: "br", node: "inlineComponent", attrs: { name: "br" }, context: "tableCell/|tableHeader/" },
  { tag: "br", node: "hardBreak" },
  { tag: "img", node: "image", getAttrs: readImage },
  { tag: "a[href]", mark: "link", getAttrs: readLink },
  { tag: "strong", mark: "strong" },
  { tag: "b", mark: "strong" },
  { tag: "em", mark: "emphasis" },
  { tag: "i", mark: "emphasis" },
  { tag: "s", mark: "strike" },
  { tag: "del", mark: "strike" },
  { tag: "code", mark: "code" },
  { tag: "kbd", mark: "code" },
  { tag: "samp", mark: "code" },
];

const parser = new DOMParser(pageSchema, [...blockRules, ...inlineRules]);

function readStart(element: HTMLElement): number {
  const start = Number(element.getAttribute("start") ?? 1);
  return Number.isInteger(start) && start >= 0 && start < 1e9 ? start : 1;
}

function readLanguage(element: HTMLElement): string | null {
  const classes = `${element.className} ${element.querySelector("code")?.className ?? ""}`;
  return /(?:^|\s)lang(?:uage)?-([\w+#.-]{1,30})(?:\s|$)/.exec(classes)?.[1] ?? null;
}

function readCell(element: HTMLElement): Attrs {
  const align = element.getAttribute("align");
  return { align: align === "left" || align === "center" || align === "right" ? align : null };
}

function readImage(element: HTMLElement): Attrs | false {
  const src = element.getAttribute("src") ?? "";
  if (!isSafeUrl(src, "image")) return false;
  return { src, alt: element.getAttribute("alt") ?? "", title: element.getAttribute("title") };
}

function readLink(element: HTMLElement): Attrs | false {
  const href = element.getAttribute("href") ?? "";
  return isSafeUrl(href, "link") && { href, title: element.getAttribute("title") };
}

const schemes = { link: ["http:", "https:", "mailto:", "tel:"], image: ["http:", "https:"] } as const;

/** Raster images only: an SVG can contain scripts. */
const imageData = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,/i;

/** Whether an address from outside is safe: a path on the site, or a scheme that can't run code. */
export function isSafeUrl(url: string, use: keyof typeof schemes): boolean {
  // Browsers ignore these characters, so `java\nscript:` is a scheme too.
  const plain = [...url].filter((character) => character > " " && character !== "\u007F").join("");
  if (plain === "") return false;
  if (use === "image" && imageData.test(plain)) return true;
  const [scheme] = /^[a-z][a-z\d+.-]*:/i.exec(plain) ?? [];
  if (scheme !== undefined) return schemes[use].some((known) => known === scheme.toLowerCase());
  // Text before a colon in the first segment could still be read as a scheme.
  return !/^[^/?#]*:/.test(plain);
}
