import { type HtmlElement, type HtmlNode, isElement, type TwoForms } from "../../ground/html/html-node.ts";
import { codeFence } from "./code-fence.ts";
import { componentWriters, details } from "./components.ts";
import { escapeLineStart } from "./escape-markdown.ts";
import { inlineMarkdown, isInlineTag, writeLink } from "./inline-markdown.ts";
import { isChrome } from "./is-chrome.ts";
import { definitionList, list } from "./lists.ts";
import {
  type BlockWriter,
  classesOf,
  headingLine,
  joinBlocks,
  type MarkdownWriter,
  textAttribute,
} from "./markdown-writer.ts";
import { quote } from "./quote.ts";
import { table } from "./tables.ts";

/**
 * An article as Markdown, made from the tree that its HTML is printed from: snippets and components of the author stand
 * in it already, and a component that nobody thought of here still gives all of its words.
 */
export function writeMarkdown(article: HtmlNode[]): string {
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
  return joinBlocks(writer.blocks(article));
}

function writeBlocks(nodes: HtmlNode[], writer: MarkdownWriter): string[] {
  const blocks: string[] = [];
  let run: HtmlNode[] = [];
  const flush = () => {
    if (run.length === 0) return;
    const text = paragraph(run);
    if (text !== "") blocks.push(text);
    run = [];
  };
  for (const node of formsForMachines(nodes)) {
    if (!isElement(node) || !isBlock(node)) run.push(node);
    else {
      flush();
      blocks.push(...writeBlock(node, writer));
    }
  }
  flush();
  return blocks;
}

/** Nearly always the nodes as they are. */
function formsForMachines(nodes: HtmlNode[]): HtmlNode[] {
  return nodes.some(hasTwoForms)
    ? nodes.flatMap((node) => (hasTwoForms(node) ? formsForMachines(node.machines) : [node]))
    : nodes;
}

function hasTwoForms(node: HtmlNode): node is TwoForms {
  return typeof node === "object" && "machines" in node;
}

/** What nobody reads ends no line either: an icon in the middle of a sentence is not there. */
function isBlock(node: HtmlElement): boolean {
  if (!isInlineTag(node.tag)) return !isChrome(node);
  return formsForMachines(node.children).some((child) => isElement(child) && isBlock(child));
}

function writeBlock(node: HtmlElement, writer: MarkdownWriter): string[] {
  for (const name of classesOf(node)) {
    const component = Object.hasOwn(componentWriters, name) ? componentWriters[name] : undefined;
    if (component !== undefined) return component(node, writer);
  }
  const byTag = Object.hasOwn(blockWriters, node.tag) ? blockWriters[node.tag] : undefined;
  return byTag === undefined ? writer.blocks(node.children) : byTag(node, writer);
}

function paragraph(nodes: HtmlNode[]): string {
  const text = inlineMarkdown(nodes);
  return text.includes("\n") ? text.split("\n").map(escapeLineStart).join("\n") : escapeLineStart(text);
}

const heading: BlockWriter = (node, writer) => {
  const text = inlineMarkdown(node.children);
  if (text === "") return [];
  writer.headingLevel = Number(node.tag.slice(1));
  return [headingLine(writer.headingLevel, text)];
};

/** A player or a frame cannot be read, but it can be followed. */
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
  // Emphasis around words that have some of their own would end at the first of them.
  figcaption: (node, writer) => {
    const isPlain = node.children.every((child) => typeof child === "string");
    return writer.blocks(isPlain ? [{ tag: "em", attributes: {}, children: node.children }] : node.children);
  },
  a: linkAroundBlocks,
  video: embedded,
  audio: embedded,
  iframe: embedded,
};

/** A link around more than a line of text: its first heading or line is the link. */
function linkAroundBlocks(node: HtmlElement, writer: MarkdownWriter): string[] {
  const blocks = writer.blocks(node.children);
  const at = blocks.findIndex((block) => linkable.test(block));
  const [, marks = "", words = ""] = linkable.exec(blocks[at] ?? "") ?? [];
  return at === -1 ? [...blocks, writeLink(node, "")] : blocks.with(at, `${marks}${writeLink(node, words)}`);
}

/** One line that is no list, quotation, table, code, image or link itself. */
const linkable = /^(#{1,6} |)((?![->|`#]|\d+\.)(?!.*\]\().+)$/;
