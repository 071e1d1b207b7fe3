import { defaultSiteLimits } from "../site/project.ts";
import { findFormulas, type MarkdownNode, markVariables, parsePage, splitFrontmatter } from "../site/reading.ts";

/** A parsed Markdown or MDX file with positions. */
export interface DocsPage {
  path: string;
  source: string;
  /** Where the text after the frontmatter starts. */
  bodyStart: number;
  tree: MarkdownNode;
}

/** The position of a node in the whole file. */
export interface Range {
  start: number;
  end: number;
}

/** Replaces each character that isn't text of the page, such as formulas and variable names. */
const maskSign = "\uE002";

/** Throws a BuildProblem if the page doesn't parse or exceeds the limits of a build. */
export function parseDocsPage(path: string, source: string): DocsPage {
  const { body, firstLine } = splitFrontmatter(source);
  const format = path.endsWith(".md") ? "md" : "mdx";
  const masked = maskMath(format === "mdx" ? maskVariables(body) : body);
  const { tree } = parsePage({ file: path, format, body: masked, firstLine }, defaultSiteLimits);
  return { path, source, bodyStart: source.length - body.length, tree };
}

/** The range of a node. Undefined for nodes without a position, such as those that the parser has added. */
export function rangeOf({ position }: MarkdownNode, { bodyStart }: DocsPage): Range | undefined {
  const start = position?.start.offset;
  const end = position?.end?.offset;
  return start === undefined || end === undefined ? undefined : { start: start + bodyStart, end: end + bodyStart };
}

/** Visits every node in order, with its ancestors, the nearest last. */
export function visitNodes(
  tree: MarkdownNode,
  visit: (node: MarkdownNode, around: readonly MarkdownNode[]) => void,
): void {
  const around: MarkdownNode[] = [];
  const enter = (node: MarkdownNode): void => {
    visit(node, around);
    around.push(node);
    for (const child of node.children ?? []) enter(child);
    around.pop();
  };
  enter(tree);
}

export function isMasked(text: string): boolean {
  return text.includes(maskSign);
}

/** Whether two pages have the same structure, ignoring their text. */
export function isSameShape(one: DocsPage, other: DocsPage): boolean {
  const shape = ({ tree }: DocsPage) => {
    const types: string[] = [];
    visitNodes(tree, ({ type, depth, name, url, attributes }, around) => {
      const names = attributes?.map((attribute) => attribute.name);
      types.push(JSON.stringify([around.length, type, depth, name, url, names]));
    });
    return types.join("\n");
  };
  return shape(one) === shape(other);
}

/** Whether two pages have the same content, ignoring positions. */
export function isSameTree(one: DocsPage, other: DocsPage): boolean {
  const written = ({ tree }: DocsPage) =>
    JSON.stringify(tree, (key, value) => (key === "position" ? undefined : value));
  return written(one) === written(other);
}

const variable = /(=?)\{\{[ \t]*[A-Za-z0-9][\w-]{0,64}[ \t]*\}\}/g;

/** MDX would parse the braces as an expression. A build replaces variables too, but with text of a different length. */
function maskVariables(body: string): string {
  return body.replaceAll(variable, (whole, equals: string) => {
    if (equals === "") return maskSign.repeat(whole.length);
    const isObject = markVariables(whole, undefined) === whole;
    return isObject ? whole : `="${maskSign.repeat(whole.length - 3)}"`;
  });
}

function maskMath(body: string): string {
  let masked = "";
  for (const { start, end } of findFormulas(body)) {
    masked += body.slice(masked.length, start) + body.slice(start, end).replaceAll(/[^\s>]/g, maskSign);
  }
  return masked + body.slice(masked.length);
}
