import { element, type HtmlNode } from "../../shared/html/html-node.ts";
import type { RenderContext } from "../markdown/render-context.ts";
import type { MarkdownNode } from "../page-tree.ts";
import { renderFormula } from "./render-formula.ts";

export function renderInlineMath(node: MarkdownNode, context: RenderContext): HtmlNode[] {
  return [formula(texOf(node), false, node, context)];
}

export function renderDisplayedMath(node: MarkdownNode, context: RenderContext): HtmlNode[] {
  return [formula(texOf(node), true, node, context)];
}

/** `$$x$$` alone in a paragraph is a displayed formula, as if the dollars were on lines of their own. */
export function isLoneFormula({ children = [] }: MarkdownNode): boolean {
  const [only] = children;
  return children.length === 1 && only?.type === "inlineMath" && only.meta !== "$";
}

function texOf({ value = "" }: MarkdownNode): string {
  return value.trim();
}

/** If a formula can't be rendered, its source is shown. In the page's Markdown, every formula is its source. */
function formula(tex: string, isDisplayed: boolean, node: MarkdownNode, context: RenderContext): HtmlNode {
  const source = isDisplayed
    ? element("pre", { class: "math", tabindex: 0 }, [element("code", {}, [tex])])
    : element("code", { class: "math" }, [tex]);
  context.page.formulasRendered += 1;
  if (context.page.formulasRendered > formulasMax) {
    context.warn(`the page has more than ${formulasMax} formulas; for the rest, the source is shown`, node, {
      hint: "split the page",
    });
    return source;
  }
  const drawn = renderFormula(tex, isDisplayed);
  if (!drawn.ok) {
    context.warn(`the formula "${tex.slice(0, shownLengthMax)}" cannot be drawn: ${drawn.reason}`, node, {
      hint: "its source is shown; for a plain dollar sign, write \\$",
    });
    // Text between double dollars that contains a dollar isn't TeX. SQL quotes the body of a function like this.
    return tex.includes("$") ? `$$${tex}$$` : source;
  }
  const box = { class: "formula", tabindex: 0, role: "group", "aria-label": context.page.words.formula };
  return { onPage: isDisplayed ? [element("div", box, drawn.content)] : drawn.content, inMarkdown: [source] };
}

const shownLengthMax = 60;
/** KaTeX takes about a millisecond for a formula. */
const formulasMax = 5_000;
