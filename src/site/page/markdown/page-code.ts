import { type HtmlNode, isElement, textOf } from "../../shared/html/html-node.ts";
import type { SourceRoot } from "../../shared/source-roots.ts";
import type { MarkdownNode } from "../page-tree.ts";
import { isPlainObject, type Props, readProps, textProp } from "./props.ts";
import type { PageCode, PageState, RenderContext } from "./render-context.ts";
import { resolveSiteUrl } from "./resolve-site-url.ts";

const partsMax = 50;
const partLengthMax = 200_000;

/**
 * Takes a `<style>` or `<script>` out of the page, because the content security policy forbids inline styles and
 * scripts. Returns undefined for a form: it is rendered where it is if author code may run.
 */
export function takeAuthorCode(
  tag: "style" | "script" | "form",
  node: MarkdownNode,
  context: RenderContext,
): HtmlNode[] | undefined {
  const refusal = refusalOf(tag, context.page);
  if (refusal === undefined && tag === "form") return undefined;
  const props = readProps(node);
  const text = refusal === undefined ? writtenText(props, node, context) : "";
  const part = { type: textProp(props, "type"), src: textProp(props, "src"), text, folder: context.folder };
  const problem = refusal ?? keepPart(tag, part, context.file, context.page);
  if (problem !== undefined) context.warn(`<${tag}> ${problem.message}`, node, { hint: problem.hint });
  return [];
}

/** Like `takeAuthorCode`, for HTML that was parsed from text: in a `.md` page, and in `dangerouslySetInnerHTML`. */
export function takeRawCode(
  nodes: HtmlNode[],
  page: PageState,
  { file, folder }: Pick<RenderContext, "file" | "folder">,
): HtmlNode[] {
  return nodes.flatMap((node): HtmlNode[] => {
    if (!isElement(node)) return [node];
    const { tag, attributes, children } = node;
    if (tag !== "style" && tag !== "script")
      return [{ ...node, children: takeRawCode(children, page, { file, folder }) }];
    const { type, src } = attributes;
    const part = { type: asText(type), src: asText(src), text: textOf(children), folder };
    const problem = refusalOf(tag, page) ?? keepPart(tag, part, file, page);
    if (problem !== undefined) page.problems.report(`<${tag}> ${problem.message}`, { file, hint: problem.hint });
    return [];
  });
}

interface Refusal {
  message: string;
  hint?: string;
}

function refusalOf(tag: "style" | "script" | "form", { code, settings }: PageState): Refusal | undefined {
  if (code === undefined) return { message: "is not allowed in an API description and is left out" };
  if (tag === "style" || settings.withAuthorCode === true) return undefined;
  const hint = "an admin can allow it in the settings of the project";
  return { message: "is left out, because scripts of the project are turned off", hint };
}

interface WrittenPart {
  type: string | undefined;
  src: string | undefined;
  text: string;
  folder: string;
}

function keepPart(tag: string, part: WrittenPart, file: string, { code, settings }: PageState): Refusal | undefined {
  if (code === undefined) return undefined;
  const { text } = part;
  if (code.scripts.length + code.styles.length >= partsMax || text.length > partLengthMax) {
    return { message: `is left out: a page may have ${partsMax} styles or scripts of ${partLengthMax} characters` };
  }
  if (tag === "script") return keepScript(part, code, settings.sources);
  // A component that is used many times repeats its styles each time.
  if (!code.styles.some(({ css }) => css === text)) code.styles.push({ css: text, file });
  return undefined;
}

function keepScript(
  { type = "text/javascript", src, text, folder }: WrittenPart,
  { scripts }: PageCode,
  roots: readonly SourceRoot[] | undefined,
): Refusal | undefined {
  if (!/^(?:text|application)\/javascript$/.test(type)) {
    return { message: `has the type "${type}" and is left out; only plain JavaScript is run` };
  }
  const script = src === undefined ? { code: text } : { src: resolveSiteUrl(src, folder, roots) };
  if ("src" in script && !/^(?:https:\/\/|\/(?!\/))/.test(script.src)) {
    return { message: `loads ${script.src}, but only https addresses and files of the project can be loaded` };
  }
  const isKnown = scripts.some((other) => JSON.stringify(other) === JSON.stringify(script));
  if (!isKnown) scripts.push(script);
  return undefined;
}

function asText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** The text between the tags, which may be written as `{`…`}` or with `dangerouslySetInnerHTML`. */
function writtenText(props: Props, node: MarkdownNode, context: RenderContext): string {
  const given = props.dangerouslySetInnerHTML;
  if (isPlainObject(given) && typeof given.__html === "string") return given.__html;
  return textOf(context.renderNodes(node.children, context));
}
