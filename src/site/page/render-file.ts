import { posix } from "node:path";
import { BuildProblem } from "../build-problem.ts";
import type { HtmlNode } from "../html/html-node.ts";
import { splitFrontmatter } from "../project/split-frontmatter.ts";
import { flowContent } from "./flow-content.ts";
import { renderFootnotes } from "./footnotes.ts";
import type { MarkdownNode } from "./markdown-node.ts";
import { readModuleScope } from "./module-scope.ts";
import { lineOf, type ParseRequest, parseMarkdown } from "./parse-markdown.ts";
import { emptyProps, type Props } from "./props.ts";
import type { PageState, RenderContext, ScopeEntry } from "./render-context.ts";
import { renderNodes } from "./render-nodes.ts";

interface Inclusion {
  props: Props;
  depth: number;
  folder: string;
}

/** Renders one file over the state of its page: the page itself, or a snippet inside it. */
export function renderFile(request: ParseRequest, page: PageState, inclusion?: Inclusion): HtmlNode[] {
  const tree = parseMarkdown(request, page.limits);
  const given = new Map<string, ScopeEntry>(
    Object.entries(inclusion?.props ?? {}).map(([name, value]) => [name, { kind: "value", value }]),
  );
  const { scope, missing } = readModuleScope(request.file, tree, page.snippets, given);
  for (const { file, line } of missing) {
    page.problems.push(
      new BuildProblem(`imports /${file}, but that file does not exist`, {
        severity: "warning",
        file: request.file,
        line: line === undefined ? undefined : line + request.firstLine - 1,
        hint: "check the path; it is case-sensitive",
      }),
    );
  }
  const context: RenderContext = {
    page,
    folder: inclusion?.folder ?? posix.dirname(request.file),
    file: request.file,
    firstLine: request.firstLine,
    source: request.body,
    scope,
    snippetProps: inclusion?.props,
    includeDepth: inclusion?.depth ?? 0,
    ...collectDefinitions(tree),
    renderNodes,
    renderSnippet,
    warn(message, node, options) {
      // Forty uses of one unknown component are one thing to mend.
      if (page.problems.some((problem) => problem.message === message && problem.file === request.file)) return;
      const line = lineOf(node, request.firstLine);
      page.problems.push(new BuildProblem(message, { severity: "warning", file: request.file, line, ...options }));
    },
    place: (node) => ({ file: request.file, line: lineOf(node, request.firstLine) }),
  };
  // A snippet may stand in a line of text, where it must not make a paragraph of its own.
  const nodes = tree.children ?? [];
  const content = inclusion === undefined ? flowContent(nodes, context) : renderNodes(nodes, context);
  return [...content, ...renderFootnotes(context)];
}

/** A snippet resolves its own imports and takes its relative links from the page that shows it. */
function renderSnippet(file: string, props: Props, node: MarkdownNode, context: RenderContext): HtmlNode[] {
  const source = context.page.snippets.get(file);
  if (source === undefined) {
    context.warn(`the snippet /${file} does not exist`, node);
    return [];
  }
  const depth = context.includeDepth + 1;
  if (depth > context.page.limits.includeDepthMax) {
    throw new BuildProblem(`snippets include each other more than ${context.page.limits.includeDepthMax} deep`, {
      file: context.file,
      line: context.place(node).line,
      hint: "a snippet must not include itself, directly or through another one",
    });
  }
  const { body, firstLine } = splitFrontmatter(source);
  const request: ParseRequest = { file, format: file.endsWith(".md") ? "md" : "mdx", body, firstLine };
  return renderFile(request, context.page, { props: props ?? emptyProps(), depth, folder: context.folder });
}

/** Link definitions and footnotes may stand anywhere in the file, so they are found before anything is rendered. */
function collectDefinitions(tree: MarkdownNode): Pick<RenderContext, "definitions" | "footnotes"> {
  const definitions = new Map<string, MarkdownNode>();
  const notes = new Map<string, MarkdownNode>();
  const waiting = [tree];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const target = node.type === "definition" ? definitions : node.type === "footnoteDefinition" ? notes : undefined;
    const identifier = node.identifier ?? "";
    if (target !== undefined && !target.has(identifier)) target.set(identifier, node);
    for (const child of (node.children ?? []).toReversed()) waiting.push(child);
  }
  return { definitions, footnotes: { definitions: notes, used: [] } };
}
