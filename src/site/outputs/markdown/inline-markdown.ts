import { isChrome } from "../../shared/html/author-class.ts";
import { classesOf, type HtmlElement, type HtmlNode, isElement, textOf } from "../../shared/html/html-node.ts";
import { escapeLinkText, escapeMarkdown } from "./escape-markdown.ts";
import { textAttribute } from "./markdown-writer.ts";

const lineBreak = "  \n";
/** Tested first, because most texts contain no whitespace to collapse and a test is cheaper than a replacement. */
const manySpaces = /\s\s|[^\S ]/;

/** Text with emphasis, links and images. It is on one line unless the author added line breaks. */
export function inlineMarkdown(nodes: HtmlNode[]): string {
  const line = write(nodes);
  return (line.includes("\n") ? line.replaceAll(/(?<! ) *\n */g, lineBreak) : line).trim();
}

function write(nodes: HtmlNode[], protect = escapeMarkdown): string {
  const parts: string[] = [];
  for (const node of withJoinedTexts(nodes)) {
    const part = joined(parts.at(-1), writeNode(node, protect));
    if (part !== "") parts.push(part);
  }
  return parts.join("");
}

/** Adjusts a part of a line so that it can follow the part before it. */
function joined(before: string | undefined, part: string): string {
  const last = before?.at(-1);
  // Like in a browser, consecutive spaces collapse.
  if (last === undefined || last === " " || last === "\n") return part.replace(/^ +/, "");
  // Two adjacent code spans would be parsed as one, and a link after an exclamation mark as an image.
  const isOneWithIt = (last === "`" && part.startsWith("`")) || (last === "!" && part.startsWith("["));
  return isOneWithIt ? ` ${part}` : part;
}

/** Joins adjacent texts, because together they can form Markdown syntax that neither contains alone. */
function withJoinedTexts(nodes: HtmlNode[]): HtmlNode[] {
  if (nodes.length < 2) return nodes;
  const all: HtmlNode[] = [];
  for (const node of nodes) {
    const last = all.at(-1);
    if (typeof node === "string" && typeof last === "string") all[all.length - 1] = last + node;
    else all.push(node);
  }
  return all;
}

function writeNode(node: HtmlNode, protect: Protect): string {
  if (typeof node === "string") return protect(manySpaces.test(node) ? node.replaceAll(/\s+/g, " ") : node);
  if ("inMarkdown" in node) return write(node.inMarkdown, protect);
  if (!isElement(node)) return protect(textOf([node]));
  if (isChrome(node)) return "";
  const inlineWriter = Object.hasOwn(writers, node.tag) ? writers[node.tag] : undefined;
  if (inlineWriter !== undefined) return inlineWriter(node, protect);
  // A block inside a line: separate its text from the text around it.
  return ` ${write(node.children, protect)} `;
}

type Protect = (text: string) => string;
type InlineWriter = (node: HtmlElement, protect: Protect) => string;

const plain: InlineWriter = (node, protect) => write(node.children, protect);
const wrapped =
  (mark: string): InlineWriter =>
  (node, protect) =>
    wrap(mark, write(node.children, protect));
/** Elements without a Markdown syntax, which are written as inline HTML. */
const asHtml: InlineWriter = (node, protect) => `<${node.tag}>${write(node.children, protect)}</${node.tag}>`;

const writers: Record<string, InlineWriter> = {
  a: (node) => markdownLink(node, write(node.children, escapeLinkText)),
  abbr: plain,
  b: wrapped("**"),
  bdi: plain,
  bdo: plain,
  br: () => lineBreak,
  // A button is shown as a separate box, so its text needs spaces around it.
  button: (node, protect) => ` ${write(node.children, protect)} `,
  cite: wrapped("*"),
  code: (node) => (classesOf(node).includes("math") ? `$${textOf(node.children)}$` : codeSpan(textOf(node.children))),
  data: plain,
  del: wrapped("~~"),
  dfn: plain,
  em: wrapped("*"),
  i: wrapped("*"),
  img: writeImage,
  input: (node) => (node.attributes.checked === true ? "[x]" : "[ ]"),
  ins: plain,
  kbd: asHtml,
  label: plain,
  mark: plain,
  picture: plain,
  q: (node, protect) => `“${write(node.children, protect)}”`,
  s: wrapped("~~"),
  samp: (node) => codeSpan(textOf(node.children)),
  small: plain,
  source: () => "",
  span: plain,
  strong: wrapped("**"),
  sub: asHtml,
  sup: (node, protect) =>
    classesOf(node).includes("footnote-reference") ? `[^${textOf(node.children)}]` : asHtml(node, protect),
  time: plain,
  tt: (node) => codeSpan(textOf(node.children)),
  u: plain,
  var: wrapped("*"),
  wbr: () => "",
};

/** Whether a tag can be part of a line; everything else is a block. */
export function isInlineTag(tag: string): boolean {
  return Object.hasOwn(writers, tag);
}

/** Moves spaces outside, because `** bold**` isn't bold. */
function wrap(mark: string, content: string): string {
  const words = content.trim();
  if (words === "") return content;
  const start = content.startsWith(" ") ? " " : "";
  return `${start}${mark}${words}${mark}${content.endsWith(" ") ? " " : ""}`;
}

export function codeSpan(code: string): string {
  const text = code.replaceAll(/(?<!\s)\s*\n\s*/g, " ");
  if (text.trim() === "") return text;
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  const room = /^`|`$|^ .* $/.test(text) ? " " : "";
  return `${fence}${room}${text}${room}${fence}`;
}

export function markdownLink(node: HtmlElement, content: string): string {
  const url = textAttribute(node, "href");
  const words = content.trim();
  if (url === undefined) return content;
  if (/^https?:\/\//.test(url) && words === escapeMarkdown(url) && !/[<>\s]/.test(url)) return `<${url}>`;
  const shown = words === "" ? (textAttribute(node, "aria-label") ?? url) : words;
  const start = content.startsWith(" ") ? " " : "";
  return `${start}[${shown}](${target(url, node)})${content.endsWith(" ") ? " " : ""}`;
}

function writeImage(node: HtmlElement): string {
  const url = textAttribute(node, "src") ?? "";
  const alt = escapeMarkdown(textAttribute(node, "alt") ?? "").replaceAll("]", "\\]");
  // The content of a data URL is useless to readers.
  return url.startsWith("data:") ? alt : `![${alt}](${target(url, node)})`;
}

/** Precedes the paths of links on the site's own host. An author who writes it only gets the address of the site. */
export const hostMark = "\0lectern-host";

function target(url: string, node: HtmlElement): string {
  const mark = /^\/(?!\/)/.test(url) ? hostMark : "";
  const address = mark + url.replaceAll(/\s/g, "%20").replaceAll("<", "%3C").replaceAll(">", "%3E");
  const title = textAttribute(node, "title")?.replaceAll(/\s+/g, " ").replaceAll('"', '\\"');
  return `${/[()]/.test(address) ? `<${address}>` : address}${title === undefined ? "" : ` "${title}"`}`;
}
