import type { MarkdownNode } from "../page-tree.ts";
import { expandAttributes, plainAttributes } from "./expand-attributes.ts";
import { expandExpression } from "./expand-expression.ts";
import { expandTag } from "./expand-tag.ts";
import type { Expansion } from "./expansion.ts";
import { fillNode } from "./fill-node.ts";

/**
 * Replaces everything in a file that depends on names: expressions by what they show, tags of the author's components by
 * what those return, expressions in attributes by their values. What is left is Markdown, HTML elements and components of
 * ours, and those can look into their children without knowing that code was there. The tree itself is not changed.
 *
 * Tags and expressions that stand on one line without other words are one line of text, so when they turn out to be words
 * they are one paragraph, as if the words had been written.
 */
export function expandFile(nodes: MarkdownNode[], expansion: Expansion): MarkdownNode[] {
  const expanded: MarkdownNode[] = [];
  for (let index = 0; index < nodes.length; ) {
    const line = lineOfNodes(nodes, index);
    const parts = line.map((node) => expandNodes([node], expansion));
    if (parts.some(holdsWords)) expanded.push(paragraphOf(parts, line[0]));
    else for (const part of parts.flat()) expanded.push(part);
    index += line.length;
  }
  return expanded;
}

/** The node and those that start on the same line. */
function lineOfNodes(nodes: MarkdownNode[], start: number): MarkdownNode[] {
  const line = nodes[start]?.position?.start.line;
  let end = start + 1;
  while (line !== undefined && end < nodes.length && nodes[end]?.position?.start.line === line) end += 1;
  return nodes.slice(start, end);
}

function holdsWords(nodes: MarkdownNode[]): boolean {
  return nodes.some((node) => node.type === "text" && node.value?.trim() !== "");
}

function paragraphOf(parts: MarkdownNode[][], first: MarkdownNode | undefined): MarkdownNode {
  const children: MarkdownNode[] = [];
  for (const part of parts) {
    if (children.length > 0 && part.length > 0) children.push({ type: "text", value: " " });
    for (const node of part) children.push(node);
  }
  return { type: "paragraph", children, ...(first?.position && { position: first.position }) };
}

function expandNodes(nodes: MarkdownNode[], expansion: Expansion): MarkdownNode[] {
  // Most nodes are plain Markdown and stay as they are: only what leads to a change is copied.
  let expanded: MarkdownNode[] | undefined;
  for (let index = 0; index < nodes.length; index++) {
    const node = nodes[index];
    if (node === undefined) continue;
    const parts = expandNode(node, expansion);
    if (expanded === undefined && parts === node) continue;
    expanded ??= nodes.slice(0, index);
    for (const part of Array.isArray(parts) ? parts : [parts]) expanded.push(part);
  }
  return expanded ?? nodes;
}

/** The node itself when nothing in it changes. */
function expandNode(node: MarkdownNode, expansion: Expansion): MarkdownNode | MarkdownNode[] {
  switch (node.type) {
    case "mdxFlowExpression":
    case "mdxTextExpression":
      return expandExpression(node, expansion);
    case "mdxJsxFlowElement":
    case "mdxJsxTextElement":
      return expandElement(node, expansion);
    default: {
      const filled = fillNode(node, expansion);
      if (filled.children === undefined) return filled;
      const children = expandNodes(filled.children, expansion);
      return children === filled.children ? filled : { ...filled, children };
    }
  }
}

function expandElement(node: MarkdownNode, expansion: Expansion): MarkdownNode[] {
  const children = expandNodes(node.children ?? [], expansion);
  if (node.name === null || node.name === undefined) return children;
  const attributes = expandAttributes(node, expansion);
  const element = { ...node, attributes, children };
  if (/^[a-z]/.test(node.name)) return [plainAttributes(element, expansion)];
  return expandTag(element, expansion) ?? [plainAttributes(element, expansion)];
}
