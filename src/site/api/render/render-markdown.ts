import { resolveRawHtml } from "../../page/markdown/raw-html.ts";
import type { PageState } from "../../page/markdown/render-context.ts";
import { renderFile } from "../../page/markdown/render-file.ts";
import { BuildProblem } from "../../shared/build-problem.ts";
import { element, type HtmlNode, isElement } from "../../shared/html/html-node.ts";
import type { ApiPageOptions } from "../../source/page-api.ts";
import type { PageFormat } from "../../source/page-url.ts";

/** The context in which every part of an API page is rendered. */
export interface ApiContext {
  page: PageState;
  /** The API description; for an MDX endpoint, the page itself. */
  file: string;
  /** The folder that relative links start from. */
  folder: string;
  options: ApiPageOptions;
}

const withoutMarkup = /^[^*_`[\]<>&#\\|~\n]*$/;
const startsBlock = /^\s*(?:[-+]\s|\d+[.)]\s|={3}|-{3}|\s{4})/;
const component = /<\/?[A-Z]\w*[\s/>]/;
const bareAddress = /https?:|www\.|@/;
const htmlDepthMax = 200;

/**
 * A `description` is Markdown with HTML, as OpenAPI says, or MDX if it uses components. It is treated like any page,
 * but `<script>`, `<style>` and forms in it are left out. Text that doesn't parse is shown verbatim.
 */
export function renderMarkdown(text: string | undefined, context: ApiContext): HtmlNode[] {
  if (text === undefined || text.trim() === "") return [];
  if (withoutMarkup.test(text) && !startsBlock.test(text) && !bareAddress.test(text)) return [element("p", {}, [text])];
  const isMdx = component.test(text);
  const nodes = (isMdx ? tryRender(text, "mdx", context) : undefined) ?? tryRender(text, "md", context);
  return (nodes ?? [element("p", {}, [text])]).map(withoutHeadings);
}

/** Renders MDX that is a separate part of the page, such as `x-mint.content`. */
export function renderMdx(text: string | undefined, context: ApiContext): HtmlNode[] {
  if (text === undefined) return [];
  return tryRender(text, "mdx", context) ?? tryRender(text, "md", context) ?? [];
}

function tryRender(body: string, format: PageFormat, { page, file, folder }: ApiContext): HtmlNode[] | undefined {
  try {
    const nodes = renderFile({ file, format, body, firstLine: 1 }, page, { folder });
    // Each text is parsed separately, so that an unclosed element doesn't contain the fields after it.
    return resolveRawHtml(nodes, file, htmlDepthMax, {
      ...page.problems,
      hasForms: false,
      roots: page.settings.sources,
    });
  } catch (error) {
    if (error instanceof BuildProblem || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Headings in a description don't belong in the page's outline. */
function withoutHeadings(node: HtmlNode): HtmlNode {
  if (!isElement(node)) return node;
  if (!/^h[1-6]$/.test(node.tag)) return { ...node, children: node.children.map(withoutHeadings) };
  const content = node.children.filter((child) => !isElement(child) || child.attributes.class !== "heading-link");
  return element("p", {}, [element("strong", {}, content)]);
}
