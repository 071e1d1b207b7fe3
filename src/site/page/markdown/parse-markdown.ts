import { markdownToMdast, mdxToMdast } from "satteri";
import { BuildProblem } from "../../shared/build-problem.ts";
import type { SiteLimits } from "../../shared/site-limits.ts";
import type { PageFormat } from "../../source/page-url.ts";
import { restoreFormulas } from "../math/mark-formulas.ts";
import type { MarkdownNode } from "../page-tree.ts";
import { hasCutExport, joinExports, restoreLines } from "./join-exports.ts";

export interface ParseRequest {
  file: string;
  format: PageFormat;
  /** Formulas are marked beforehand, unless the project disabled them. */
  body: string;
  /** The line of the file on which the body starts, after the frontmatter. */
  firstLine: number;
  /** True if the first heading is the title of the page. */
  beginsWithTitle?: boolean;
  /** Only for the preview of a page that is being written: blocks are marked with their place in the file. */
  marksSource?: SourceMarks | undefined;
}

interface SourceMarks {
  /** The length of the file before the body. */
  before: number;
}

export type TreeBounds = Pick<SiteLimits, "treeDepthMax" | "treeNodesMax">;

/** Parses a page and checks the depth of the tree without recursion, so that all later steps can safely recurse. */
export function parseMarkdown(request: ParseRequest, bounds: TreeBounds): MarkdownNode {
  const tree = parse(request);
  measureTree(tree, request, bounds);
  restoreFormulas(tree, request.body);
  return tree;
}

/** The line of a node in the author's file. */
export function lineOf(node: MarkdownNode, firstLine: number): number | undefined {
  const line = node.position?.start.line;
  return line === undefined ? undefined : line + firstLine - 1;
}

function parse(request: ParseRequest): MarkdownNode {
  const parseAs = request.format === "mdx" ? mdxToMdast : markdownToMdast;
  const features = { frontmatter: false, headingAttributes: true, math: false };
  // CommonMark replaces this character, which browsers drop.
  const body = request.body.replaceAll("\0", "\uFFFD");
  let tree: MarkdownNode | undefined;
  let problem: BuildProblem | undefined;
  try {
    tree = parseAs(body, { features }) as MarkdownNode;
    if (!hasCutExport(tree)) return tree;
  } catch (error) {
    problem = syntaxProblem(error instanceof Error ? error.message : String(error), request);
  }
  const joined = request.format === "mdx" && body.includes("`") ? joinExports(body) : undefined;
  try {
    if (joined !== undefined) return restoreLines(parseAs(joined, { features }) as MarkdownNode, joined);
  } catch {
    // The problem of the text as it was written has the right line.
  }
  if (tree === undefined) throw problem;
  return tree;
}

const messagePattern = /^(?:(\d+):(\d+): )?([\s\S]*?)(?: \([a-z-]+:[a-z-]+\))?$/;

/** satteri reports `3:1: Expected a closing tag for … (1:1) (mdx-jsx:…)`, with lines relative to the body. */
function syntaxProblem(message: string, { file, firstLine }: ParseRequest): BuildProblem {
  const [, line, column, sentence = message] = messagePattern.exec(message) ?? [];
  const inFile = sentence.replaceAll(
    / \((\d+):\d+\)/g,
    (_, opened: string) => ` of line ${Number(opened) + firstLine - 1}`,
  );
  return new BuildProblem(inFile, {
    file,
    line: line === undefined ? undefined : Number(line) + firstLine - 1,
    column: column === undefined ? undefined : Number(column),
    hint: "close every tag and brace, or write `\\{` and `&lt;` where you mean the character itself",
  });
}

function measureTree(tree: MarkdownNode, { file, firstLine }: ParseRequest, bounds: TreeBounds): void {
  let level = [tree];
  let count = 0;
  for (let depth = 0; level[0] !== undefined; depth += 1) {
    count += level.length;
    if (depth > bounds.treeDepthMax) {
      throw new BuildProblem(`elements are nested more than ${bounds.treeDepthMax} levels deep`, {
        file,
        line: lineOf(level[0], firstLine),
        hint: "flatten the page",
      });
    }
    if (count > bounds.treeNodesMax) {
      throw new BuildProblem(`the page has more than ${bounds.treeNodesMax} elements`, {
        file,
        hint: "split the page",
      });
    }
    const below: MarkdownNode[] = [];
    for (const { children } of level) if (children !== undefined) for (const child of children) below.push(child);
    level = below;
  }
}
