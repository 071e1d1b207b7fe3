import type { HtmlNode } from "../../shared/html/html-node.ts";
import { iconElement } from "../components/icon-prop.ts";
import { renderDiagram } from "../diagrams/render-diagram.ts";
import type { PageState, RenderContext } from "../markdown/render-context.ts";
import type { MarkdownNode } from "../page-tree.ts";
import { codeBlockElement } from "./code-block.ts";
import type { CodeBlock } from "./fence-meta.ts";
import { type FenceMeta, parseFenceMeta } from "./fence-meta.ts";

export function renderFence(node: MarkdownNode, context: RenderContext): HtmlNode[] {
  const block = readFence(node, context);
  if (block.meta.language === "mermaid" && context.page.collectedBlocks === undefined) {
    return renderDiagram(block, node, context);
  }
  return showBlock(block, context.page);
}

/** Shows a block in place, or as a tab of the enclosing group. */
export function showBlock(block: CodeBlock, page: PageState): HtmlNode[] {
  if (page.collectedBlocks === undefined) return [codeBlockElement(block, page)];
  page.collectedBlocks.push(block);
  return [];
}

/** Reads the code of a fence. In a snippet, `{word}` in the code and title is replaced by the snippet's props. */
export function readFence(node: MarkdownNode, context: RenderContext): CodeBlock {
  const words = context.snippetProps ?? {};
  const fill = (text: string) =>
    text.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
      Object.hasOwn(words, name) ? (words[name] ?? whole) : whole,
    );
  return codeBlock(fill(node.value ?? ""), parseFenceMeta(node.lang, fill(node.meta ?? "")), node, context);
}

export function codeBlock(code: string, meta: FenceMeta, node: MarkdownNode, context: RenderContext): CodeBlock {
  const icon = meta.icon === undefined ? undefined : iconElement(meta.icon, undefined, node, context);
  return { code, meta, icon };
}
