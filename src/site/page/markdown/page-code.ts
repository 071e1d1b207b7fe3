import { createHash } from "node:crypto";
import { type HtmlNode, textOf } from "../../ground/html/html-node.ts";
import type { MarkdownNode } from "../page-tree.ts";
import { isPlainObject, type Props, readProps, textProp } from "./props.ts";
import type { PageCode, RenderContext } from "./render-context.ts";
import { resolveSiteUrl } from "./resolve-site-url.ts";

const partsMax = 50;
const partLengthMax = 200_000;

/**
 * Takes a `<style>` or `<script>` out of the page, because the content security policy allows neither inline. Returns
 * undefined for what is rendered in its place.
 */
export function takeAuthorCode(
  tag: "style" | "script" | "form",
  node: MarkdownNode,
  context: RenderContext,
): HtmlNode[] | undefined {
  const { code, settings } = context.page;
  if (tag !== "style" && settings.withAuthorCode !== true) {
    const hint = "an admin can allow it in the settings of the project";
    context.warn(`<${tag}> is left out, because scripts of the project are turned off`, node, { hint });
    return [];
  }
  if (tag === "form") return undefined;
  const props = readProps(node);
  const text = writtenText(props, node, context);
  if (code.scripts.length + code.styles.length >= partsMax || text.length > partLengthMax) {
    context.warn(`<${tag}> is left out: a page may have ${partsMax} of up to ${partLengthMax} letters`, node);
    return [];
  }
  if (tag === "style") {
    // One component on a page many times has the same styles every time.
    if (!code.styles.some(({ css }) => css === text)) code.styles.push({ css: text, file: context.file });
    return [];
  }
  takeScript(props, text, node, context);
  return [];
}

function takeScript(props: Props, text: string, node: MarkdownNode, context: RenderContext): void {
  const type = textProp(props, "type") ?? "text/javascript";
  if (!/^(?:text|application)\/javascript$/.test(type)) {
    context.warn(`<script type="${type}"> is left out; only plain scripts are run`, node);
    return;
  }
  const { scripts } = context.page.code;
  const src = textProp(props, "src");
  const script = src === undefined ? { code: text } : { src: resolveSiteUrl(src, context.folder) };
  if ("src" in script && !/^(?:https:\/\/|\/(?!\/))/.test(script.src)) {
    context.warn(`<script> loads ${src}, but only https addresses and files of the project can be loaded`, node);
    return;
  }
  if (!scripts.some((other) => scriptKey(other) === scriptKey(script))) scripts.push(script);
}

function scriptKey(script: PageCode["scripts"][number]): string {
  return "src" in script ? script.src : createHash("sha256").update(script.code).digest("hex");
}

/** The text between the tags, also as `{`…`}` or `dangerouslySetInnerHTML`. */
function writtenText(props: Props, node: MarkdownNode, context: RenderContext): string {
  const given = props.dangerouslySetInnerHTML;
  if (isPlainObject(given) && typeof given.__html === "string") return given.__html;
  return textOf(context.renderNodes(node.children, context));
}
