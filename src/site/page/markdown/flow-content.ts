import { element, type HtmlNode, isElement } from "../../shared/html/html-node.ts";
import { isLoneFormula, renderDisplayedMath } from "../math/render-math.ts";
import type { MarkdownNode } from "../page-tree.ts";
import type { RenderContext } from "./render-context.ts";
import { noteRange } from "./source-marks.ts";

/**
 * The content of a page or container. The parser creates a paragraph for the text of a `<Note>` across several lines,
 * but not for `<Note>text</Note>` on one line or for a line of badges. Here, text without a paragraph gets one, so that
 * all of these look the same.
 */
export function flowContent(nodes: MarkdownNode[], context: RenderContext): HtmlNode[] {
  const content: HtmlNode[] = [];
  let words: HtmlNode[] = [];
  let first: MarkdownNode | undefined;
  const endParagraph = () => {
    if (words.some((node) => typeof node !== "string" || node.trim() !== "")) {
      content.push(...noteRange([element("p", {}, words)], first, context));
    }
    words = [];
    first = undefined;
  };
  let lastLine: number | undefined;
  for (const node of nodes) {
    // The parser drops the space between elements that fill a line, and the empty line between two such lines.
    if (node.type === "mdxJsxFlowElement" && words.length > 0) {
      const isNewParagraph = lastLine !== undefined && (node.position?.start.line ?? 0) > lastLine + 1;
      if (isNewParagraph) endParagraph();
      else words.push(" ");
    }
    lastLine = node.position?.end?.line;
    for (const part of context.renderNodes([node], context)) {
      if (isBlock(part)) {
        endParagraph();
        content.push(part);
      } else {
        words.push(part);
        first = first?.position === undefined ? node : spanOf(first, node);
      }
    }
  }
  endParagraph();
  return content;
}

/** A node that reaches from the start of the first node to the end of the last node. */
function spanOf(first: MarkdownNode, last: MarkdownNode): MarkdownNode {
  const [start, end] = [first.position?.start, last.position?.end];
  if (start === undefined || end === undefined || last.source !== undefined) return first;
  return { ...first, position: { start, end } };
}

const blockTags: ReadonlySet<string> = new Set(
  "article aside blockquote br details div dl figure h1 h2 h3 h4 h5 h6 hr iframe ol p pre section table ul video".split(
    " ",
  ),
);

/** A paragraph that contains only components is replaced by them: `<Card />` on its own line is a block. */
export function renderParagraph(node: MarkdownNode, context: RenderContext): HtmlNode[] {
  const [formula] = node.children ?? [];
  if (formula !== undefined && isLoneFormula(node)) return renderDisplayedMath(formula, context);
  const children = context.renderNodes(node.children, context);
  if (node.children?.every(isComponentOrSpace)) return children;
  // A browser closes <p> before any block element, which would split the paragraph.
  const holdsBlock = children.some((child) => isBlock(child) && !(isElement(child) && child.tag === "br"));
  return [element(holdsBlock ? "div" : "p", holdsBlock ? { class: "paragraph" } : {}, children)];
}

/** True for nodes that can't be in a paragraph or would look wrong there. */
function isBlock(node: HtmlNode): boolean {
  if (typeof node === "string" || "highlighted" in node) return false;
  if ("onPage" in node) return [...node.onPage, ...node.inMarkdown].some(isBlock);
  return !isElement(node) || blockTags.has(node.tag) || node.children.some(isBlock);
}

function isComponentOrSpace(node: MarkdownNode): boolean {
  if (node.type === "text") return node.value?.trim() === "";
  if (node.type === "mdxTextExpression") return true;
  return node.type === "mdxJsxTextElement" && /^[A-Z]/.test(node.name ?? "") && !inlineComponents.has(node.name ?? "");
}

/** Inline components. Even alone in a paragraph, they need the paragraph's spacing. */
const inlineComponents: ReadonlySet<string> = new Set(
  "Icon Badge Tooltip Latex Link Visibility GitHub.Repo".split(" "),
);
