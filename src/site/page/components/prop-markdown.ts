import { element, type HtmlNode } from "../../shared/html/html-node.ts";
import { parseMarkdown } from "../markdown/parse-markdown.ts";
import type { RenderContext } from "../markdown/render-context.ts";
import { markFormulas } from "../math/mark-formulas.ts";
import type { MarkdownNode } from "../page-tree.ts";

const markup = /[*_`[\]<>~$\\&!{]|:\/\//;
const lengthMax = 10_000;

/** A prop with Markdown text, such as the caption of a frame. Text that doesn't parse is shown as is. */
export function propMarkdown(text: string, node: MarkdownNode, context: RenderContext): HtmlNode[] {
  if (!markup.test(text) || text.length > lengthMax) return [text];
  let tree: MarkdownNode;
  try {
    const { limits, settings } = context.page;
    const body = settings.hasMath ? markFormulas(text) : text;
    tree = parseMarkdown({ file: context.file, format: "mdx", body, firstLine: 1 }, limits);
  } catch {
    return [text];
  }
  // Warnings about the text point at the component, not at the first line of the file.
  const inner: RenderContext = {
    ...context,
    place: () => context.place(node),
    warn: (message, _, options) => context.warn(message, node, options),
  };
  const paragraphs = (tree.children ?? []).map((child) =>
    child.type === "paragraph" ? context.renderNodes(child.children, inner) : context.renderNodes([child], inner),
  );
  return paragraphs.flatMap((part, index) => (index === 0 ? part : [element("br", {}), ...part]));
}

/** A title is plain text, except that backticks mark code as they do elsewhere. */
export function titleText(title: string): HtmlNode[] {
  if (!title.includes("`")) return [title];
  return title
    .split(/`([^`]+)`/)
    .map((part, index): HtmlNode => (index % 2 === 1 ? element("code", {}, [part]) : part))
    .filter((part) => part !== "");
}
