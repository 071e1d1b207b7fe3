import { posix } from "node:path";
import { BuildProblem } from "../../shared/build-problem.ts";
import type { HtmlNode, SourcePlace } from "../../shared/html/html-node.ts";
import { markVariables } from "../../source/variables.ts";
import { markFormulas } from "../math/mark-formulas.ts";
import type { MarkdownNode, Scope, Value } from "../page-tree.ts";
import { expandFile } from "./expand-file.ts";
import { flowContent } from "./flow-content.ts";
import { renderFootnotes } from "./footnotes.ts";
import { loadModule, openFileModule } from "./module-scope.ts";
import { lineOf, type ParseRequest } from "./parse-markdown.ts";
import { parsePage } from "./parse-page.ts";
import { parseSnippet } from "./parse-snippet.ts";
import { readValues } from "./props.ts";
import type { PageState, RenderContext } from "./render-context.ts";
import { renderNodes } from "./render-nodes.ts";
import { createRangeOf } from "./source-marks.ts";

/** The place of a text inside another kind of file, such as an API description. The line of the text isn't known. */
interface TextPlace {
  /** Relative links resolve against this folder. */
  folder: string;
}

export function renderFile(request: ParseRequest, page: PageState, inside?: TextPlace): HtmlNode[] {
  const { variables, hasMath } = page.settings;
  const withVariables = request.format === "mdx" ? markVariables(request.body, variables) : request.body;
  const marked = hasMath ? markFormulas(withVariables) : withVariables;
  const { tree, problem } = parsePage({ ...request, body: marked }, page.limits);
  if (problem !== undefined) page.problems.report(problem.message, problem);
  if (request.beginsWithTitle) markTitle(tree);
  const { scope } = openFileModule(request.file, tree, request.firstLine, page);
  page.scope ??= scope;
  const folder = inside?.folder ?? posix.dirname(request.file);
  const hasLines = inside === undefined;
  const { marksSource } = request;
  const isMarked = marksSource !== undefined && hasLines;
  const rangeOf = isMarked ? createRangeOf({ ...marksSource, written: request.body, parsed: marked }) : undefined;
  const given = { folder, source: marked, includeDepth: 0, snippetProps: undefined, rangeOf };
  return renderTree({ file: request.file, hasLines, firstLine: request.firstLine, tree, scope, ...given }, page);
}

/** Marks the first heading as the title. Nothing visible precedes the title. */
function markTitle({ children = [] }: MarkdownNode): void {
  const heading = children.find(({ type }) => type === "heading");
  if (heading?.depth === 1) heading.isTitle = true;
}

/**
 * A snippet uses its own imports first, then those of the page. Its relative links start from the page that includes
 * it.
 */
function renderSnippet(file: string, node: MarkdownNode, context: RenderContext): HtmlNode[] {
  const { page, folder } = context;
  const source = page.snippets.get(file);
  if (source === undefined) {
    context.warn(`the snippet /${file} does not exist`, node);
    return [];
  }
  const includeDepth = context.includeDepth + 1;
  if (includeDepth > page.limits.includeDepthMax) {
    throw new BuildProblem(`snippets are nested more than ${page.limits.includeDepthMax} levels deep`, {
      ...context.place(node),
      hint: "a snippet must not include itself, not even through another snippet",
    });
  }
  const { problem, ...parsed } = parseSnippet(file, source, page);
  if (problem !== undefined) page.problems.report(problem.message, problem);
  const props = readValues(node);
  const scope = page.interpreter.addNames(loadModule(file, page).scope, givenNames(props, node, context));
  return renderTree(
    { file, hasLines: true, ...parsed, scope, folder, includeDepth, snippetProps: wordsOf(props) },
    page,
  );
}

/** The names that a snippet gets from its tag: `{word}`, `{props.word}` and `{children}`. */
function givenNames(props: Map<string, Value>, node: MarkdownNode, context: RenderContext): Map<string, Value> {
  const outside: MarkdownNode = {
    type: "fromOutside",
    children: node.children ?? [],
    renderOutside: (children) => renderNodes(children, context),
  };
  const hasChildren = (node.children ?? []).length > 0;
  const children = hasChildren ? context.page.interpreter.takeChildren([outside]) : props.get("children");
  const all = new Map([...props, ["children", children]]);
  return new Map([...all, ["props", all]]);
}

function wordsOf(props: Map<string, Value>): Record<string, string> {
  const words = Object.create(null) as Record<string, string>;
  for (const [name, value] of props) {
    if (typeof value === "string" || typeof value === "number") words[name] = String(value);
  }
  return words;
}

interface TreeRequest
  extends Pick<
    RenderContext,
    "file" | "firstLine" | "folder" | "source" | "includeDepth" | "snippetProps" | "rangeOf"
  > {
  hasLines: boolean;
  tree: MarkdownNode;
  scope: Scope;
}

/** Evaluates the names of a file, then converts the result to HTML. */
function renderTree({ file, firstLine, hasLines, tree, scope, ...given }: TreeRequest, page: PageState): HtmlNode[] {
  const place = (node: MarkdownNode): SourcePlace =>
    node.source ?? { file, line: hasLines ? lineOf(node, firstLine) : undefined };
  const warn: RenderContext["warn"] = (message, node, options) =>
    page.problems.report(message, { ...place(node), ...options });
  const { interpreter, settings } = page;
  const expansion = { interpreter, scope, variables: settings.variables, warn, place };
  const children = expandFile(tree.children ?? [], expansion);
  const context: RenderContext = {
    ...given,
    page,
    file,
    firstLine,
    ...collectDefinitions(children),
    renderNodes,
    renderSnippet,
    warn,
    place,
  };
  // A snippet may be inline, where it must not create a paragraph.
  const content = given.includeDepth === 0 ? flowContent(children, context) : renderNodes(children, context);
  return [...content, ...renderFootnotes(context)];
}

/** Link definitions and footnotes can be anywhere in the file, so they are collected first. */
function collectDefinitions(nodes: MarkdownNode[]): Pick<RenderContext, "definitions" | "footnotes"> {
  const definitions = new Map<string, MarkdownNode>();
  const notes = new Map<string, MarkdownNode>();
  const visit = (nodes: MarkdownNode[]) => {
    for (const node of nodes) {
      const target = node.type === "definition" ? definitions : node.type === "footnoteDefinition" ? notes : undefined;
      const identifier = node.identifier ?? "";
      if (target !== undefined && !target.has(identifier)) target.set(identifier, node);
      if (node.children !== undefined) visit(node.children);
    }
  };
  visit(nodes);
  return { definitions, footnotes: { definitions: notes, used: [] } };
}
