import { element, type HtmlNode, isElement, textOf } from "../../shared/html/html-node.ts";
import { codeBlockElement, codeElement, copyMark, foldButton } from "../code/code-block.ts";
import type { CodeBlock } from "../code/fence-meta.ts";
import { fenceMeta } from "../code/fence-meta.ts";
import { codeBlock, readFence, showBlock } from "../code/render-fence.ts";
import { flowContent } from "../markdown/flow-content.ts";
import { flagProp } from "../markdown/props.ts";
import type { PageState, RenderContext } from "../markdown/render-context.ts";
import type { MarkdownNode } from "../page-tree.ts";
import { type Component, define } from "./component.ts";
import { takesFlag, takesIcon, takesText } from "./prop.ts";
import { type TabPanel, tabSet } from "./tab-set.ts";

/**
 * Code blocks as tabs; a tab's label is the title of its fence. The blocks may come from snippets and components. Text
 * between the blocks doesn't belong to a tab, so it is shown below the tabs.
 */
const codeGroup: Component = ({ props, children }, context) => {
  const { blocks, others } = collectBlocks(children, context);
  if (blocks.length === 0) return others;
  const isDropdown = flagProp(props, "dropdown") === true;
  return [codeGroupElement(blocks, { synced: true, isDropdown }, context.page), ...others];
};

/** Renders nodes and extracts their code blocks. */
function collectBlocks(nodes: MarkdownNode[], context: RenderContext): { blocks: CodeBlock[]; others: HtmlNode[] } {
  const { page } = context;
  const around = page.collectedBlocks;
  const blocks: CodeBlock[] = [];
  page.collectedBlocks = blocks;
  try {
    const others = flowContent(nodes, context).filter((node) => blocks.length === 0 || !isEmptyContainer(node));
    return { blocks, others };
  } finally {
    page.collectedBlocks = around;
  }
}

/** Whether a container is empty after its code has been extracted. */
function isEmptyContainer(node: HtmlNode): boolean {
  if (typeof node === "string") return node.trim() === "";
  return isElement(node) && /^(?:p|div|span)$/.test(node.tag) && node.children.every(isEmptyContainer);
}

/** Request and response examples are shown next to the text, in place of the outline. */
const example: Component = (call, context) => {
  const { words } = context.page;
  const label = call.name === "ResponseExample" ? words.responseExample : words.requestExample;
  const content = codeGroup(call, context);
  context.page.aside.push(element("div", { class: "example", role: "group", "aria-label": label }, content));
  return [];
};

/** A fence written as a component, for code from a constant. */
const codeBlockComponent: Component = ({ props, children, node }, context) => {
  const options = new Map<string, string>();
  for (const [name, value] of Object.entries(props)) {
    if (["string", "number", "boolean"].includes(typeof value)) options.set(name, String(value));
    else if (Array.isArray(value)) options.set(name, value.join(","));
  }
  const fences = children.flatMap(fencesWithin);
  const language = options.get("language") ?? fences[0]?.lang ?? "";
  const code =
    fences.length > 0
      ? fences.map((fence) => readFence(fence, context).code).join("\n")
      : textOf(context.renderNodes(children, context));
  const block = codeBlock(code.replace(/^\n+|\s+$/g, ""), fenceMeta(language, options), node, context);
  return showBlock(block, context.page);
};

function fencesWithin(node: MarkdownNode): MarkdownNode[] {
  if (node.type === "code") return [node];
  return (node.children ?? []).flatMap(fencesWithin);
}

/** `synced`: tabs with the same title switch together across the page. */
export function codeGroupElement(
  blocks: CodeBlock[],
  options: { synced: boolean; isDropdown: boolean },
  page: PageState,
): HtmlNode {
  const [only] = blocks;
  if (only !== undefined && blocks.length === 1) return codeBlockElement(only, page);
  page.partCount += 1;
  const name = `code-${page.partCount}`;
  const panels = blocks.map(
    (block, index): TabPanel => ({
      title: block.meta.title ?? (block.meta.language || `Code ${index + 1}`),
      id: `${name}-panel-${index}`,
      icon: block.icon,
      content: [codeElement(block, page), ...foldButton(block, page.words)],
    }),
  );
  const group = tabSet(panels, { name, kind: "code-group", active: 0, ...options });
  return { ...group, attributes: { ...group.attributes, ...copyMark(blocks) } };
}

const dropdown = takesFlag("dropdown", "Shows the titles in a menu instead of a row.");

export const codeComponents = {
  CodeGroup: define(codeGroup, {
    description: "Code blocks as tabs; their titles are the labels.",
    props: [dropdown],
  }),
  RequestExample: define(example, { description: "Code of a request, shown next to the text.", props: [dropdown] }),
  ResponseExample: define(example, { description: "Code of a response, shown next to the text.", props: [dropdown] }),
  CodeBlock: define(codeBlockComponent, {
    description: "A code block written as a component.",
    props: [
      takesText("language", "The language of the code."),
      takesText("filename", "Shown above the code."),
      takesText("title", "Shown above the code."),
      takesIcon("icon", "An icon before the title."),
      takesFlag("lines", "Shows line numbers."),
      takesFlag("wrap", "Wraps long lines."),
      takesFlag("nocopy", "Hides the copy button."),
      takesFlag("expandable", "Folds long code."),
      takesText("highlight", "Lines to highlight, such as `1-3,5`."),
      takesText("focus", "Lines to focus on, such as `1-3,5`."),
    ],
  }),
};
