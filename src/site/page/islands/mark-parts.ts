import { readValues } from "../markdown/props.ts";
import type { MarkdownNode } from "../page-tree.ts";

/**
 * Marks the built-in components and snippets in the initial HTML of a component. The browser can't render them, so it
 * takes their HTML from the page, where it finds them by their name, props and text.
 */
export function markParts(nodes: MarkdownNode[], keys: string[]): MarkdownNode[] {
  return nodes.map((node) => {
    if (node.island !== undefined) return node;
    if (isPart(node)) {
      keys.push(partKey(node));
      const island = { kind: "part", number: keys.length - 1 } as const;
      return { type: node.type, name: "span", island, children: [node] };
    }
    return node.children === undefined ? node : { ...node, children: markParts(node.children, keys) };
  });
}

function isPart({ type, name, snippet }: MarkdownNode): boolean {
  return type.startsWith("mdxJsx") && (snippet !== undefined || /^[A-Z]/.test(name ?? ""));
}

/** web/site/islands/built-in.tsx computes the same key from the elements that the component creates. */
function partKey(node: MarkdownNode): string {
  const props = [...readValues(node)]
    .filter(([, value]) => typeof value === "string" || typeof value === "number" || typeof value === "boolean")
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  const text = textOf(node.children ?? []);
  return JSON.stringify([node.snippet ?? node.name, props, text.slice(0, textLengthMax), text.length]);
}

const textLengthMax = 200;

function textOf(nodes: MarkdownNode[]): string {
  let text = "";
  for (const { island, type, value = "", children = [] } of nodes) {
    if (island?.kind === "slot") text += `{${island.number}}`;
    else text += type === "text" ? value : textOf(children);
  }
  return text;
}
