import { iconElement } from "../components/icon-prop.ts";
import type { HtmlNode } from "../html/html-node.ts";
import type { MarkdownNode } from "../page/markdown-node.ts";
import type { RenderContext } from "../page/render-context.ts";
import { type CodeBlock, codeBlockElement } from "./code-block.ts";
import { type FenceMeta, parseFenceMeta } from "./fence-meta.ts";

export function renderFence(node: MarkdownNode, context: RenderContext): HtmlNode[] {
  return [codeBlockElement(readFence(node, context), context.page.limits.highlightBytesMax)];
}

/** The code of a fence. In a snippet, `{word}` inside it is filled from the snippet's props. */
export function readFence(node: MarkdownNode, context: RenderContext): CodeBlock {
  const props = context.snippetProps ?? {};
  const code = (node.value ?? "").replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = Object.hasOwn(props, name) ? props[name] : undefined;
    return typeof value === "string" || typeof value === "number" ? String(value) : whole;
  });
  return codeBlock(code, parseFenceMeta(node.lang, node.meta), node, context);
}

export function codeBlock(code: string, meta: FenceMeta, node: MarkdownNode, context: RenderContext): CodeBlock {
  const icon = meta.icon === undefined ? undefined : iconElement(meta.icon, undefined, node, context);
  return { code, meta, icon };
}
