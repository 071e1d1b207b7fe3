import { placeholder } from "../components/placeholder.ts";
import type { HtmlNode } from "../html/html-node.ts";
import { readExpression } from "./expression.ts";
import type { MarkdownNode } from "./markdown-node.ts";
import type { PropValue } from "./props.ts";
import type { RenderContext } from "./render-context.ts";

const singleWord = /^\s*[\w$]+(?:\??\.[\w$]+)*\s*$/;
const userWord = /^\s*user(?:\??\.|\s*$)/;

/** `{name}` in the text: a constant, a comment, or a snippet prop. Anything else is shown as what it is, never run. */
export function renderTextExpression(node: MarkdownNode, context: RenderContext): HtmlNode[] {
  const source = node.value ?? "";
  // Personalisation needs a signed-in reader; for everyone else `user` is empty.
  if (userWord.test(source)) return [];
  const result = readExpression(source, context.scope);
  if (result.ok) return printValue(result.value);
  if (singleWord.test(source)) {
    context.warn(`{${source.trim()}} is not defined in this file`, node, {
      hint: "export or import it, or write \\{ if you mean the brace itself",
    });
    return [`{${source}}`];
  }
  context.warn("this expression is more than a literal, so a placeholder is shown", node, {
    hint: "JavaScript of pages is never run; write the text itself",
  });
  return [placeholder("expression", [], node.type === "mdxTextExpression")];
}

function printValue(value: PropValue | undefined): HtmlNode[] {
  if (typeof value === "string" || typeof value === "number") return [String(value)];
  if (Array.isArray(value)) return value.flatMap(printValue);
  return [];
}
