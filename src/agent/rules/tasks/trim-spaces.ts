import {
  type DocsPage,
  isSameTree,
  parseDocsPage,
  type Range,
  rangeOf,
  visitNodes,
} from "../../../docs-edits/docs-page.ts";
import { editPages } from "../../../docs-edits/page-edits.ts";
import { applyEdits, type TextEdit } from "../../../docs-edits/text-edit.ts";
import { BuildProblem } from "../../../site/project.ts";
import type { RunTask } from "../task.ts";

/** Removes meaningless trailing spaces and adds a missing final line break. */
export const trimSpaces: RunTask = (docs, request) =>
  editPages(docs, "trim-spaces", request, (page) => {
    const edits = findEdits(page);
    if (edits.length === 0 || saysTheSame(page, edits)) return edits;
    const why = "removing them would change the page";
    docs.decline({ path: page.path, line: undefined, what: "trailing spaces", why });
    return [];
  });

/** Nodes that keep their spaces: two trailing spaces are a line break, and in code every space counts. */
const kept: ReadonlySet<string> = new Set(
  `break code inlineCode html math inlineMath mdxjsEsm mdxFlowExpression mdxTextExpression`.split(" "),
);

function findEdits(page: DocsPage): TextEdit[] {
  const { source, bodyStart } = page;
  const edits: TextEdit[] = [];
  const ranges = keptRanges(page);
  let next = 0;
  for (const match of source.slice(bodyStart).matchAll(/[ \t]+(?=\r?\n|$)/g)) {
    const start = bodyStart + match.index;
    const end = start + match[0].length;
    while ((ranges[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next += 1;
    if (end > (ranges[next]?.start ?? Number.POSITIVE_INFINITY)) continue;
    edits.push({ start, end, text: "", why: "trailing spaces have no meaning" });
  }
  const rest = source.slice(bodyStart).trimEnd();
  if (rest !== "" && !/\n[ \t]*$/.test(source)) {
    const last = edits.at(-1);
    const text = source.includes("\r\n") ? "\r\n" : "\n";
    if (last?.end === source.length) last.text = text;
    else edits.push({ start: source.length, end: source.length, text, why: "the final line break is missing" });
  }
  return edits;
}

/** The ranges that keep their spaces, in the order of the text, without nesting. */
function keptRanges(page: DocsPage): Range[] {
  const ranges: Range[] = [];
  visitNodes(page.tree, (node) => {
    const range = kept.has(node.type) ? rangeOf(node, page) : undefined;
    if (range !== undefined) ranges.push(range);
  });
  return ranges;
}

function saysTheSame(page: DocsPage, edits: readonly TextEdit[]): boolean {
  try {
    return isSameTree(page, parseDocsPage(page.path, applyEdits(page.source, edits)));
  } catch (error) {
    if (error instanceof BuildProblem) return false;
    throw error;
  }
}
