import { BuildProblem } from "../../shared/build-problem.ts";
import { componentNames } from "../component-names.ts";
import { type MarkdownNode, walkNodes } from "../page-tree.ts";
import { type ParseRequest, parseMarkdown, type TreeBounds } from "./parse-markdown.ts";

export interface ParsedPage {
  tree: MarkdownNode;
  /** Why the components of a `.md` file aren't shown. */
  problem?: BuildProblem;
}

/**
 * A `.md` file with components is read as MDX if it is valid MDX. As plain Markdown, it would lose the components and
 * show only their text. Everything that reads pages has to decide this in the same way.
 */
export function parsePage(request: ParseRequest, bounds: TreeBounds): ParsedPage {
  const tree = parseMarkdown(request, bounds);
  if (request.format !== "md" || !request.file.endsWith(".md")) return { tree };
  const html = [...walkNodes([tree])].filter(({ type }) => type === "html");
  const name = html
    .map(({ value = "" }) => /^<([A-Z][\w.]*)/.exec(value)?.[1] ?? "")
    .find((tag) => componentNames.has(tag));
  if (name === undefined) return { tree };
  try {
    const body = withoutComments(request.body, html);
    return { tree: parseMarkdown({ ...request, body, format: "mdx" }, bounds) };
  } catch (error) {
    if (!(error instanceof BuildProblem)) throw error;
    const message = `<${name}> is not shown: the page is not valid MDX, so it is read as plain Markdown`;
    const { file, line, message: hint } = error;
    return { tree, problem: new BuildProblem(message, { severity: "warning", file, line, hint }) };
  }
}

/** Removes HTML comments, which are errors in MDX, without moving other text to another line. */
function withoutComments(body: string, html: readonly MarkdownNode[]): string {
  let text = body;
  for (const { value = "", position } of html) {
    const start = position?.start.offset;
    if (start === undefined || !value.includes("<!--") || !text.startsWith(value, start)) continue;
    const blank = value.replaceAll(/<!--[\s\S]{0,2000}?-->/g, (comment) => comment.replaceAll(/[^\n]/g, " "));
    text = text.slice(0, start) + blank + text.slice(start + value.length);
  }
  return text;
}
