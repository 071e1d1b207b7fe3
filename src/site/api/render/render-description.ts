import { BuildProblem } from "../../ground/build-problem.ts";
import { element, type HtmlNode, isElement } from "../../ground/html/html-node.ts";
import { resolveRawHtml } from "../../page/markdown/raw-html.ts";
import { renderFile } from "../../page/markdown/render-file.ts";
import type { PageFormat } from "../../source/page-format.ts";
import type { ApiContext } from "./api-context.ts";

const withoutMarkup = /^[^*_`[\]<>&#\\|~\n]*$/;
const startsBlock = /^\s*(?:[-+]\s|\d+[.)]\s|={3}|-{3}|\s{4})/;
const component = /<\/?[A-Z]\w*[\s/>]/;
const bareAddress = /https?:|www\.|@/;
const htmlDepthMax = 200;

/**
 * Text of a description is Markdown with HTML in it, as OpenAPI says; one that uses components is read as MDX. It goes
 * the same way as every page: mapped to elements, sanitised, never run. A text that cannot be read is shown as it is.
 */
export function renderDescription(text: string | undefined, context: ApiContext): HtmlNode[] {
  if (text === undefined || text.trim() === "") return [];
  if (withoutMarkup.test(text) && !startsBlock.test(text) && !bareAddress.test(text)) return [element("p", {}, [text])];
  const format: PageFormat = component.test(text) ? "mdx" : "md";
  const nodes = tryRender(text, format, context) ?? (format === "mdx" ? tryRender(text, "md", context) : undefined);
  return (nodes ?? [element("p", {}, [text])]).map(withoutHeadings);
}

/** MDX of the author that stands on the page as a whole, such as `x-mint.content`. */
export function renderContent(text: string | undefined, context: ApiContext): HtmlNode[] {
  if (text === undefined) return [];
  return tryRender(text, "mdx", context) ?? tryRender(text, "md", context) ?? [];
}

function tryRender(body: string, format: PageFormat, { page, file, folder }: ApiContext): HtmlNode[] | undefined {
  try {
    const nodes = renderFile({ file, format, body, firstLine: 1 }, page, { folder });
    // Each text is closed for itself: an element that one of them leaves open must not swallow the fields after it.
    return resolveRawHtml(nodes, file, htmlDepthMax);
  } catch (error) {
    if (error instanceof BuildProblem || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** A heading inside the description of a field is no part of the page's outline. */
function withoutHeadings(node: HtmlNode): HtmlNode {
  if (!isElement(node)) return node;
  if (!/^h[1-6]$/.test(node.tag)) return { ...node, children: node.children.map(withoutHeadings) };
  const words = node.children.filter((child) => !isElement(child) || child.attributes.class !== "heading-link");
  return element("p", {}, [element("strong", {}, words)]);
}
