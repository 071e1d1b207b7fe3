import { isChrome } from "../../shared/html/author-class.ts";
import {
  classesOf,
  element,
  type HtmlElement,
  type HtmlNode,
  isElement,
  type TwoForms,
} from "../../shared/html/html-node.ts";
import { codeFence } from "./code-fence.ts";
import { componentWriters, details } from "./components.ts";
import { escapeLineStart } from "./escape-markdown.ts";
import { hostMark, inlineMarkdown, isInlineTag, markdownLink } from "./inline-markdown.ts";
import {
  type BlockWriter,
  headingLine,
  joinBlocks,
  leadItem,
  listItem,
  type MarkdownWriter,
  quote,
  textAttribute,
} from "./markdown-writer.ts";
import { table } from "./tables.ts";

/**
 * Writes an article as Markdown, from the same tree as its HTML. In this tree, the author's snippets and components
 * are already expanded. A component without its own writer keeps all of its text. Pages are cached with `hostMark` as
 * the host, so that a site that moves is only laid out again.
 */
export function writeMarkdown(article: HtmlNode[], host = ""): string {
  const writer: MarkdownWriter = {
    blocks: (nodes) => writeBlocks(nodes, writer),
    nested(nodes) {
      writer.depth += 1;
      const blocks = writeBlocks(nodes, writer);
      writer.depth -= 1;
      return blocks;
    },
    depth: 0,
    headingLevel: 1,
  };
  // The parser leaves the line ends of code as they are in the file.
  return withHost(joinBlocks(writer.blocks(article)).replaceAll("\r\n", "\n"), host);
}

/** Begins links on the site's own host with its address. */
export function withHost(markdown: string, host: string): string {
  return markdown.replaceAll(hostMark, () => host);
}

function writeBlocks(nodes: HtmlNode[], writer: MarkdownWriter): string[] {
  const blocks: string[] = [];
  let run: HtmlNode[] = [];
  const flush = () => {
    if (run.length === 0) return;
    const text = inlineMarkdown(run).split("\n").map(escapeLineStart).join("\n");
    if (text !== "") blocks.push(text);
    run = [];
  };
  for (const node of markdownForms(nodes)) {
    if (!isElement(node) || !isBlock(node)) run.push(node);
    else {
      flush();
      blocks.push(...writeBlock(node, writer));
    }
  }
  flush();
  return blocks;
}

/** Replaces nodes by their Markdown form. Nearly always returns the nodes unchanged. */
function markdownForms(nodes: HtmlNode[]): HtmlNode[] {
  return nodes.some(hasTwoForms)
    ? nodes.flatMap((node) => (hasTwoForms(node) ? markdownForms(node.inMarkdown) : [node]))
    : nodes;
}

function hasTwoForms(node: HtmlNode): node is TwoForms {
  return typeof node === "object" && "inMarkdown" in node;
}

/** User interface elements, such as an icon inside a sentence, are skipped and must not end the line. */
function isBlock(node: HtmlElement): boolean {
  if (!isInlineTag(node.tag)) return !isChrome(node);
  return markdownForms(node.children).some((child) => isElement(child) && isBlock(child));
}

function writeBlock(node: HtmlElement, writer: MarkdownWriter): string[] {
  for (const name of classesOf(node)) {
    const component = Object.hasOwn(componentWriters, name) ? componentWriters[name] : undefined;
    if (component !== undefined) return component(node, writer);
  }
  const byTag = Object.hasOwn(blockWriters, node.tag) ? blockWriters[node.tag] : undefined;
  return byTag === undefined ? writer.blocks(node.children) : byTag(node, writer);
}

const heading: BlockWriter = (node, writer) => {
  const text = inlineMarkdown(node.children);
  if (text === "") return [];
  writer.headingLevel = Number(node.tag.slice(1));
  return [headingLine(writer.headingLevel, text)];
};

/** A player or frame can't be read, but it can be linked to. */
const embedded: BlockWriter = (node, writer) => {
  const source = node.children.filter(isElement).find((child) => child.tag === "source");
  const url = textAttribute(node, "src") ?? (source && textAttribute(source, "src"));
  const words = textAttribute(node, "title") ?? { audio: "Audio", iframe: "Frame" }[node.tag] ?? "Video";
  const link = url === undefined ? [] : [inlineMarkdown([{ tag: "a", attributes: { href: url }, children: [words] }])];
  return [...link, ...writer.blocks(node.children)];
};

const blockWriters: Record<string, BlockWriter> = {
  h1: heading,
  h2: heading,
  h3: heading,
  h4: heading,
  h5: heading,
  h6: heading,
  hr: () => ["---"],
  pre: codeFence,
  ul: list,
  ol: list,
  dl: definitionList,
  table,
  details,
  blockquote: (node, writer) => {
    const blocks = writer.nested(node.children);
    return blocks.length === 0 ? [] : [quote(blocks, writer)];
  },
  // A caption that contains emphasis isn't emphasized as a whole, because the outer emphasis would end too early.
  figcaption: (node, writer) => {
    const isPlain = node.children.every((child) => typeof child === "string");
    return writer.blocks(isPlain ? [{ tag: "em", attributes: {}, children: node.children }] : node.children);
  },
  a: linkAroundBlocks,
  video: embedded,
  audio: embedded,
  iframe: embedded,
};

/** A link around several blocks: its first heading or line becomes the link. */
function linkAroundBlocks(node: HtmlElement, writer: MarkdownWriter): string[] {
  const blocks = writer.blocks(node.children);
  const at = blocks.findIndex((block) => linkable.test(block));
  const [, marks = "", words = ""] = linkable.exec(blocks[at] ?? "") ?? [];
  return at === -1 ? [...blocks, markdownLink(node, "")] : blocks.with(at, `${marks}${markdownLink(node, words)}`);
}

/** One line that isn't a list, quote, table, code, image or link. */
const linkable = /^(#{1,6} |)((?![->|`#]|\d+\.)(?!.*\]\().+)$/;

function list(node: HtmlElement, writer: MarkdownWriter): string[] {
  const items = node.children.filter((child) => typeof child !== "string" || child.trim() !== "").map(asItem);
  const isTight = !items.some((item) => item.children.some((child) => isElement(child) && child.tag === "p"));
  let number = Number(node.attributes.start ?? 1);
  const written = items.map((item) => {
    const marker = node.tag === "ol" ? `${number}. ` : "- ";
    number += 1;
    return writeItem(marker, item, isTight, writer);
  });
  if (written.length === 0) return [];
  return [written.join(isTight ? "\n" : "\n\n")];
}

/** A tight item has only text and nested lists, without blank lines between them; other items need blank lines. */
function writeItem(marker: string, item: HtmlElement, isTight: boolean, writer: MarkdownWriter): string {
  const blocks = writer.nested(item.children);
  // In Markdown, only a list that starts with 1 can follow text without a blank line.
  const isPlain = blocks.every((block, index) => index === 0 || /^(?:-|1\.) /.test(block));
  return listItem(marker, blocks, isTight && isPlain, writer);
}

function asItem(node: HtmlNode): HtmlElement {
  return isElement(node) && node.tag === "li" ? node : element("li", {}, [node]);
}

/** Terms and definitions as a list, because Markdown has no syntax for them. */
function definitionList(node: HtmlElement, writer: MarkdownWriter): string[] {
  const items: { title: string[]; blocks: string[] }[] = [];
  // A pair may be wrapped in an element.
  const parts = node.children.filter(isElement).flatMap((child) => (child.tag === "div" ? child.children : [child]));
  for (const child of parts.filter(isElement)) {
    const last = items.at(-1);
    if (child.tag === "dt" || last === undefined) items.push({ title: writer.blocks(child.children), blocks: [] });
    else last.blocks.push(...writer.nested(child.children));
  }
  return items.map(({ title, blocks }) => leadItem(`**${joinBlocks(title)}**`, blocks, writer));
}
