import { codeElement, copyButton } from "../code/code-block.ts";
import { readFence } from "../code/render-fence.ts";
import type { MarkdownNode } from "../page/markdown-node.ts";
import type { Component } from "./component.ts";
import { type TabPanel, tabSet } from "./tab-set.ts";

/** Code blocks as tabs of one box; the label of a tab is the title of its fence. */
export const codeGroup: Component = ({ children }, context) => {
  const fences = children.flatMap(fencesWithin);
  if (fences.length === 0) return context.renderNodes(children, context);
  context.page.partsCounted += 1;
  const name = `code-${context.page.partsCounted}`;
  const { highlightBytesMax } = context.page.limits;
  const blocks = fences.map((node) => readFence(node, context));
  const panels = blocks.map(
    (block, index): TabPanel => ({
      title: block.meta.title ?? (block.meta.language || `Code ${index + 1}`),
      id: `${name}-panel-${index}`,
      content: [codeElement(block, highlightBytesMax)],
    }),
  );
  const extra = blocks[0] === undefined ? [] : copyButton(blocks[0].meta);
  return [tabSet(panels, { name, kind: "code-group", active: 0, synced: true, extra })];
};

function fencesWithin(node: MarkdownNode): MarkdownNode[] {
  if (node.type === "code") return [node];
  return (node.children ?? []).flatMap(fencesWithin);
}
