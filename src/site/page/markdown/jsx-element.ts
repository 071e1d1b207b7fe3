import type { HtmlNode } from "../../ground/html/html-node.ts";
import { nearestWord } from "../../source/config/nearest-word.ts";
import { placeholder } from "../components/placeholder.ts";
import { componentNames, findComponent } from "../components/registry.ts";
import type { MarkdownNode } from "../page-tree.ts";
import { renderHtmlElement } from "./html-element.ts";
import { readProps } from "./read-props.ts";
import type { RenderContext } from "./render-context.ts";

/** `<Note>`, `<div>`, `<Imported />`: by its name, a component of ours, an HTML element or a file of the author. */
export function renderJsxElement(node: MarkdownNode, context: RenderContext): HtmlNode[] {
  const name = node.name ?? "";
  const isInline = node.type === "mdxJsxTextElement";
  if (node.isRefused) return [placeholder(`<${name}>`, context.renderNodes(node.children, context), isInline)];
  if (node.snippet !== undefined) return context.renderSnippet(node.snippet, node, context);
  if (/^[a-z]/.test(name)) return renderHtmlElement(node, context);
  const component = findComponent(name);
  if (component !== undefined) {
    return component({ name, props: readProps(node), children: node.children ?? [], node }, context);
  }
  return renderUnknown(name, node, context);
}

/** Code that could not be worked out; whoever refused it has said why. */
export function renderExpression(node: MarkdownNode): HtmlNode[] {
  return [placeholder("expression", [], node.type === "mdxTextExpression")];
}

/** The component is missing, its content is not: the children stay readable inside the placeholder. */
function renderUnknown(name: string, node: MarkdownNode, context: RenderContext): HtmlNode[] {
  const children = context.renderNodes(node.children, context);
  const nearest = nearestWord(name, componentNames);
  context.warn(`<${name}> is not a component of Lectern and no snippet of this page`, node, {
    hint:
      nearest === undefined
        ? "check the spelling (upper and lower case count), or import the snippet that defines it"
        : `did you mean <${nearest}>? Upper and lower case count`,
  });
  return [placeholder(`<${name}>`, children, node.type === "mdxJsxTextElement")];
}
